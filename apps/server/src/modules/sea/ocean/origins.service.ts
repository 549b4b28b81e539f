import type { Provenance, Sourced } from '@kianda/contract';
import type { ProvenanceOf } from '../../ingestion/connectors/index.ts';

/** Origin columns of a stored row. */
export type OriginColumns = {
  readonly connector_id: string;
  readonly stream_id: string;
  readonly observed_at: Date;
  readonly retrieved_at: Date;
  readonly simulated_seed: number | null;
};

/** Origin of one row. */
export function originOf(row: OriginColumns, provenanceOf: ProvenanceOf): Promise<Provenance> {
  return provenanceOf({
    connectorId: row.connector_id,
    streamId: row.stream_id,
    observedAtMs: row.observed_at.getTime(),
    retrievedAtMs: row.retrieved_at.getTime(),
    simulatedSeed: row.simulated_seed,
  });
}

/** A value made of rows, with their origin; `missing` gives the Portuguese reason when there are none. */
export async function withOrigin<T>(
  value: T,
  rows: readonly OriginColumns[],
  provenanceOf: ProvenanceOf,
  missing: () => Promise<string>,
): Promise<Sourced<T>> {
  const [newest, ...others] = rows.toSorted((a, b) => b.observed_at.getTime() - a.observed_at.getTime());
  if (newest === undefined) return { value, provenance: { state: 'fallback', reason: await missing() } };
  // A series is as current as its newest row; one simulated row makes it simulated.
  const simulated = [newest, ...others].find((row) => row.simulated_seed !== null);
  const judged = simulated === undefined ? newest : { ...newest, simulated_seed: simulated.simulated_seed };
  return { value, provenance: await originOf(judged, provenanceOf) };
}
