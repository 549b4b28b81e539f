import type { Provenance } from '@kianda/contract';
import type { ProvenanceOf } from '../../../ingestion/connectors/index.ts';
import type { PositionReader } from './read.repository.ts';

/** Origin and instant of a row of positions. */
export type OriginRow = { readonly origin_id: number; readonly time: Date };

/**
 * Provenances of rows: one for each stream that brought them, by its newest row; and the origins that were
 * simulated.
 */
export async function provenanceOfRows<Row extends OriginRow>(
  { reader, provenanceOf }: { readonly reader: PositionReader; readonly provenanceOf: ProvenanceOf },
  rows: readonly Row[],
  retrievedMs: (row: Row) => number,
): Promise<{ inputs: readonly Provenance[]; simulated: ReadonlySet<number> }> {
  const origins = await reader.origins([...new Set(rows.map((row) => row.origin_id))]);
  const byId = new Map(origins.map((origin) => [origin.id, origin]));
  const newest = new Map<string, { row: Row; origin: (typeof origins)[number] }>();
  for (const row of rows) {
    const origin = byId.get(row.origin_id);
    if (origin === undefined) continue;
    const key = `${origin.connector_id}/${origin.stream_id}/${origin.simulated_seed}`;
    const known = newest.get(key);
    if (known === undefined || known.row.time < row.time) newest.set(key, { row, origin });
  }
  const inputs = await Promise.all(
    [...newest.values()].map(({ row, origin }) =>
      provenanceOf({
        connectorId: origin.connector_id,
        streamId: origin.stream_id,
        observedAtMs: row.time.getTime(),
        retrievedAtMs: retrievedMs(row),
        simulatedSeed: origin.simulated_seed,
      }),
    ),
  );
  return { inputs, simulated: new Set(origins.filter((o) => o.simulated_seed !== null).map(({ id }) => id)) };
}
