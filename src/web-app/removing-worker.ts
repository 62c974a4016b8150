export const serviceWorkerPath = '/service-worker.js';

/** In place of the service worker with `WEB_OFFLINE=off`: browsers that have it remove it, with all that it kept. */
export const removingWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;
