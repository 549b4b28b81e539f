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
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(':not(:disabled, [aria-disabled="true"])')).waitFor();
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await isFocused(target)) {
      const isSeen = await target.evaluate((element) => element.matches(':focus-visible'));
      if (!isSeen) throw new Error(`${await focusedName(page)} has the focus and does not show it`);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${String(target)}; the last stop was ${await focusedName(page)}`);
}

/**
 * Goes to a control and presses it. The key goes to the control, not to the page: one that data just drawn anew stands in
 * its place with the same name, and a press of nothing would only be noticed much later.
 */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' | 'ArrowRight' = 'Enter') {
  await tabTo(page, target);
  await target.press(key);
}

/** Goes to a field and writes into it in place of its text. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await field.press('Control+a');
  await field.pressSequentially(text);
}

/** Goes to a list of choices and, by its arrows, to the one of this name. */
export async function choose(page: Page, list: Locator, name: string): Promise<void> {
  await tabTo(page, list);
  // Its choices may come after it.
  await list.locator('option', { hasText: name }).first().waitFor({ state: 'attached' });
  const labels = await list.locator('option').allTextContents();
  const wanted = labels.indexOf(name);
  if (wanted < 0) throw new Error(`no choice "${name}" among ${labels.join(', ')}`);
  await list.press('Home');
  for (let step = 0; step < wanted; step += 1) await list.press('ArrowDown');
}

/** Waits until the focus has come to a control by itself: back from a dialog, or into one. */
export async function awaitFocus(page: Page, target: Locator): Promise<void> {
  const element = await target.elementHandle();
  await page.waitForFunction((wanted) => wanted === document.activeElement, element);
}
