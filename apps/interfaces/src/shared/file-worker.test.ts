import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const source = readFileSync(new URL('../../public/sw.js', import.meta.url), 'utf8');
const origin = 'https://interfaces.example';
const page = '/health_dashboard.html';
const html = (release: number) => `<script type="module" src="/assets/page-${release}.js"></script>`;

/** The worker itself over caches in memory, and a server of two pages. */
function startWorker() {
  const caches = new Map<string, Map<string, Response>>();
  const served = new Map([
    [page, html(1)],
    ['/debug.html', html(1)],
    ['/assets/page-1.js', 'page'],
    ['/assets/map-1.js', 'map'],
    ['/config.json', '{}'],
  ]);
  const listeners = new Map<string, (event: unknown) => void>();
  const state = { isAway: false };
  const shown: unknown[] = [];
  const opened: string[] = [];
  const claims: number[] = [];
  const pathOf = (request: string | { readonly url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, origin).pathname;
  const fetched = async (request: string | { readonly url: string }) => {
    if (state.isAway) throw new TypeError('no network');
    const body = served.get(pathOf(request));
    return new Response(body ?? '', { status: body === undefined ? 404 : 200 });
  };
  const cacheOf = (name: string) => {
    const kept = caches.get(name) ?? new Map<string, Response>();
    caches.set(name, kept);
    return {
      match: async (request: string) => kept.get(pathOf(request))?.clone(),
      put: async (request: string, answer: Response) => void kept.set(pathOf(request), answer),
    };
  };
  runInNewContext(source, {
    self: {
      addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
      location: { origin, hostname: new URL(origin).hostname },
      registration: { showNotification: async (title: string, options: object) => void shown.push([title, options]) },
      clients: {
        openWindow: async (address: string) => void opened.push(address),
        claim: async () => void claims.push(1),
        matchAll: async () => [],
        get: async (id: string) => ({ url: origin + id }),
      },
    },
    caches: {
      open: async (name: string) => cacheOf(name),
      keys: async () => [...caches.keys()],
      delete: async (name: string) => caches.delete(name),
      match: async (request: string, { cacheName }: { readonly cacheName?: string }) => {
        const names = cacheName === undefined ? [...caches.keys()] : [cacheName];
        return names
          .map((name) => caches.get(name)?.get(pathOf(request)))
          .find((kept) => kept !== undefined)
          ?.clone();
      },
    },
    fetch: fetched,
    ...{ URL, Headers, Response, AbortController, TextEncoder, crypto, setTimeout, clearTimeout },
  });
  /** Runs an event with all that it began, to its end. */
  const given = async (name: string, event: object) => {
    const begun: Promise<unknown>[] = [];
    const answers: Promise<Response>[] = [];
    listeners.get(name)?.({
      ...event,
      waitUntil: (work: Promise<unknown>) => begun.push(work),
      respondWith: (answer: Promise<Response>) => answers.push(answer),
    });
    const [answer] = await Promise.all(answers);
    await Promise.all(begun);
    return answer;
  };
  return {
    ...{ given, shown, opened, claims },
    served,
    caches,
    state,
    /** The page says that it was opened, and what it has loaded. */
    say: (path: string, files: readonly string[]) => given('message', { data: files, source: { url: origin + path } }),
    async open(path: string, { mode = 'no-cors', from = page } = {}) {
      const request = { url: origin + path, method: 'GET', mode };
      const answer = await given('fetch', { request, clientId: from });
      if (answer === undefined) throw new Error(`${path}: left to the network`);
      return answer.text();
    },
  };
}
const visited = { mode: 'navigate' };

test('a page that was opened opens again without a network, with what it had loaded', async () => {
  const { say, open, state } = startWorker();
  await say(page, ['/assets/page-1.js', '/assets/map-1.js', '/config.json']);
  state.isAway = true;
  expect(await open(page, visited)).toBe(html(1));
  expect(await open('/assets/page-1.js')).toBe('page');
  expect(await open('/assets/map-1.js')).toBe('map');
  expect(await open('/config.json')).toBe('{}');
});

test('a page that was missed as the worker became active is taken over when it asks', async () => {
  const { given, claims } = startWorker();
  await given('message', { data: [], source: { url: origin + page } });
  expect(claims).toEqual([]);
  await given('message', { data: 'sem-controlo', source: { url: origin + page } });
  expect(claims).toEqual([1]);
});

test('a page that was never opened is not kept', async () => {
  const { say, open, state, caches } = startWorker();
  await say(page, []);
  expect(await open('/debug.html', visited)).toBe(html(1));
  expect([...caches.keys()].filter((name) => name.includes('debug'))).toEqual([]);
  state.isAway = true;
  await expect(open('/debug.html', visited)).rejects.toThrow('no network');
});

test('with a network a page with live data is the server’s, and its new release is kept', async () => {
  const { say, open, served, state } = startWorker();
  await say(page, []);
  served.set(page, html(2)).set('/assets/page-2.js', 'page 2');
  expect(await open(page, visited)).toBe(html(2));
  state.isAway = true;
  expect(await open(page, visited)).toBe(html(2));
  expect(await open('/assets/page-2.js')).toBe('page 2');
});

test('what a kept page loads later is kept with it', async () => {
  const { say, open, state } = startWorker();
  await say(page, []);
  expect(await open('/assets/map-1.js')).toBe('map');
  state.isAway = true;
  expect(await open('/assets/map-1.js')).toBe('map');
});

test('a page for the field is kept whole, with the parts that its scripts load later and theirs', async () => {
  const { open, served, state } = startWorker();
  const field = '/mobile_pwa.html';
  served
    .set(field, html(1))
    .set('/assets/page-1.js', 'const m=["assets/look-1.css"];import(`./screen-1.js`)')
    .set('/assets/screen-1.js', 'import{a}from"./shared-1.js"')
    .set('/assets/shared-1.js', 'shared')
    .set('/assets/look-1.css', 'look');
  await open(field, visited);
  state.isAway = true;
  expect(await open(field, visited)).toBe(html(1));
  expect(await open('/assets/screen-1.js')).toContain('shared-1');
  expect(await open('/assets/shared-1.js')).toBe('shared');
  expect(await open('/assets/look-1.css')).toBe('look');
});

test('a page for the field of which a part does not come is not kept by half; the one before opens', async () => {
  const { open, served, state, caches } = startWorker();
  const field = '/mobile_pwa.html';
  served.set(field, html(1)).set('/assets/page-1.js', 'import("./lost-1.js")');
  await open(field, visited);
  expect([...caches.keys()].filter((name) => name.includes(field))).toEqual([]);
  served.set('/assets/lost-1.js', 'found');
  await open(field, visited);
  // A worker that ended half-way through the next release left it without its page.
  caches.set(`kianda-campo ${field} 000000000000`, new Map([['/assets/page-2.js', new Response('half')]]));
  state.isAway = true;
  expect(await open(field, visited)).toBe(html(1));
});

const answer = {
  title: 'Pergunta sobre um registo seu',
  body: 'Quantas caixas?',
  tag: 'field:1',
  path: '/?section=x#ecra=answers',
};
const pushed = (content: object) => ({ data: { json: () => content } });
const clicked = (path: string) => ({ notification: { close: () => undefined, data: { path } } });

test('an answer that is pushed is shown, and a tap opens it in the console of the same host', async () => {
  const { given, shown, opened, served, state } = startWorker();
  served.set('/config.json', '{"consoleOrigins":["https://outra.example","https://interfaces.example:8443"]}');
  await given('push', pushed(answer));
  expect(shown).toEqual([
    [answer.title, expect.objectContaining({ body: 'Quantas caixas?', tag: 'field:1', data: { path: answer.path } })],
  ]);
  await given('notificationclick', clicked(answer.path));
  // The second time without a network: the console is the one that was kept.
  state.isAway = true;
  await given('notificationclick', clicked(answer.path));
  const there = 'https://interfaces.example:8443/?section=x#ecra=answers';
  expect(opened).toEqual([there, there]);
});

test('a path that leads elsewhere, or a console that is not known, opens the page of the phone', async () => {
  const { given, opened, served } = startWorker();
  await given('notificationclick', clicked('/x'));
  served.set('/config.json', '{"consoleOrigins":["https://interfaces.example:8443"]}');
  await given('notificationclick', clicked('https://mau.example/'));
  const own = `${origin}/mobile_pwa.html#ecra=answers`;
  expect(opened).toEqual([own, own]);
});
