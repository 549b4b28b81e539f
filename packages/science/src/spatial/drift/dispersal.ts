import { type Outcome, warningsOf } from '../shared/outcome.ts';
import type { Drift } from './drift.ts';

export type DispersalMatrix = {
  /** Share of the larvae of each source that settle in each zone, sources by rows. */
  readonly shares: Float64Array;
  /** Of each source: larvae, and the share of them that settles anywhere. */
  readonly released: Uint32Array;
  readonly settled: Float64Array;
};

/**
 * Larval dispersal matrix: from which source to which zone larvae drift, less those that die on the way at a constant rate.
 * Source: Cowen & Sponaugle (2009), Annu. Rev. Mar. Sci. 1:443–466.
 */
export function dispersalMatrix(
  drift: Pick<Drift, 'zones' | 'ageDays'>,
  sources: Int32Array,
  { zoneCount, mortalityPerDay = 0 }: { readonly zoneCount: number; readonly mortalityPerDay?: number },
): Outcome<DispersalMatrix, { readonly zoneCount: number; readonly mortalityPerDay: number }> {
  if (sources.length !== drift.zones.length || !(mortalityPerDay >= 0)) {
    throw new RangeError(
      `dispersal: received ${sources.length} sources and ${mortalityPerDay} a day, expected ${drift.zones.length} and at least 0`,
    );
  }
  const rows = sources.reduce((most, source) => Math.max(most, source + 1), 0);
  const shares = new Float64Array(rows * zoneCount);
  const released = new Uint32Array(rows);
  sources.forEach((source, particle) => {
    if (source < 0) return;
    released[source] = (released[source] ?? 0) + 1;
    const zone = drift.zones[particle] ?? -1;
    if (zone < 0 || zone >= zoneCount) return;
    const alive = Math.exp(-mortalityPerDay * (drift.ageDays[particle] ?? 0));
    shares[source * zoneCount + zone] = (shares[source * zoneCount + zone] ?? 0) + alive;
  });
  for (let slot = 0; slot < shares.length; slot += 1)
    shares[slot] = (shares[slot] ?? 0) / (released[Math.floor(slot / zoneCount)] ?? 1);
  const settled = Float64Array.from(released, (_, source) =>
    shares.subarray(source * zoneCount, (source + 1) * zoneCount).reduce((sum, share) => sum + share, 0),
  );
  return {
    value: { shares, released, settled },
    method: 'Matriz de dispersão larvar (Cowen & Sponaugle 2009)',
    parameters: { zoneCount, mortalityPerDay },
    warnings: warningsOf({ empty: settled.every((share) => share === 0 || Number.isNaN(share)) ? 1 : 0 }),
  };
}
