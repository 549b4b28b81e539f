/**
 * Keeps the pages that were opened, so that they open without a network: those for the field at once, as an installed
 * application or in a tab, and those with live data where the network does not answer. Each release of a page has a cache
 * of its own: the one that is open finds its files until it is closed. Records and answers are not its business.
 */
const pages = ['/mobile_pwa.html', '/mobile.html'];
const prefix = 'kianda-campo';
const configPath = '/config.json';
/** A network that has not answered by then is treated as none. */
const patienceMs = 4000;
/** Releases of a page that stay: the present one, and the one that may still be open. */
const releasesKept = 2;

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pages.includes(pathname)) event.respondWith(openPage(pathname));
  else if (request.mode === 'navigate' && pathname.endsWith('.html')) event.respondWith(openLivePage(event, pathname));
  else if (pathname === configPath) event.respondWith(openConfig(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(openFile(event));
});
/**
 * A page with live data that was opened says so, with the files that it has loaded; one that opened while this worker became
 * active, and was not taken over then, asks for it.
 */
self.addEventListener('message', (event) => {
  if (event.data === 'sem-controlo') event.waitUntil(self.clients.claim());
  if (Array.isArray(event.data) && event.source?.url !== undefined)
    event.waitUntil(keepOpened(new URL(event.source.url).pathname, event.data).catch(() => undefined));
});
/** The browser has a network again: the open pages send what waits. */
self.addEventListener('sync', (event) => {
  event.waitUntil(tell('enviar'));
});

/** An answer of the server, sealed for this browser alone: it is shown whether or not a page is open. */
self.addEventListener('push', (event) => {
  const said = event.data?.json() ?? {};
  const text = (value) => (typeof value === 'string' ? value : '');
  event.waitUntil(
    self.registration.showNotification(text(said.title) || 'Kianda', {
      body: text(said.body),
      // Another answer to the same record takes the place of what was shown of it.
      tag: text(said.tag),
      icon: '/icone-192.png',
      lang: 'pt-PT',
      data: { path: text(said.path) },
    }),
  );
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data?.path ?? ''));
});

/** Shows a place of the console, where there is a session; its copy on the phone where the console is not known. */
async function openAt(path) {
  const { hostname, origin } = self.location;
  const { consoleOrigins = [] } = await openConfig(new URL(configPath, origin).href)
    .then((answer) => answer.json())
    .catch(() => ({}));
  const known = consoleOrigins.find((one) => new URL(one).hostname === hostname) ?? consoleOrigins[0];
  const target = known === undefined ? null : new URL(path || '/', known);
  const isConsole = target !== null && consoleOrigins.includes(target.origin);
  await self.clients.openWindow(isConsole ? target.href : `${origin}${pages[0]}#ecra=answers`);
}

async function tell(message) {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(message);
}

/** The pages that are open: a phone that uses one of them does not pay for the other. */
async function keepAll() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = new Set(windows.map(({ url }) => new URL(url).pathname).filter((path) => pages.includes(path)));
  await Promise.all([
    ...[...open].map(async (path) => keepPage(path, await fetch(path, { cache: 'no-cache' }))),
    keepConfig(),
  ]);
}

/** Keeps a page that was opened, and what it has loaded beside the files that it names. */
async function keepOpened(path, files) {
  if ((await releasesOf(path)).length === 0) {
    await Promise.all([keepPage(path, await fetch(path, { cache: 'no-cache' })), keepConfig()]);
  }
  const newest = (await releasesOf(path)).at(-1);
  if (newest === undefined) return;
  const cache = await caches.open(newest);
  const missing = files.filter((file) => typeof file === 'string' && file.startsWith('/assets/'));
  await Promise.all(
    missing.map(async (file) => ((await cache.match(file)) === undefined ? keepFile(cache, file) : undefined)),
  );
}

/** Keeps a release of a page whole, or not at all: half of one would open to a blank screen. */
async function keepPage(path, answer) {
  if (!answer.ok) return false;
  const html = await answer.text();
  const name = `${prefix} ${path} ${await sumOf(html)}`;
  const before = await releasesOf(path);
  if (before.includes(name)) return false;
  const cache = await caches.open(name);
  try {
    const files = namesIn(html, /(?:src|href)="(\/[^"]+)"/g).filter((file) => file.startsWith('/assets/'));
    await Promise.all(files.map((file) => keepFile(cache, file)));
    // A page for the field is opened where there is no network to load the rest from.
    if (pages.includes(path)) await keepParts(cache, files);
    const headers = new Headers(answer.headers);
    for (const header of ['content-encoding', 'content-length', 'etag', 'date']) headers.delete(header);
    await cache.put(path, new Response(html, { headers }));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  const stay = new Set([...before, name].slice(-releasesKept));
  const old = (await cachesOf(path)).filter((release) => !stay.has(release));
  await Promise.all(old.map((release) => caches.delete(release)));
  return before.length > 0;
}

