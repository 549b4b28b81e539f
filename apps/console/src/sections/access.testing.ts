import { UNKNOWN } from '@kianda/format';
import axe from 'axe-core';

/** Without a layout there are neither colours nor sizes: the journeys judge those. */
const withoutLayout = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } };

/** A row of a list or table, with its siblings as its likes. */
const row = 'tbody tr, li, article';

/** Name of a button as it is heard; the parts that are hidden from hearing are left out. */
function nameOf(button: Element): string {
  const label = button.getAttribute('aria-label');
  if (label !== null) return label;
  const copy = button.cloneNode(true) as Element;
  for (const silent of copy.querySelectorAll('[aria-hidden="true"], svg')) silent.remove();
  const words = copy.textContent?.trim() ?? '';
  return words === '' ? (button.getAttribute('title') ?? '') : words;
}

/** A mark that explains itself to the keyboard does nothing: what it explains may be the same in every row. */
const isExplanation = (button: Element) =>
  button.textContent?.trim() === UNKNOWN || nameOf(button).startsWith('Proveniência:');

/** Names that buttons of different rows of one list share: who hears them alone cannot tell them apart. */
export function sharedNames(page: ParentNode): readonly string[] {
  const rowsOf = new Map<Element, Map<string, Set<Element>>>();
  for (const button of page.querySelectorAll('button, [role="button"]')) {
    const own = button.closest(row);
    const list = own?.parentElement;
    if (own == null || list == null || isExplanation(button)) continue;
    const names = rowsOf.get(list) ?? new Map<string, Set<Element>>();
    rowsOf.set(list, names);
    const name = nameOf(button);
    names.set(name, (names.get(name) ?? new Set<Element>()).add(own));
  }
  return [...rowsOf.values()].flatMap((names) =>
    [...names].filter(([, rows]) => rows.size > 1).map(([name, rows]) => `«${name}» ×${rows.size}`),
  );
}

/** Violations in the dialog or menu on top, each with the first element at fault; none where nothing is open. */
export async function faultsOfOverlay(): Promise<readonly string[]> {
  const top = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].at(-1);
  if (top === undefined) return [];
  const { violations } = await axe.run(top, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    rules: withoutLayout,
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id} ×${nodes.length}: ${nodes[0]?.html.slice(0, 200)}`);
}
