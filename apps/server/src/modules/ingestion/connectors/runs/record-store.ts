import type { ConnectorRecord } from '@kianda/connectors';
import type { Origin, Sinks, Stored } from '../connectors.types.ts';

/** Identities are stored first: what is found in the positions of the same page names its vessels. */
const rankOf = (kind: ConnectorRecord['kind']): number => (kind === 'vessel-identity' ? 0 : 1);

/** Hands each kind of record to its sink. Throws when a page holds a kind that no module stores. */
export async function store(records: readonly ConnectorRecord[], origin: Origin, sinks: Sinks): Promise<Stored> {
  const kinds = Map.groupBy(records, (record) => record.kind);
  let total: Stored = { written: 0, duplicates: 0, newestObservedMs: null };
  for (const [kind, group] of [...kinds].toSorted(([a], [b]) => rankOf(a) - rankOf(b))) {
    const sink = sinks[kind] as ((rows: readonly ConnectorRecord[], origin: Origin) => Promise<Stored>) | undefined;
    if (sink === undefined) throw new Error(`no sink stores records of kind "${kind}"`);
    const stored = await sink(group, origin);
    total = {
      written: total.written + stored.written,
      duplicates: total.duplicates + stored.duplicates,
      newestObservedMs: newer(total.newestObservedMs, stored.newestObservedMs),
      rejected: [...(total.rejected ?? []), ...(stored.rejected ?? [])],
    };
  }
  return total;
}

function newer(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : Math.max(a, b);
}
