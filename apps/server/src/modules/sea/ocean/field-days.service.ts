import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import type { Grid } from '@kianda/geo';
import { isSameGrid } from './climate.service.ts';
import type { OceanContext } from './ocean.context.ts';
import type { SliceRow } from './ocean.types.ts';
import { gridOf } from './slice-grid.rules.ts';

/** Fields of a variable, one a day, on one grid; each is read when it is asked for. */
export type StoredDays = {
  readonly grid: Grid;
  readonly unit: string;
  readonly provider: string;
  readonly connectorId: string;
  readonly streamId: string;
  /** When the newest of them came. */
  readonly retrievedAt: Date;
  /** Of any that a simulator gave. */
  readonly simulatedSeed: number | null;
  /** Ingestion runs that stored them. */
  readonly runIds: readonly string[];
  /** The oldest first. `read` gives null where the file of the field is gone. */
  readonly days: readonly { readonly at: Date; readonly read: () => Promise<Float32Array | null> }[];
};

const mostFields = 20_000;

/** Fields of a period, of each day the best covered, on the grid of the newest; null where none is stored. */
export async function fieldDays(
  { repository, fields, providerOf }: Pick<OceanContext, 'repository' | 'fields' | 'providerOf'>,
  variable: FieldVariable,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<StoredDays | null> {
  const stored = (await repository.slices({ variable, from, to, limit: mostFields })).toReversed();
  const last = stored.at(-1);
  if (last === undefined) return null;
  const grid = gridOf(last);
  const rows = bestOfDays(stored.filter((row) => isSameGrid(gridOf(row), grid)));
  return {
    ...{ grid, unit: last.unit, provider: providerOf(last.connector_id) },
    ...{ connectorId: last.connector_id, streamId: last.stream_id, retrievedAt: last.retrieved_at },
    simulatedSeed: rows.find((row) => row.simulated_seed !== null)?.simulated_seed ?? null,
    runIds: [...new Set(rows.map(({ run_id }) => run_id))],
    days: rows.map((row) => ({ at: row.observed_at, read: () => fields.read(row) })),
  };
}

function bestOfDays(rows: readonly SliceRow[]): readonly SliceRow[] {
  const days = new Map<string, SliceRow>();
  for (const row of rows) {
    const day = row.observed_at.toISOString().slice(0, 10);
    const known = days.get(day);
    if (known === undefined || row.coverage > known.coverage) days.set(day, row);
  }
  return [...days.values()];
}
