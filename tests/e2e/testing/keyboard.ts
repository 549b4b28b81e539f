/** A person who has a keyboard and nothing else. */
import type { Locator, Page } from 'playwright-core';

/** More stops than any page has before what its main task needs. */
const mostStops = 250;

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return `${element?.tagName.toLowerCase()} ${element?.ariaLabel ?? element?.textContent?.trim().slice(0, 60) ?? ''}`;
  });

/**
 * Tab after Tab until the control has the focus, which then must be seen. A control that still waits for its data is
 * waited for: no Tab leads to it before. Throws where none leads to it then.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.and(page.locator(':not(:disabled)')).waitFor();
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await isFocused(target)) {
      const isSeen = await target.evaluate((element) => element.matches(':focus-visible'));
      if (!isSeen) throw new Error(`${await focusedName(page)} has the focus and does not show it`);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`no Tab leads to ${String(target)}; the last stop was ${await focusedName(page)}`);
}

/** Goes to a control and presses it. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field and writes into it in place of what it holds. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Waits until the focus has come to a control by itself: back from a dialog, or into one. */
export async function awaitFocus(page: Page, target: Locator): Promise<void> {
  const element = await target.elementHandle();
  await page.waitForFunction((wanted) => wanted === document.activeElement, element);
}
