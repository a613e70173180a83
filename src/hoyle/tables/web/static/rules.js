// The rules page of a game.
import { byId, get } from "./api.js";
import { paragraphs } from "./text.js";

try {
  const page = await get(`/api/rules/${encodeURIComponent(decodeURIComponent(location.pathname.split("/")[2]))}`);
  document.title = `hoyle: the rules of ${page.title}`;
  byId("heading").textContent = page.title;
  byId("rules").replaceChildren(...paragraphs(page.rules));
  byId("play").href = `/new?${new URLSearchParams({ game: page.name })}`;
} catch (fault) {
  byId("alert").textContent = fault.message;
}
