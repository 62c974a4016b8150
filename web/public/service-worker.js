/**
 * Lets the app start while the server cannot be reached. It keeps the page and the files of the last build that was loaded,
 * and nothing that the API answers.
 *
 * | request       | answered by                                                        |
 * |---------------|--------------------------------------------------------------------|
 * | page, icon    | the server; the kept one only if the server cannot be reached      |
 * | `/assets/…`   | the kept file, whose name contains a hash of its content; else the server |
 * | anything else | the server, as without this file                                   |
 *
 * A cache belongs to one build, and one cache alone has a page: files of two builds never meet. The file does not depend
 * on the build, so a new version of it may take over at once.
 */
const cachePrefix = 'docket-';
/** The app has the same page at every address. */
const pageKey = '/';
const iconPath = '/icon.svg';
const buildFilesPath = '/build-files.json';
/** Pages that are not of the app. */
const otherPaths =
  /^\/(?:api|v1|mcp|webhooks|reference|openapi\.json|healthz|readyz|metrics|csp-reports|\.well-known)(?:\/|$)/;
/** A proxy says that the server behind it is gone. */
const unreachedStatuses = [502, 504];

// A worker that cannot fetch, for example under the policy of a proxy, is not installed: it would answer no page.
self.addEventListener('install', (event) =>
  event.waitUntil(fetch(buildFilesPath, { cache: 'no-store' }).then(() => self.skipWaiting())),
);

self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepBuild());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== 'GET') return;
  if (pathname.startsWith('/assets/')) event.respondWith(findFile(request));
  else if (pathname === iconPath) event.respondWith(askServer(request, iconPath));
  else if (request.mode === 'navigate' && !otherPaths.test(pathname))
    event.respondWith(askServer(request, pageKey));
});

async function findFile(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function askServer(request, keptAs) {
  let response;
  try {
    response = await fetch(request);
    if (!unreachedStatuses.includes(response.status)) return response;
  } catch {
    // The network or the server is down.
  }
  return (await caches.match(keptAs, { ignoreVary: true })) ?? response ?? Response.error();
}

/** The page is stored last: a cache with a page has all its files. */
async function keepBuild() {
  const [page, list] = await Promise.all(
    [pageKey, buildFilesPath].map((path) => fetch(path, { cache: 'no-store' })),
  );
  if (!page.ok || !list.ok) return;
  const { build, files } = await list.json();
  // Another build was made in between: the next page keeps it.
  if (!(await page.clone().text()).includes(`content="${build}"`)) return;
  const name = cachePrefix + build;
  const cache = await caches.open(name);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((file) => !kept.has(file)));
  const others = (await caches.keys()).filter((each) => each.startsWith(cachePrefix) && each !== name);
  for (const other of others) await (await caches.open(other)).delete(pageKey);
  await cache.put(pageKey, page);
  // Tabs of the build before may still load its files.
  for (const other of others.slice(0, -1)) await caches.delete(other);
}
