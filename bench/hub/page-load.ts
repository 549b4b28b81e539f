/** One visit of an interface inside the console, as the browser's own protocol counts it. */
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';

/** Bytes that came over the line to the frame of an interface. */
export type Line = {
  /** Bytes as they came: compressed, with their heads. */
  readonly bytes: number;
  readonly scriptBytes: number;
  /** The drawing library of the maps alone. */
  readonly mapBytes: number;
};
export type Visit = Line & {
  /** From the opening of the page to the first figure with its origin, or the first heading of one without figures. */
  readonly figureMs: number | null;
};

/** The figure of a page is there once its origin is: the mark of the page, a badge, or the line of its sources. */
const figure = '[data-page-origin], section header button:has(svg), canvas.maplibregl-canvas';
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

/** Opens an interface in a page of its own, until nothing is asked any more. */
export async function visit(
  context: BrowserContext,
  address: string,
  origin: string,
  isMap: (url: string) => boolean,
): Promise<{ readonly visit: Visit; readonly page: Page; readonly frame: Frame }> {
  const page = await context.newPage();
  const seen = new Map<string, Counted>();
  await countOn(await context.newCDPSession(page), seen);
  const began = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  const frame = await frameOf(page, origin);
  const figureMs = await frame
    .locator(figure)
    .first()
    .waitFor({ timeout: longestMs })
    .then(
      () => performance.now() - began,
      () => null,
    );
  await page.waitForLoadState('networkidle', { timeout: quietWithinMs }).catch(() => undefined);
  const own = new Map([...seen].filter(([, { url }]) => url.startsWith(origin)));
  return { visit: { ...lineOf(own, isMap), figureMs }, page, frame };
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
