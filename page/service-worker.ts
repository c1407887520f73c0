/*
 * Keeps the page's own files in the browser, so that the page opens while the bridge is away. It keeps neither state nor
 * pictures: those of a player belong to who is signed in. A reload has the state from the tab itself.
 */

interface InstallEvent {
  waitUntil(work: Promise<unknown>): void;
  /** Chromium only. */
  addRoutes?(rules: readonly object[]): Promise<void>;
}

interface FetchEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

// The types of workers and those of pages exclude each other.
declare const self: {
  addEventListener(name: "install" | "activate", act: (event: InstallEvent) => void): void;
  addEventListener(name: "fetch", act: (event: FetchEvent) => void): void;
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  fetch(request: Request): Promise<Response>;
  skipWaiting(): Promise<void>;
};
/** Set by the build. */
declare const pageFiles: readonly string[];
declare const pageVersion: string;

const { scope } = self.registration;
const fileFolder = new URL("page/files/", scope).href;
/** The page is the same for everybody and has no secret. */
const anyCopy = { ignoreVary: true, ignoreSearch: true };

self.addEventListener("install", (event) => {
  const keep = async (): Promise<void> => {
    const cache = await caches.open(pageVersion);
    await cache.addAll([scope, ...pageFiles.map((name) => fileFolder + name)]);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
  // The first paint must not wait until a worker has started.
  const source = "race-network-and-fetch-handler";
  event.addRoutes?.([{ condition: { requestMode: "navigate" }, source }]).catch(() => {});
});

self.addEventListener("activate", (event) => {
  const clean = async (): Promise<void> => {
    const old = (await caches.keys()).filter((name) => name !== pageVersion);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.url.startsWith(fileFolder)) event.respondWith(keptOr(request, () => self.fetch(request)));
  // The bridge decides who sees the page; only without an answer the copy is shown.
  else if (request.mode === "navigate" && new URL(request.url).pathname === new URL(scope).pathname) {
    event.respondWith(self.fetch(request).catch(() => keptOr(scope, async () => Response.error())));
  }
});

async function keptOr(wanted: Request | string, other: () => Promise<Response>): Promise<Response> {
  return (await caches.match(wanted, anyCopy)) ?? other();
}
