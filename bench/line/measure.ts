/** One visit of the console by a slow line and a slow processor, seen from outside by the browser's own protocol. */
import { type launchBrowser, newContext } from '../../tests/e2e/testing/browser.ts';

export type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type BrowserContext = Awaited<ReturnType<typeof newContext>>;
export type Page = Awaited<ReturnType<BrowserContext['newPage']>>;
type CDPSession = Awaited<ReturnType<BrowserContext['newCDPSession']>>;

/** One bar of signal, on a cheap telephone. */
export const badLine = { bitsPerSecond: 400_000, latencyMs: 400, slowdown: 4 } as const;

export type Traffic = {
  /** Bytes that came over the line since the visit began, headers of answers included. */
  readonly bytes: () => number;
  readonly requests: () => number;
};

export type Visit = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly traffic: Traffic;
  /** Layout shift of the page that is open, by the browser's own sum. */
  readonly shift: () => Promise<number>;
};

/** Opens a page on the slow line with nothing kept; `keepsFiles` lets the worker keep the console's files. */
export async function openVisit(
  browser: Browser,
  { keepsFiles = false, isSlow = true, width = 390 as 390 | 1440 } = {},
): Promise<Visit> {
  const context = await newContext(browser, { theme: 'claro', width }, { keepsFiles });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (isSlow) await slowDown(session);
  await page.addInitScript(() => {
    const seen = window as unknown as { lineShift: number };
    seen.lineShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as readonly (PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) seen.lineShift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    context,
    page,
    traffic: listen(session),
    shift: () => page.evaluate(() => (window as unknown as { lineShift: number }).lineShift),
  };
}

async function slowDown(session: CDPSession): Promise<void> {
  const bytesPerSecond = badLine.bitsPerSecond / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: badLine.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: badLine.slowdown });
}

function listen(session: CDPSession): Traffic {
  let bytes = 0;
  let requests = 0;
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  session.on('Network.responseReceived', ({ response }) => {
    if (!response.fromDiskCache && response.fromServiceWorker !== true) bytes += response.encodedDataLength;
  });
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    bytes += Buffer.byteLength(response.payloadData);
  });
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) requests += 1;
  });
  return { bytes: () => bytes, requests: () => requests };
}
