import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { otherReleaseMessage } from './release-watch.ts';

const source = readFileSync(new URL('../../public/sw.js', import.meta.url), 'utf8');
const origin = 'https://kianda.example';

type Kept = Map<string, Response>;

/** The worker itself over caches in memory, a server of two files, and one open page. */
function startWorker() {
  const caches = new Map<string, Kept>();
  const served = new Map<string, string>([
    ['/', '<p>1</p>'],
    ['/assets/a-1.js', 'one'],
  ]);
  const told: unknown[] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  const state = { isAway: false };
  const pathOf = (request: string | { readonly url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, origin).pathname;
  const cacheOf = (name: string) => {
    const kept = caches.get(name) ?? new Map<string, Response>();
    caches.set(name, kept);
    return {
      match: async (request: string) => kept.get(pathOf(request))?.clone(),
      put: async (request: string, answer: Response) => void kept.set(pathOf(request), answer),
      keys: async () => [...kept.keys()].map((path) => ({ url: origin + path })),
      add: async (path: string) => void kept.set(path, await ask(path)),
    };
  };
  const ask = async (request: string | { readonly url: string }) => {
    if (state.isAway) throw new TypeError('no network');
    const body = served.get(pathOf(request));
    return new Response(body ?? '', { status: body === undefined ? 404 : 200 });
  };
  runInNewContext(source, {
    self: {
      addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
      skipWaiting: async () => undefined,
      location: { origin },
      navigator: {},
      clients: {
        matchAll: async () => [{ postMessage: (data: unknown) => told.push(data) }],
        claim: async () => undefined,
      },
    },
    caches: {
      open: async (name: string) => cacheOf(name),
      delete: async (name: string) => caches.delete(name),
      match: async (path: string, { cacheName }: { readonly cacheName: string }) => cacheOf(cacheName).match(path),
    },
    fetch: ask,
    ...{ URL, Headers, Response, AbortController, setTimeout, clearTimeout },
  });
  /** Answer of the worker to a request of a page. */
  const fetchOf = async (path: string, mode = 'no-cors'): Promise<string> => {
    const answers: Promise<Response>[] = [];
    const request = { url: origin + path, method: 'GET', mode };
    listeners.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => answers.push(given) });
    const [answer] = await Promise.all(answers);
    if (answer === undefined) throw new Error(`${path}: left to the network`);
    return answer.text();
  };
  return { served, told, state, fetchOf };
}

test('another build is told to the open pages, and the files of the one before are let go', async () => {
  const { served, told, state, fetchOf } = startWorker();
  expect(await fetchOf('/', 'navigate')).toBe('<p>1</p>');
  expect(await fetchOf('/assets/a-1.js')).toBe('one');
  expect(await fetchOf('/', 'navigate')).toBe('<p>1</p>');
  expect(told).toEqual([]);
  served.delete('/assets/a-1.js');
  served.set('/', '<p>2</p>').set('/assets/a-2.js', 'two');
  expect(await fetchOf('/', 'navigate')).toBe('<p>2</p>');
  expect(told).toEqual([otherReleaseMessage]);
  expect(await fetchOf('/assets/a-2.js')).toBe('two');
  state.isAway = true;
  expect(await fetchOf('/', 'navigate')).toBe('<p>2</p>');
  expect(await fetchOf('/assets/a-2.js')).toBe('two');
  await expect(fetchOf('/assets/a-1.js')).rejects.toThrow('no network');
});