/** Keeps the files that kept scripts load later, by the names that the build writes in them, and theirs in turn. */
async function keepParts(cache, files) {
  const known = new Set(files);
  for (let last = [...files]; last.length > 0; ) {
    const named = await Promise.all(last.map((file) => partsOf(cache, file)));
    last = [...new Set(named.flat())].filter((file) => !known.has(file));
    for (const file of last) known.add(file);
    await Promise.all(last.map((file) => keepFile(cache, file)));
  }
}

async function partsOf(cache, file) {
  if (!file.endsWith('.js')) return [];
  const text = await (await cache.match(file, { ignoreVary: true })).text();
  return namesIn(text, /["'`](?:\.|\/?assets)\/([\w.-]+\.(?:js|css))["'`]/g).map((name) => `/assets/${name}`);
}

/** A style sheet with the letters of Portuguese that it names. */
async function keepFile(cache, path) {
  const known = await caches.match(path, { ignoreVary: true });
  const answer = known ?? (await fetch(path));
  if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`);
  await cache.put(path, answer.clone());
  if (!path.endsWith('.css')) return;
  const fonts = namesIn(await answer.text(), /url\(["']?(\/assets\/[^"')]*-latin-[^"')]*\.woff2)["']?\)/g);
  await Promise.all(fonts.filter((font) => font.includes('wght-normal')).map((font) => keepFile(cache, font)));
}

const namesIn = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))];

/** Releases of a page that are whole, oldest first: caches are listed in the order in which they were made. */
async function releasesOf(path) {
  const names = await cachesOf(path);
  const pagesKept = await Promise.all(names.map((name) => caches.match(path, { cacheName: name })));
  // The page itself is kept last: a worker that ended on the way left a release without it.
  return names.filter((_, index) => pagesKept[index] !== undefined);
}

const cachesOf = async (path) => (await caches.keys()).filter((name) => name.startsWith(`${prefix} ${path} `));

async function sumOf(text) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest).subarray(0, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The kept page at once, the network's for the next opening: a line of one bar must not hold up a form. */
async function openPage(path) {
  const newest = (await releasesOf(path)).at(-1);
  const kept = newest === undefined ? undefined : await caches.match(path, { cacheName: newest });
  const fetched = fetchPatiently(path).then(async (answer) => {
    const isAnother = await keepPage(path, answer.clone()).catch(() => false);
    if (isAnother) await tell('outra-versao');
    return answer;
  });
  if (kept === undefined) return fetched;
  fetched.catch(() => undefined);
  return kept;
}

/** The network's page, since its figures come from there too; the kept one where it does not answer. */
async function openLivePage(event, path) {
  const kept = (await releasesOf(path)).at(-1);
  if (kept === undefined) return fetch(event.request);
  try {
    const answer = await fetchPatiently(path);
    event.waitUntil(keepPage(path, answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    const page = await caches.match(path, { cacheName: kept });
    if (page === undefined) throw error;
    return page;
  }
}

/** Keeping what is asked for beside the page takes the time that the line takes. */
async function keepConfig(ask = (path) => fetch(path, { cache: 'no-cache' })) {
  const answer = await ask(configPath);
  if (answer.ok) await (await caches.open(`${prefix} config`)).put(configPath, answer.clone());
  return answer;
}

async function openConfig(request) {
  try {
    return await keepConfig(fetchPatiently);
  } catch (error) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept === undefined) throw error;
    // The page learns that the server is away: it is then on its own.
    return new Response(await kept.text(), { headers: { 'content-type': 'application/json', 'x-kianda-kept': 'sim' } });
  }
}

/** Gives up on an answer that has not begun in time; one that has begun is read to its end. */
async function fetchPatiently(path) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), patienceMs);
  try {
    return await fetch(path, { cache: 'no-cache', signal: giveUp.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** Names carry the hash of their content. What a kept page loads later is kept with its release. */
async function openFile({ request, clientId }) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  const page = clientId === '' ? undefined : await self.clients.get(clientId);
  const path = page === undefined ? '' : new URL(page.url).pathname;
  const newest = path === '' ? undefined : (await releasesOf(path)).at(-1);
  if (answer.ok && newest !== undefined) await (await caches.open(newest)).put(request, answer.clone());
  return answer;
}
