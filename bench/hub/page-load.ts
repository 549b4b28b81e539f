/** Visits of interfaces inside the console, as the browser's own protocol counts them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Frame, Page } from 'playwright-core';
import { observe } from '../../tests/e2e/testing/browser.ts';
import { openSection } from '../../tests/e2e/testing/console.ts';

/** Bytes that came over the line to the frame of an interface. */
export type Line = {
  /** Bytes as they came: compressed, with their heads. */
  readonly bytes: number;
  readonly scriptBytes: number;
  /** The drawing library of the maps alone. */
  readonly mapBytes: number;
};
export type Visit = Line & {
  /** From the press on the card to the first heading; null where none came. */
  readonly headingMs: number | null;
  /** From the press on the card to the first figure with its origin; null for a page without figures. */
  readonly figureMs: number | null;
};

/** The figure of a page is there once its origin is: the mark of the page, a badge, or the line of its sources. */
const figure = '[data-page-origin], section header button:has(svg), canvas.maplibregl-canvas';
const heading = 'h1, h2, canvas';
const longestMs = 45_000;
/** A page that listens never ceases to ask: what has not come by then is of no first visit. */
const quietWithinMs = 10_000;

type Counted = { readonly type: string; readonly url: string; bytes: number };

/** Counts what a session of the protocol receives from the origin of the interfaces and from the API for it. */
async function countOn(session: CDPSession, seen: Map<string, Counted>): Promise<void> {
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    seen.set(requestId, { type, url: response.url, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const counted = seen.get(requestId);
    if (counted !== undefined) counted.bytes += encodedDataLength;
  });
}

function lineOf(seen: ReadonlyMap<string, Counted>, isMap: (url: string) => boolean): Line {
  const sum = (of: readonly Counted[]) => of.reduce((all, { bytes }) => all + bytes, 0);
  const all = [...seen.values()];
  const scripts = all.filter(({ type }) => type === 'Script');
  return { bytes: sum(all), scriptBytes: sum(scripts), mapBytes: sum(scripts.filter(({ url }) => isMap(url))) };
}

async function frameOf(page: Page, origin: string): Promise<Frame> {
  const frame = page.frames().find((one) => one.url().startsWith(origin));
  if (frame !== undefined) return frame;
  return page.waitForEvent('framenavigated', { predicate: (one) => one.url().startsWith(origin), timeout: longestMs });
}

/** The line over which a page is to open within two seconds: 5 Mbit/s, 40 ms there and back. */
const line = { offline: false, latency: 40, downloadThroughput: 625_000, uploadThroughput: 625_000 };

/** The console of one person, in which interfaces are opened over the measured line. */
export type Visitor = {
  /** Opens an interface from the hub, as its card does, until its first figure is there and little is asked any more. */
  visit(id: string): Promise<{ readonly visit: Visit; readonly frame: Frame }>;
  /** Goes back to the hub: the frame ends. */
  leave(): Promise<void>;
};

/** `page` shows the console; `origin` is that of the interfaces. */
export async function createVisitor(page: Page, origin: string, isMap: (url: string) => boolean): Promise<Visitor> {
  const seen = new Map<string, Counted>();
  const observed = observe(page);
  const session = await page.context().newCDPSession(page);
  await countOn(session, seen);
  await session.send('Network.emulateNetworkConditions', line);
  return {
    async visit(id) {
      seen.clear();
      const began = performance.now();
      await openSection(page, 'scientific-interfaces', { interface: id });
      const frame = await frameOf(page, origin);
      const timeOf = (selector: string) =>
        frame
          .locator(selector)
          .locator('visible=true')
          .first()
          .waitFor({ timeout: longestMs })
          .then(
            () => performance.now() - began,
            () => null,
          );
      const drawn = timeOf(figure);
      const headingMs = await timeOf(heading);
      await observed.settle(quietWithinMs).catch(() => undefined);
      const figureMs = await Promise.race([drawn, wait(0, null)]);
      const own = new Map([...seen].filter(([, { url }]) => url.startsWith(origin)));
      return { visit: { ...lineOf(own, isMap), headingMs, figureMs }, frame };
    },
    async leave() {
      await openSection(page, 'scientific-interfaces');
      await page.locator('iframe').waitFor({ state: 'detached' });
    },
  };
}

/** Pictures a second that the frame draws, over `seconds`. */
export function framesPerSecond(frame: Frame, seconds: number): Promise<number> {
  return frame.evaluate(
    (ms) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        let drawn = 0;
        const next = () => {
          drawn += 1;
          const passed = performance.now() - began;
          if (passed < ms) requestAnimationFrame(next);
          else resolve((drawn * 1_000) / passed);
        };
        requestAnimationFrame(next);
      }),
    seconds * 1_000,
  );
}
