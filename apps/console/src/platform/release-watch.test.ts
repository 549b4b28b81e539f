import { expect, test, vi } from 'vitest';
import { otherReleaseMessage, watchRelease } from './release-watch.ts';

/** A page that was opened with one release, in front of a server that may have another. */
function openPage() {
  const served = { script: '/assets/index-1.js', isAway: false };
  const worker = new EventTarget();
  const events = new EventTarget();
  const document = Object.assign(events, {
    visibilityState: 'visible',
    querySelector: () => ({ src: 'https://kianda.example/assets/index-1.js' }),
  });
  const asked: string[] = [];
  const view = {
    document,
    navigator: { serviceWorker: worker },
    setInterval: () => 0,
    clearInterval: () => undefined,
    fetch: async (url: string) => {
      asked.push(url);
      if (served.isAway) throw new TypeError('no network');
      return new Response(`<script type="module" src="${served.script}"></script>`);
    },
  } as unknown as Window & typeof globalThis;
  return {
    view,
    served,
    asked,
    tell: (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data })),
    comeBack: () => events.dispatchEvent(new Event('visibilitychange')),
  };
}

test('a worker that met another page is believed once the server says so too, and it is told once', async () => {
  const { view, served, asked, tell } = openPage();
  const found = vi.fn();
  watchRelease(view, () => 0, found);
  tell('outra coisa');
  expect(asked).toEqual([]);
  tell(otherReleaseMessage);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(found).not.toHaveBeenCalled();
  served.script = '/assets/index-2.js';
  tell(otherReleaseMessage);
  await vi.waitFor(() => expect(found).toHaveBeenCalledTimes(1));
  tell(otherReleaseMessage);
  expect(asked).toHaveLength(2);
});

test('a page that comes back into view after a while asks by itself; without a network it goes on', async () => {
  let now = 0;
  const { view, served, asked, comeBack } = openPage();
  const found = vi.fn();
  watchRelease(view, () => now, found);
  comeBack();
  expect(asked).toEqual([]);
  now = 1_800_000;
  served.isAway = true;
  comeBack();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  served.isAway = false;
  served.script = '/assets/index-2.js';
  now *= 2;
  comeBack();
  await vi.waitFor(() => expect(found).toHaveBeenCalledTimes(1));
});

test('an ended watch is silent', async () => {
  const { view, served, asked, tell } = openPage();
  const found = vi.fn();
  const end = watchRelease(view, () => 0, found);
  served.script = '/assets/index-2.js';
  end();
  tell(otherReleaseMessage);
  expect(asked).toEqual([]);
  expect(found).not.toHaveBeenCalled();
});
