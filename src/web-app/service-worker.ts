export const serviceWorkerPath = '/service-worker.js';

/** The policy of the answer with a worker holds for what the worker does: it fetches pages and files of this host. */
export const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** In place of the service worker with `WEB_OFFLINE=off`: browsers that have it remove it, with all that it kept. */
export const removingWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;
