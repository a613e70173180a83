// Hints and solutions: what they say above the board, the arrow on it, and a solution that is walked through or played like a film.
// A table loads this when it is first asked for help.
import { byId, phone, post, wait } from "./page.js";

const FRAME = 420;
const letters = (text) => text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
const toGo = (line) => (line.length ? `${line.length} ${line.length === 1 ? "move" : "moves"} to go` : "");

export class Help {
  // The table has its look, board and address; wish(kind, facts) asks it for a change, take(look) and show() show what is,
  // say(words) tells of a fault, tell() renews the status, and taught() knows what a lesson asks for.
  constructor(table) {
    this.table = table;
    this.words = "";
    // What is left of a solution, and what was walked of it.
    [this.line, this.walked] = [[], []];
    this.walking = false;
    this.filming = false;
    byId("step").onclick = () => this.step();
    byId("unstep").onclick = () => this.back();
    byId("film-solution").onclick = () => this.film();
    byId("stop").onclick = () => this.leave();
  }

  say(words) {
    this.words = words.split("; ")[0];
    this.table.tell();
    byId("status").title = words;
  }

  // ------------------------------------------------------------------------------------------------ asking

  async ask(kind) {
    const { look, board } = this.table;
    // A hint that was given for this board is shown again, and not counted again.
    const about = `${look.line.length} ${look.svg}`;
    if (kind === "hint" && this.given?.about === about) {
      this.say(this.given.words);
      board.point(this.given.move, this.given.marks);
      return;
    }
    this.say("Thinking …");
    const patience = setTimeout(() => this.say("Thinking … a first answer can take half a minute"), 4000);
    for (const id of ["hint", "solution"]) byId(id).disabled = true;
    try {
      const step = kind === "hint" && (await this.table.taught());
      if (step) {
        this.say(`Hint: ${step}, as the lesson asks`);
        board.point(step);
      } else this.answer(kind, about, await post(`${this.table.home}/ask/${kind}`));
    } catch (fault) {
      this.say("");
      this.table.say(fault.message);
      this.table.show();
    } finally {
      clearTimeout(patience);
      for (const id of ["hint", "solution"]) byId(id).disabled = !this.table.look.can.includes(id);
    }
  }

  answer(kind, about, { look, line: [move, ...rest], words, marks }) {
    this.table.take(look);
    if (kind === "solution") {
      this.say(`Solution: ${words}`);
      this.start(move ? [move, ...rest] : []);
    } else {
      this.say(`Hint: ${move && !words.startsWith(move) ? `${move}: ` : ""}${words}`);
      if (move) this.given = { about, words: this.words, move, marks };
    }
    if (move) this.table.board.point(move, marks);
  }

  // ------------------------------------------------------------------------------------- a solution, step by step

  start(line, walked = []) {
    Object.assign(this, { line, walked });
    byId("unstep").disabled = !walked.length;
    byId("steps").classList.toggle("hidden", !line.length);
    byId("left").textContent = toGo(line);
    if (line.length) byId("step").textContent = `${phone.matches ? "Next" : "Play next step"}: ${line[0].slice(0, 20)}`;
  }

  // Take a step of the solution, or take one back.
  async walk(kind, facts) {
    this.walking = true;
    const taken = await this.table.wish(kind, facts);
    this.walking = false;
    return taken;
  }

  async step() {
    const [text, ...rest] = this.line;
    const walked = [...this.walked, text];
    if (!(await this.walk("move", { text }))) return false;
    this.start(rest, walked);
    this.say(toGo(rest));
    if (rest.length) this.table.board.point(rest[0]);
    // Where chance has a part, the line ends with what it brings, and goes on from there.
    else if (!this.table.look.ended) await this.ask("solution");
    return true;
  }

  async back() {
    const [line, walked] = [[this.walked.at(-1), ...this.line], this.walked.slice(0, -1)];
    if (!(await this.walk("undo"))) return;
    this.start(line, walked);
    this.table.board.point(line[0]);
  }

  // What was said of a board holds no longer when somebody has moved, here or on another screen.  A move by hand that the
  // solution has too is its next step, and any other leaves it.
  follow(before) {
    const { look, board } = this.table;
    const moved = look.line.length - (before?.line.length ?? 0);
    if (moved) this.words = "";
    if (!this.line.length || this.walking || (look.yours && !moved)) return;
    const [text, ...rest] = this.line;
    if (moved !== 1 || !rest.length || letters(look.line.at(-1).text) !== letters(text)) this.leave();
    else {
      this.start(rest, [...this.walked, text]);
      board.point(rest[0]);
    }
  }

  leave() {
    this.pause();
    if (!this.line.length) return;
    this.start([]);
    this.table.board.point("");
    this.say("");
  }

  // ----------------------------------------------------------------------------------------------- the film

  async film() {
    this.filming = !this.filming;
    this.showFilm();
    while (this.filming && this.line.length && (await this.step())) await wait(FRAME);
    this.pause();
  }

  pause() {
    this.filming = false;
    this.showFilm();
  }

  showFilm() {
    byId("film-solution").textContent = this.filming ? "Pause" : "Play all";
  }
}
