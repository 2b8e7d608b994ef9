// Answers a page that cannot be loaded with one kept page, /offline, which holds nothing personal. All else goes to the
// network untouched, and nothing else is ever kept. The build writes the kept page's hash into its name below, so that a
// new page is fetched when it has changed.
const KEPT = "offline-unbuilt";
const PAGE = "/offline";

self.addEventListener("install", (event) => {
  const keep = async () => {
    const kept = await caches.open(KEPT);
    await kept.add(new Request(PAGE, { cache: "reload", credentials: "omit" }));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const start = async () => {
    const old = (await caches.keys()).filter((name) => name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
    // The browser asks for the page at once, as it would without a worker; only its failure is looked at here.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(start());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  // Forms are the browser's own affair: sent from here, a post from another site would look like one of ours.
  if (request.mode !== "navigate" || request.method !== "GET" || request.destination !== "document") return;
  const load = async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(request));
    } catch (error) {
      const page = await caches.match(PAGE);
      if (page) return page;
      throw error;
    }
  };
  event.respondWith(load());
});
