/** A person at the keyboard, who has no mouse: every press is followed by a look at where the focus is. */
import type { Locator, Page } from 'playwright-core';

const mostPresses = 200;
const nowhere = 'nowhere';
const waitMs = 60_000;
const pollMs = 50;

/** Why the focus cannot be followed by eye; null where it can. */
function lostFocus(): string | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return 'nowhere';
  if (focused instanceof HTMLIFrameElement || focused.id === 'conteudo') return null;
  const told = focused.outerHTML.slice(0, 160);
  // A choice among several is drawn by its label: the field itself takes no room.
  const isDrawnByLabel = focused instanceof HTMLInputElement && focused.getBoundingClientRect().width < 2;
  const drawn = isDrawnByLabel ? focused.labels?.[0] : focused;
  const box = drawn?.getBoundingClientRect();
  if (drawn === undefined || box === undefined || box.width < 1 || box.height < 1) return `takes no room: ${told}`;
  const isOutside = box.bottom < 1 || box.right < 1 || box.top > innerHeight - 1 || box.left > innerWidth - 1;
  if (isOutside) return `out of view: ${told}`;
  // A link that fills its card draws its ring round the card, by what comes after it.
  const hasRing = [null, '::after'].some((part) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(drawn, part);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
  // A heading or a box that only takes the focus when something opens says so by its place.
  const isPlace = focused.getAttribute('tabindex') === '-1';
  const isField = focused.matches('input, textarea, select');
  if (!hasRing && !isPlace && !isField) return `no ring: ${told}`;
  const at = (x: number, y: number) => document.elementFromPoint(x, y);
  const points = [0.5, 0.1, 0.9].map((part) => at(box.left + box.width * part, box.top + box.height / 2));
  const isSeen = points.some((seen) => seen !== null && (drawn.contains(seen) || seen.contains(drawn)));
  return isSeen ? null : `covered: ${told}`;
}

export type Keyboard = ReturnType<typeof keyboardOf>;

export function keyboardOf(page: Page) {
  /** Waits until the focus is somewhere that can be seen, as after a dialog has closed. Throws with where it is. */
  async function focusIsSeen(): Promise<void> {
    let lost = await page.evaluate(lostFocus);
    const deadlineMs = performance.now() + waitMs;
    while (lost !== null && performance.now() < deadlineMs) {
      await page.waitForTimeout(pollMs);
      lost = await page.evaluate(lostFocus);
    }
    if (lost !== null) throw new Error(`${page.url()}: the focus is ${lost}`);
  }
  const isFocused = (target: Locator): Promise<boolean> =>
    target.evaluateAll((found) => found.some((one) => one === document.activeElement));
  /** Presses Tab until the focus is on `target`, which has to be there. */
  async function reach(target: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowRight' = 'Tab'): Promise<void> {
    await target.first().waitFor({ state: 'attached' });
    let rounds = 0;
    for (let presses = 0; presses < mostPresses; presses += 1) {
      if (await isFocused(target)) return focusIsSeen();
      await page.keyboard.press(key);
      // Past its last control the page hands the focus to the browser, and takes it back at the next press.
      if (rounds === 0 && (await page.evaluate(lostFocus)) === nowhere) rounds += 1;
      else await focusIsSeen();
    }
    throw new Error(`${page.url()}: ${mostPresses} presses of ${key} do not reach ${String(target)}`);
  }
  return {
    reach,
    focusIsSeen,
    isFocused,
    type: (text: string): Promise<void> => page.keyboard.type(text),
    press: (key: string): Promise<void> => page.keyboard.press(key),
    /** Goes to a control and presses Enter on it. */
    async choose(target: Locator, key?: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowRight'): Promise<void> {
      await reach(target, key);
      await page.keyboard.press('Enter');
    },
    /** Goes to a field and writes in place of what it holds. */
    async fill(target: Locator, text: string): Promise<void> {
      await reach(target);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.type(text);
    },
  };
}
