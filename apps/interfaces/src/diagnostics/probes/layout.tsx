import { formatNumber } from '@kianda/format';
import { createRoot } from 'react-dom/client';
import { CheckMenu } from '../check-menu.tsx';
import { bad, good, type Probe } from '../checks.types.ts';
import { probeTexts as texts } from '../probe-texts.pt.ts';

/** A telephone held upright, CSS pixels. */
const phone = { width: 390, height: 844 } as const;
/** Least side of what a finger presses (WCAG 2.2, 2.5.8). */
const leastTarget = 24;

/**
 * Draws the menu of this page in a frame of a telephone's width, opens it and measures it: a frame has a viewport of its
 * own, so that the same rules apply as on the device.
 */
export const menuFitsPhone: Probe = async () => {
  const frame = document.createElement('iframe');
  frame.title = texts.menu.frame;
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  Object.assign(frame.style, { position: 'fixed', left: '-2000px', top: '0', border: '0' });
  Object.assign(frame.style, { width: `${phone.width}px`, height: `${phone.height}px` });
  document.body.append(frame);
  try {
    const inside = frame.contentDocument;
    if (inside === null) return bad(texts.menu.noFrame);
    await dress(inside);
    const host = inside.createElement('div');
    inside.body.append(host);
    const root = createRoot(host);
    root.render(<CheckMenu current="test_mobile_menu" states={{}} onChoose={() => undefined} isOpen />);
    await settled(() => inside.querySelectorAll('a').length > 0);
    const outcome = measured(inside);
    root.unmount();
    return outcome;
  } finally {
    frame.remove();
  }
};

/** Gives the frame the page's own styles, and waits until they are there. */
async function dress(inside: Document): Promise<void> {
  inside.documentElement.dataset.mantineColorScheme = document.documentElement.dataset.mantineColorScheme ?? 'light';
  const sheets = [...document.querySelectorAll<HTMLElement>('link[rel="stylesheet"], style')];
  const loads = sheets.map((sheet) => {
    const copy = inside.importNode(sheet, true);
    const loaded = new Promise((settle) => {
      if (!(sheet instanceof HTMLLinkElement)) return settle(null);
      copy.addEventListener('load', settle, { once: true });
      copy.addEventListener('error', settle, { once: true });
    });
    inside.head.append(copy);
    return loaded;
  });
  await Promise.all(loads);
}

/** Waits for React to have drawn, by frames; gives up after a hundred. */
async function settled(isDrawn: () => boolean): Promise<void> {
  for (let frame = 0; frame < 100 && !isDrawn(); frame += 1) {
    await new Promise((next) => setTimeout(next, 10));
  }
}

function measured(inside: Document) {
  const entries = [...inside.querySelectorAll<HTMLElement>('a, summary')];
  const boxes = entries.map((entry) => ({ name: entry.textContent ?? '', box: entry.getBoundingClientRect() }));
  const beyond = inside.documentElement.scrollWidth - phone.width;
  const small = boxes.filter(({ box }) => box.height < leastTarget || box.width < leastTarget);
  const outside = boxes.filter(({ box }) => box.left < 0 || box.right > phone.width + 1);
  if (entries.length < 13) return bad(texts.menu.few(formatNumber(entries.length)));
  if (beyond > 1) return bad(texts.menu.sideways(formatNumber(beyond)));
  if (outside.length > 0) return bad(texts.menu.outside(outside.map(({ name }) => name).join(', ')));
  if (small.length > 0) return bad(texts.menu.small(small.map(({ name }) => name).join(', ')));
  const least = Math.min(...boxes.map(({ box }) => box.height));
  return good(texts.menu.good(formatNumber(entries.length), formatNumber(least, { maxDecimals: 0 })));
}
