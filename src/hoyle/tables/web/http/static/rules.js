// The rules page of a game.
import { byId, get, rulesPage } from "./page.js";

try {
  const page = await get(`/api/rules/${encodeURIComponent(decodeURIComponent(location.pathname.split("/")[2]))}`);
  document.title = `hoyle: the rules of ${page.title}`;
  byId("heading").textContent = page.title;
  byId("rules").replaceChildren(...rulesPage(page, "h2"));
  byId("shown").src = `/api/picture?${new URLSearchParams({ game: page.name, seed: 1, showcase: true })}`;
  for (const id of ["play", "play-below"]) byId(id).href = `/new?${new URLSearchParams({ game: page.name })}`;
} catch (fault) {
  byId("alert").textContent = fault.message;
}
