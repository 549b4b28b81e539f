/**
 * How long the console takes to show what a press or a key has done: the browser's own event timing, from which
 * interaction to next paint (INP) is computed, https://web.dev/articles/inp.
 */
import type { SignIn } from '@kianda/contract/people/identity/identity.contract';
import { enterWith } from '../../tests/e2e/testing/console.ts';
import { type Browser, badLine, openVisit, type Page } from './measure.ts';

/** Milliseconds of each interaction of a visit, each the longest of its events. */
export type Interactions = { readonly name: string; readonly durationsMs: readonly number[] };

/** An interaction needs a paint of its own: the next one waits until it is over. */
const betweenMs = 400;

/** Notes each interaction before the page's first script runs; the shortest that the browser tells lasts 16 ms. */
function note(): void {
  const seen = window as unknown as { interactions: Record<string, number> };
  seen.interactions = {};
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as unknown as readonly (PerformanceEntry & {
      readonly interactionId: number;
    })[]) {
      if (interactionId > 0)
        seen.interactions[interactionId] = Math.max(seen.interactions[interactionId] ?? 0, duration);
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

async function press(page: Page, name: string | RegExp, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await page.getByRole('button', { name }).first().click();
    await page.waitForTimeout(betweenMs);
  }
}

/** A list of vessels: order, search by typing, pages, choice of columns. */
async function useList(page: Page): Promise<void> {
  await page.locator('table tbody tr').first().waitFor();
  for (const label of ['Nome', 'Bandeira']) await press(page, new RegExp(`^${label}`), 2);
  await page.locator('main input[type="search"], main input[type="text"]').first().click();
  for (const letter of 'estrela') {
    await page.keyboard.press(letter);
    await page.waitForTimeout(betweenMs);
  }
  await press(page, 'Página seguinte', 4);
  await press(page, 'Colunas', 2);
}

/** A map: nearer and farther, arrows, and a press on the sea. */
async function useMap(page: Page): Promise<void> {
  const map = page.locator('canvas').first();
  await map.waitFor();
  await page.waitForTimeout(5_000);
  await press(page, 'Aproximar', 4);
  await press(page, 'Afastar', 4);
  const box = await map.boundingBox();
  if (box === null) throw new Error('the map is not shown');
  for (const share of [0.3, 0.4, 0.5]) {
    await page.mouse.click(box.x + box.width * share, box.y + box.height * 0.5);
    await page.waitForTimeout(betweenMs);
  }
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(betweenMs);
  }
}

const visits = [
  { name: 'lista de embarcações', path: '/?section=global-fishing-watch&tab=vessels', use: useList },
  { name: 'mapa da frota', path: '/?section=global-fishing-watch&pane=closed', use: useMap },
] as const;

/** Uses each place with the processor slowed down as on the bad line, the line itself quick. */
export async function measureInteractions(
  browser: Browser,
  url: string,
  session: SignIn,
): Promise<readonly Interactions[]> {
  const measured: Interactions[] = [];
  for (const { name, path, use } of visits) {
    const { context, page } = await openVisit(browser, { isSlow: false, width: 1440 });
    await page.addInitScript(note);
    await enterWith(page, url, session);
    await page.goto(`${url}${path}`);
    const processor = await context.newCDPSession(page);
    await processor.send('Emulation.setCPUThrottlingRate', { rate: badLine.slowdown });
    await use(page);
    await page.waitForTimeout(1_000);
    const seen = await page.evaluate(
      () => (window as unknown as { interactions: Record<string, number> }).interactions,
    );
    measured.push({ name, durationsMs: Object.values(seen) });
    await context.close();
  }
  return measured;
}
