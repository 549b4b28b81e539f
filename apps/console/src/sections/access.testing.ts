import axe from 'axe-core';

/** Without a layout there are neither colours nor sizes: the journeys judge those. */
const withoutLayout = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } };

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
