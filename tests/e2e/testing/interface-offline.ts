/** A page of the catalogue without a network: its own address, in the browser that has just shown it. */
import type { Frame } from 'playwright-core';
import { fieldTexts } from '../../../apps/interfaces/src/field/texts.pt.ts';
import { frameTexts } from '../../../apps/interfaces/src/page-frame/texts.pt.ts';
import { sharedTexts } from '../../../apps/interfaces/src/shared/texts.pt.ts';
import type { ObservedPage } from './browser.ts';

/** Waits until the browser's worker holds the page, and every file that it has loaded. */
export async function waitUntilKept(frame: Frame): Promise<void> {
  await frame.waitForFunction(async () => {
    const names = await caches.keys();
    if (!names.some((name) => name.includes(` ${location.pathname} `))) return false;
    const loaded = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
    const kept = await Promise.all(loaded.map(({ pathname }) => caches.match(pathname, { ignoreVary: true })));
    return kept.every((answer) => answer !== undefined);
  });
}

export type Kept = { readonly address: string; readonly heading: string };

/** How long a page may take without a network: nothing that it needs comes from elsewhere. */
const limitMs = 30_000;
/** Copies with their age, or constants, which have none. */
const copy = new RegExp(`${frameTexts.copies}(?:\\s*${frameTexts.readAt}(?:há|agora|\\d)|[^]*Configurado)`);
/** Sentences that say why a page has none: its figures are of some accounts alone, or it is a form that waits for a session. */
const reasons = [sharedTexts.away, fieldTexts.state.signIn];

export type Reopened = { readonly isCopy: boolean; readonly faults: readonly string[] };

/** Opens a page again without a network: it has its heading, and figures that are told as copies, or the reason for none. */
export async function reopen(observed: ObservedPage, kept: Kept): Promise<Reopened> {
  const { page } = observed;
  observed.takeFaults();
  const body = page.locator('body');
  try {
    await page.goto(kept.address);
    await page.getByRole('heading', { level: 1, name: kept.heading, exact: true }).waitFor({ timeout: limitMs });
    const copied = body.filter({ hasText: copy });
    const reasoned = reasons.map((reason) => body.filter({ hasText: reason }));
    await reasoned.reduce((either, one) => either.or(one), copied).waitFor({ timeout: limitMs });
    return {
      isCopy: (await copied.count()) > 0,
      faults: observed.takeFaults().filter((fault) => fault.startsWith('exception:')),
    };
  } catch (error) {
    const text = (await body.allInnerTexts().catch(String)).toString();
    return { isCopy: false, faults: [`${String(error).slice(0, 120)}; it shows: ${text.slice(0, 400)}`] };
  }
}
