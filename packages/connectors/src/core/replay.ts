import type { RejectedRow, RowReplay } from './port.ts';
import type { ConnectorRecord } from './records.ts';

/**
 * Replays one row through the map of its stream. For streams whose rows map one by one: a row that belongs to others
 * (a series, a profile in several rows) can't be mapped alone.
 */
export function replayThrough(
  map: (
    rows: readonly unknown[],
    nowMs: number,
  ) => { readonly records: readonly ConnectorRecord[]; readonly rejected: readonly RejectedRow[] },
): RowReplay {
  return (raw, { nowMs }) => {
    const { records, rejected } = map([raw], nowMs);
    const [refused] = rejected;
    if (refused !== undefined) return { reason: refused.reason };
    return records.length === 0 ? { reason: 'A linha não dá nenhum registo.' } : { records };
  };
}
