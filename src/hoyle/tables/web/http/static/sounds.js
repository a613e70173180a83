// Sounds that the page makes itself, off until they are switched on.
import { mine } from "./mine.js";

const NOTES = { move: [[330, 0.07]], answer: [[262, 0.09]], won: [[523, 0.12], [659, 0.12], [784, 0.25]], lost: [[294, 0.16], [220, 0.3]] };
let audio = null;

export function play(what) {
  if (!mine().sound) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, length] of NOTES[what]) {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}
