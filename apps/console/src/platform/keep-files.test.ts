import { expect, test } from 'vitest';
import { registerFileCache } from './keep-files.ts';

type Notify = (loaded: { getEntries(): readonly { readonly name: string }[] }) => void;

/** A page whose worker is ready at once; `load` reports files that have come. */
function page(ready: Promise<{ active: { postMessage(message: unknown): void } }>, controller: object | null = {}) {
  const observed: unknown[] = [];
  const notified: Notify[] = [];
  class PerformanceObserver {
    constructor(notify: Notify) {
      notified.push(notify);
    }
    observe(what: unknown): void {
      observed.push(what);
    }
  }
  const view = {
    navigator: { serviceWorker: { register: async () => undefined, ready, controller } },
    location: { origin: 'https://kianda.example' },
    PerformanceObserver,
  } as unknown as Window & typeof globalThis;
  const load = (...names: string[]) =>
    notified.forEach((notify) => {
      notify({ getEntries: () => names.map((name) => ({ name })) });
    });
  return { view, observed, load };
}

test('the worker is told of what the page loads, before it was ready and ever after, and of nothing of others', async () => {
  const told: unknown[] = [];
  const { view, observed, load } = page(Promise.resolve({ active: { postMessage: (message) => told.push(message) } }));
  await registerFileCache(view);
  // Buffered: what came before is reported, too.
  expect(observed).toEqual([{ type: 'resource', buffered: true }]);
  load('https://kianda.example/assets/index.js', 'https://mapas.example/assets/tile.png');
  load('https://kianda.example/assets/zee-dashboard.js');
  // At rest, so that it fetches what nobody has loaded yet.
  expect(told).toEqual(['em-repouso', ['/assets/index.js'], ['/assets/zee-dashboard.js']]);
});

test('a page that its worker missed as it became active asks to be taken over', async () => {
  const told: unknown[] = [];
  const ready = Promise.resolve({ active: { postMessage: (message: unknown) => told.push(message) } });
  await registerFileCache(page(ready, null).view);
  expect(told).toEqual(['sem-controlo', 'em-repouso']);
});

test('a browser without workers, or that refuses one, is left as it is', async () => {
  await registerFileCache({ navigator: {} } as unknown as Window & typeof globalThis);
  const refused = Promise.reject(new Error('recusado'));
  const { view, observed } = page(refused);
  await registerFileCache(view);
  expect(observed).toEqual([]);
});
