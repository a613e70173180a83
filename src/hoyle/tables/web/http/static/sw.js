// Keeps the files of the pages, and says when the server is away. It never answers for the API.
const SHELL = "hoyle /static/";
const AWAY = "/away";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((kept) => kept.addAll([AWAY, "/static/style.css"])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const others = (names) => Promise.all(names.filter((name) => name.startsWith("hoyle ") && name !== SHELL).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(others).then(() => self.clients.claim()));
});

async function visit(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(AWAY)) ?? Response.error();
  }
}

async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const fresh = await fetch(request);
  if (fresh.ok) (await caches.open(SHELL)).put(request, fresh.clone());
  return fresh;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(visit(request));
  else if (new URL(request.url).pathname.startsWith("/static/")) event.respondWith(file(request));
});
