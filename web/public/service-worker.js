/**
 * Lets the app start while the server cannot be reached. It keeps the page and the files of the last build that was loaded,
 * and nothing that the API answers.
 *
 * | request       | answered by                                                        |
 * |---------------|--------------------------------------------------------------------|
 * | page, icon    | the server; the kept one only if the server cannot be reached      |
 * | help          | the same                                                           |
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
/** Not in the list of the build: without a session the server may refuse it. */
const helpPath = '/help-files/pages.json';
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
  else if (pathname === iconPath || pathname === helpPath) event.respondWith(askServer(request, pathname));
  else if (request.mode === 'navigate' && !otherPaths.test(pathname))
    event.respondWith(askServer(request, pageKey));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.json())));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPressed(event.notification.data));
});

/** The server says what happened; the app has left the sentences in the language of its person (web/notifications/push.ts). */
async function showPush(told) {
  if (!told) return;
  const windows = await self.clients.matchAll({ type: 'window' });
  // Who looks at Docket sees it there.
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const words = await (await caches.match('/push-words.json'))?.json();
  const sentence = words?.[told.kind] ?? words?.[told.type];
  const body = sentence && (told.who || !sentence.includes('{who}')) ? sentence : told.message;
  const named = body.replace('{who}', () => told.who).replace('{task}', () => told.task);
  await self.registration.showNotification(told.about || 'Docket', {
    body: told.quote ? `${named}\n${told.quote}` : named,
    tag: told.id,
    icon: '/icons/192.png',
    badge: '/icons/192.png',
    data: { openPath: told.path, notificationId: told.id },
  });
}

async function openPressed({ openPath, notificationId }) {
  const [window] = await self.clients.matchAll({ type: 'window' });
  if (!window) return self.clients.openWindow(openPath);
  await window.focus();
  window.postMessage({ openPath, notificationId });
}

async function findFile(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function askServer(request, keptAs) {
  let response;
  try {
    response = await fetch(request);
    if (!unreachedStatuses.includes(response.status)) return await withoutKeptPreloads(response);
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
  if (!kept.has(helpPath)) await cache.add(helpPath).catch(() => {});
  const others = (await caches.keys()).filter((each) => each.startsWith(cachePrefix) && each !== name);
  for (const other of others) await (await caches.open(other)).delete(pageKey);
  await cache.put(pageKey, withoutPreloads(page));
  // Tabs of the build before may still load its files.
  for (const other of others.slice(0, -1)) await caches.delete(other);
}

/** Chromium would load these files beside the kept ones, and warn that nothing uses them. */
async function withoutKeptPreloads(response) {
  const [, file] = /<([^>]+)>/.exec(response.headers.get('link')) ?? [];
  return file && (await caches.match(file, { ignoreVary: true })) ? withoutPreloads(response) : response;
}

/** The server names the files of the screen at this address; the kept page starts at every address. */
function withoutPreloads(page) {
  const headers = new Headers(page.headers);
  headers.delete('link');
  return new Response(page.body, { status: page.status, statusText: page.statusText, headers });
}
