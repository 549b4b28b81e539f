import { formatNumber, formatQuantity } from '@kianda/format';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { GridDifference } from './difference.rules.ts';
import type { FilterRow } from './filters.tables.ts';

/** Results that share less than this of their area have changed: below it, the inputs merely moved a little. */
const sameShare = 0.9;

export const isChange = ({ overlap }: Pick<GridDifference, 'overlap'>): boolean =>
  overlap !== null && overlap < sameShare;

const square = (km2: number) => formatQuantity(km2, 'km²', { maxDecimals: 0 });

type Told = {
  readonly runId: string;
  readonly fromId: string;
  readonly subscribers: readonly string[];
  readonly at: Date;
  readonly isSimulated: boolean;
};

/** Message to the people who asked for it when a result has changed. */
export function changeMessage(
  { id, name }: Pick<FilterRow, 'id' | 'name'>,
  { gainedKm2, lostKm2, overlap }: GridDifference,
  { runId, fromId, subscribers, at, isSimulated }: Told,
): AlertMessage {
  const shared = formatNumber((overlap ?? 0) * 100, { maxDecimals: 0 });
  return {
    ...{ key: `filter-change:${runId}`, change: 'raised', source: 'platform', severity: 'medium' },
    ...{ alertId: `filter:${id}`, group: `filter:${id}`, title: `${name}: o resultado mudou` },
    description: `Ganhou ${square(gainedKm2)} e perdeu ${square(lostKm2)}; ${shared} % da área é comum.`,
    at: at.toISOString(),
    path: `/?section=predictive-filters&filtro=${encodeURIComponent(id)}&de=${fromId}&ate=${runId}`,
    simulated: isSimulated,
    recipients: subscribers,
  };
}
