/** Faults of a screen that a program can find. */
import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

export const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules that look at colours: all that another theme of the same page can break. */
const colourRules = ['color-contrast', 'link-in-text-block'];

type AxeWindow = { readonly axe?: typeof axe };

/** Violations in one frame, each with the first element at fault. */
async function accessibilityOf(frame: Frame, rules: readonly string[]): Promise<readonly string[]> {
  const isThere = await frame.evaluate(() => (window as unknown as AxeWindow).axe !== undefined);
  if (!isThere) await frame.evaluate(axe.source);
  return frame.evaluate(async (asked) => {
    const { axe: judge } = window as unknown as Required<AxeWindow>;
    const { violations } = await judge.run(document, {
      runOnly: [...asked],
      resultTypes: ['violations'],
      iframes: false,
    });
    return violations.map(
      ({ id, nodes }) =>
        `accessibility: ${id} ×${nodes.length}, first ${nodes[0]?.target.join(' ')}: ${nodes[0]?.html.slice(0, 160)}`,
    );
  }, rules);
}

/** Accessibility of the page and of the pages embedded in it; `of` the colours where the rest was asked in the other theme. */
export async function accessibilityFaults(page: Page, of: 'all' | 'colours' = 'all'): Promise<readonly string[]> {
  const rules = of === 'all' ? axeRules : colourRules;
  const judged = page.frames().map((frame) =>
    accessibilityOf(frame, rules).catch((error: unknown) => {
      // The frame of the section before is listed a little longer than it lives.
      if (frame.isDetached()) return [];
      throw error;
    }),
  );
  return (await Promise.all(judged)).flat();
}

/** Faults that need no understanding, of a page or a frame: an empty screen, scrolling sideways or beyond its end, nameless controls, program words. */
export async function visibleFaults(screen: Pick<Page, 'locator' | 'evaluate'>): Promise<readonly string[]> {
  const [shown = ''] = await screen.locator('main').allInnerTexts();
  return screen.evaluate((text) => {
    const faults: string[] = [];
    if (text.length < 40) faults.push(`the main part says only "${text}"`);
    const program = /\b(NaN|undefined|null|Infinity|lorem)\b|\[object Object\]/i.exec(text);
    if (program !== null) faults.push(`text "${program[0]}"`);
    const english =
      /\b(Loading|Error|Submit|Cancel|Search|Settings|Unknown|Failed|Retry|No data|Click|Close|Save|Delete)\b/.exec(
        text,
      );
    if (english !== null) faults.push(`English "${english[0]}"`);
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth + 1) faults.push(`scrolls sideways by ${scrollWidth - clientWidth} px`);
    // A hidden text that does not move with its list reaches as far down as the whole list would. The console's root ends
    // where its page does; that of an interface is as high as the window, whatever it holds.
    const endsAt = document.querySelector('#root')?.getBoundingClientRect().bottom ?? 0;
    const { scrollHeight, clientHeight } = document.documentElement;
    const empty = scrollHeight - Math.max(clientHeight, Math.ceil(endsAt + window.scrollY));
    if (window.location.pathname === '/' && empty > 1) faults.push(`scrolls on for ${empty} px below its end`);
    for (const control of document.querySelectorAll<HTMLElement>('main button, main a')) {
      const hasName =
        (control.textContent ?? '').trim() !== '' ||
        control.ariaLabel !== null ||
        control.title !== '' ||
        control.querySelector('img[alt], svg title') !== null;
      if (!hasName) faults.push(`control without a name: ${control.outerHTML.slice(0, 160)}`);
    }
    return faults;
  }, shown.trim());
}
