/**
 * Keeps the console's own files, so that a reload without a network still opens it. Data is not its business: answers
 * of the API are kept by the client, per account, with their age shown.
 */
const shellCache = 'kianda-shell';
const filesCache = 'kianda-files';
/** A network that has not answered by then is treated as none. */
const patienceMs = 4000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});
/**
 * A page tells what it loaded before this worker stood between it and the network, or that it is at rest; one that opened
 * while this worker became active, and was not taken over then, asks for it.
 */
self.addEventListener('message', (event) => {
  if (event.data === 'sem-controlo') {
    event.waitUntil(self.clients.claim());
    return;
  }
  if (event.data === 'em-repouso') {
    event.waitUntil(keepListed());
    return;
  }
  const paths = Array.isArray(event.data) ? event.data : [];
  const own = paths.filter((path) => typeof path === 'string' && path.startsWith('/assets/'));
  event.waitUntil(keepFiles(own));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && (pathname === '/' || pathname === '/login')) event.respondWith(openPage(request));
  else if (pathname.startsWith('/assets/') || pathname === '/favicon.svg') event.respondWith(openFile(request));
});

/** A message of the server, sealed for this browser alone: it is shown whether or not a page is open. */
self.addEventListener('push', (event) => {
  const said = event.data?.json() ?? {};
  const text = (value) => (typeof value === 'string' ? value : '');
  event.waitUntil(
    self.registration.showNotification(text(said.title) || 'Kianda', {
      body: text(said.body),
      // The same alert again takes the place of what was shown of it.
      tag: text(said.tag),
      icon: '/favicon.svg',
      lang: 'pt-PT',
      data: { path: text(said.path) },
    }),
  );
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data?.path ?? ''));
});

/** Shows a place of the console, in a page that is open already where there is one. */
async function openAt(path) {
  const target = new URL(path || '/', self.location.origin);
  if (target.origin !== self.location.origin) return;
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (page === undefined) {
    await self.clients.openWindow(target.href);
    return;
  }
  await page.navigate(target.href);
  await page.focus();
}

async function keepShell() {
  const page = await fetch('/', { cache: 'no-cache' });
  if (!page.ok) return;
  await keepPage(page);
  await keepFiles(['/favicon.svg']);
}

/** One file that does not come costs that file alone. */
async function keepFiles(paths) {
  const cache = await caches.open(filesCache);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await Promise.allSettled(paths.filter((path) => !kept.has(path)).map((path) => cache.add(path)));
}

/** The files without which nothing opens, and on a good line those of every section: they open without a network, too. */
async function keepListed() {
  const answer = await fetch('/ficheiros.json', { cache: 'no-cache' });
  if (!answer.ok) return;
  const { first, sections } = await answer.json();
  await keepFiles(first);
  // One after the other: what a person asks for meanwhile comes before.
  if (isGoodLine()) for (const path of sections) await keepFiles([path]);
}

/** A browser that does not tell is taken at its word: the first files alone. */
function isGoodLine() {
  const line = self.navigator.connection;
  return line !== undefined && line.saveData !== true && line.effectiveType === '4g';
}

/** With its headers, the security policy among them. */
async function keepPage(answer) {
  const html = await answer.text();
  const cache = await caches.open(shellCache);
  const before = await cache.match('/');
  // Another release has other files: those of the one before would never be asked for again.
  if (before !== undefined && (await before.text()) !== html) {
    await caches.delete(filesCache);
    for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage('outra-versao');
  }
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length', 'etag', 'date']) headers.delete(name);
  await cache.put('/', new Response(html, { headers }));
}

/** Both paths are the same page; the server's answer, with its security policy, comes before the kept one. */
async function openPage(request) {
  try {
    const answer = await fetchPatiently(request);
    if (answer.ok) await keepPage(answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match('/', { cacheName: shellCache });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Gives up on an answer that has not begun in time; one that has begun is read to its end. */
async function fetchPatiently(request) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), patienceMs);
  try {
    return await fetch(request, { signal: giveUp.signal });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Names carry the hash of their content: one that is kept is the right one, whichever way it was asked for. Without
 * `ignoreVary` a file kept by its path is not found by the page's own request, which names its origin.
 */
async function openFile(request) {
  const cache = await caches.open(filesCache);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
