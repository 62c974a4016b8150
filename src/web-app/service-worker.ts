export const serviceWorkerPath = '/service-worker.js';

/** The policy that holds for what the service worker does: it fetches pages and files of this host. */
export const serviceWorkerPolicy =
  "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'";

/**
 * Replaces the service worker with `WEB_OFFLINE=off`: it makes browsers remove the worker and everything that it
 * stored.
 */
export const removingWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;
