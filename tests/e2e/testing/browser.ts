/** A browser, and pages that remember everything that goes wrong in them. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../../tools/shared/chromium.mjs';

export type Theme = 'claro' | 'escuro';
export type View = { readonly theme: Theme; readonly width: 1440 | 390 };

/** `args`: over those that every browser here has. */
export function launchBrowser({ args = [] }: { readonly args?: readonly string[] } = {}): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium: «npm test» installs it, or says how.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      // Only maps need the emulated graphics card: pages composed by it cost three times the processor time.
      '--disable-gpu-compositing',
      '--disable-gpu-rasterization',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  });
}

/** Vitest's own limit ends a test that hangs; what is waited for comes as fast as the machine lets it. */
const waitMs = 120_000;

/** Contexts still open, for what a failed test has to tell. */
export const openContexts = new Set<BrowserContext>();

/** `keepsFiles`: with the worker that opens the console without a network; requests it answers are not seen by `observe`. */
export async function newContext(
  browser: Browser,
  view: View = { theme: 'claro', width: 1440 },
  { keepsFiles = false } = {},
): Promise<BrowserContext> {
  const isPhone = view.width === 390;
  const context = await browser.newContext({
    viewport: { width: view.width, height: isPhone ? 844 : 900 },
    hasTouch: isPhone,
    serviceWorkers: keepsFiles ? 'allow' : 'block',
    colorScheme: view.theme === 'claro' ? 'light' : 'dark',
    // Pages move on a desk; a phone here asks them to stand still, as many do, which also spares the processor.
    reducedMotion: isPhone ? 'reduce' : 'no-preference',
    locale: 'pt-PT',
    timezoneId: 'Africa/Luanda',
  });
  context.setDefaultTimeout(waitMs);
  openContexts.add(context);
  context.on('close', () => openContexts.delete(context));
  return context;
}

export type ObservedPage = {
  readonly page: Page;
  /** Faults since the last call: errors in the console, exceptions, failed requests, answers from 400 on. */
  takeFaults(): readonly string[];
  /** Waits until no request is open, nothing is marked as busy, and this stays so. Throws with what it waits for. */
  settle(limitMs?: number): Promise<void>;
};

const quietMs = 250;
const pollMs = 50;
/**
 * Scripts of workers, and the coast that the worker of a map fetches. Left before they have come, as they are with the screen
 * of the map, the browser never tells of their end: they are not waited for.
 */
const ofWorkers = /\/(?:[\w.-]*worker[\w.-]*\.js|assets\/[\w.-]+\.geojson)$/;

/** Watches a page and every frame in it. */
export function observe(page: Page): ObservedPage {
  const faults = new Set<string>();
  const open = new Set<string>();
  let quietSinceMs = performance.now();
  const pathOf = (url: string): string => {
    const { pathname, search } = new URL(url);
    return pathname + search;
  };
  const touch = (): void => {
    quietSinceMs = performance.now();
  };

  page.on('console', (message) => {
    if (message.type() === 'error')
      faults.add(`console: ${message.text().slice(0, 300)} ${message.location().url}`.trim());
  });
  page.on('pageerror', (error) => faults.add(`exception: ${error.message.slice(0, 300)}`));
  page.on('request', (request) => {
    if (!ofWorkers.test(request.url())) open.add(`${request.method()} ${request.url()}`);
    touch();
  });
  page.on('requestfinished', (request) => {
    open.delete(`${request.method()} ${request.url()}`);
    touch();
  });
  page.on('requestfailed', (request) => {
    open.delete(`${request.method()} ${request.url()}`);
    touch();
    const reason = request.failure()?.errorText ?? 'unknown';
    // Leaving a page ends what it was still asking for.
    if (reason !== 'net::ERR_ABORTED') faults.add(`${reason} ${request.method()} ${pathOf(request.url())}`);
  });
  page.on('response', (response) => {
    if (response.status() < 400) return;
    faults.add(`${response.status()} ${response.request().method()} ${pathOf(response.url())}`);
  });

  async function busyParts(): Promise<readonly string[]> {
    return page.evaluate(() => {
      const waiting = [...document.querySelectorAll('[role="status"]')].filter(
        (element) => element.textContent?.trim() === 'A carregar…',
      );
      return [...document.querySelectorAll('[aria-busy="true"]'), ...waiting].map((element) =>
        `${element.tagName.toLowerCase()} ${element.textContent?.trim().slice(0, 60)}`.trim(),
      );
    });
  }

  return {
    page,
    takeFaults() {
      const taken = [...faults];
      faults.clear();
      return taken;
    },
    async settle(limitMs = waitMs) {
      const deadlineMs = performance.now() + limitMs;
      for (;;) {
        const busy = open.size > 0 || performance.now() - quietSinceMs < quietMs ? [...open] : await busyParts();
        const quiet = open.size === 0 && performance.now() - quietSinceMs >= quietMs;
        if (quiet && busy.length === 0) return;
        if (performance.now() > deadlineMs) {
          throw new Error(`${page.url()} did not settle in ${limitMs} ms; it waits for: ${busy.join(' · ')}`);
        }
        await page.waitForTimeout(pollMs);
      }
    },
  };
}
