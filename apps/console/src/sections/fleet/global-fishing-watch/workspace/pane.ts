import type { FishingSearch } from '../search.ts';

export type PaneState = 'open' | 'closed' | 'wide';

/**
 * How the pane stands: as the address says; else open, but on a narrow screen, where it covers the map, only where
 * the address asks for something of it. The dialog of an alert belongs to the list of alerts, which must be there.
 */
export function paneOf(
  { pane, tab, alert }: Pick<FishingSearch, 'pane' | 'tab' | 'alert'>,
  isNarrow: boolean,
): PaneState {
  if (alert !== undefined && pane !== 'wide') return 'open';
  return pane ?? (isNarrow && tab === undefined ? 'closed' : 'open');
}
