/** Checks of every screen, in whichever journey. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allSections } from '../../../apps/console/src/sections/sections.ts';
import { isInTurn } from '../../../tools/shared/turns.mjs';
import { signIn } from './api.ts';
import { newContext, type ObservedPage, observe, type Theme, type View } from './browser.ts';
import { enterWith, openSection } from './console.ts';
import { accessibilityFaults, visibleFaults } from './screen-faults.ts';
import type { SharedPlatform } from './shared.ts';

const pictures = join(import.meta.dirname, '../../../build/capturas');
mkdirSync(pictures, { recursive: true });

/** Every place of the tree, those reached otherwise, and one that does not exist. */
const sections = [...allSections.map(({ id }) => id), 'nao-existe'];

export type Setting = { readonly browser: Browser; readonly platform: SharedPlatform };

/** Everything wrong with the page as it is now; where there is anything, its picture is kept. */
export async function faultsOfScreen(
  observed: ObservedPage,
  name: string,
  { theme, width }: View,
  accessibility: 'all' | 'colours' = 'all',
): Promise<readonly string[]> {
  const { page } = observed;
  await observed.settle();
  const faults = [
    ...(await visibleFaults(page)),
    ...(await accessibilityFaults(page, accessibility)),
    ...observed.takeFaults(),
  ];
  if (faults.length > 0) {
    await page.screenshot({ path: join(pictures, `${name}-${theme}-${width}.png`), fullPage: true });
  }
  return faults;
}

const schemes = { claro: 'light', escuro: 'dark' } as const;

/** Waits until this frame wears the scheme and nothing in it is on its way from one colour to another. */
async function wearScheme(frame: Frame, scheme: string): Promise<void> {
  // A frame out of sight draws nothing, and so ends no transition.
  if (frame.parentFrame() !== null) await (await frame.frameElement()).scrollIntoViewIfNeeded();
  await frame.waitForFunction((wanted) => {
    // A page in a frame hears of the theme from the console; one without a scheme of its own has nothing to wait for.
    const worn = document.documentElement.getAttribute('data-mantine-color-scheme');
    if (worn !== null && worn !== wanted) return false;
    return document.getAnimations().every(({ playState, effect }) => {
      const isEndless = effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
      return playState !== 'running' || isEndless;
    });
  }, scheme);
}

/** Changes the theme of the page as the system does, and waits until every frame of it wears the new one. */
async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: schemes[theme] });
  for (const frame of page.frames())
    await wearScheme(frame, schemes[theme]).catch((error: unknown) => {
      // The frame of the section before is listed a little longer than it lives.
      if (!frame.isDetached()) throw error;
    });
}

/**
 * Everything wrong with the page in either theme: what depends on the theme is drawn anew, the rest is not asked for twice.
 * Of the rules of accessibility the second theme is asked those on colours: names, roles and sizes are the same in both.
 */
export async function faultsInBothThemes(
  observed: ObservedPage,
  name: string,
  width: View['width'],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const theme of ['claro', 'escuro'] as const) {
    // Late content arrives before the colours change.
    await observed.settle();
    await switchTheme(observed.page, theme);
    const found = await faultsOfScreen(observed, name, { theme, width }, theme === 'claro' ? 'all' : 'colours');
    faults.push(...found.map((fault) => `${theme}: ${fault}`));
  }
  return faults;
}

/** Objections of axe to the page as it is now, a dialog open or an answer missing: all in one theme, colours in the other. */
export async function accessibilityInBothThemes({ page }: ObservedPage): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const theme of ['claro', 'escuro'] as const) {
    await switchTheme(page, theme);
    const found = await accessibilityFaults(page, theme === 'claro' ? 'all' : 'colours');
    faults.push(...found.map((fault) => `${theme}: ${fault}`));
  }
  return faults;
}

/** A page of a view, signed in before the tests of the suite; `kept` as `newContext` takes it. */
export function signedIn(
  setting: () => Setting,
  view: View,
  kept?: { readonly keepsFiles: boolean },
): () => ObservedPage {
  let context: BrowserContext;
  let observed: ObservedPage;
  beforeAll(async () => {
    const { browser, platform } = setting();
    context = await newContext(browser, view, kept);
    observed = observe(await context.newPage());
    await enterWith(observed.page, platform.url, await signIn(platform.url, platform.email, platform.password));
  });
  afterAll(() => context.close());
  return () => observed;
}

/**
 * Every section whose turn it is at this width: nothing goes wrong, nothing is cut off, and axe has no objection. On a desk
 * in both themes; a phone shows the same colours, and is asked for one.
 */
export function visitEverySection(setting: () => Setting, width: View['width']): void {
  describe(`every section, ${width} px`, () => {
    const current = signedIn(setting, { theme: 'claro', width });

    test.each(sections.filter((_, place) => isInTurn(place, width === 1440 ? 0 : 1)))('%s', async (section) => {
      const observed = current();
      observed.takeFaults();
      await openSection(observed.page, section);
      const faults =
        width === 1440
          ? await faultsInBothThemes(observed, section, width)
          : await faultsOfScreen(observed, section, { theme: 'claro', width });
      expect(faults).toEqual([]);
    });
  });
}
