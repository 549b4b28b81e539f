import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import { type Grid, gridPosition, isInZee, type Position } from '@kianda/geo';
import type { OceanContext } from './ocean.context.ts';
import type { SliceRow } from './ocean.types.ts';
import { gridOf } from './slice-grid.rules.ts';

/** The mean of a variable over its stored fields, cell by cell. */
export type FieldClimate = {
  readonly grid: Grid;
  /** Row-major, south → north; NaN where no field has a value. */
  readonly mean: Float32Array;
  readonly unit: string;
  /** Fields that the mean is taken of, and the instants of the first and the last. */
  readonly fields: number;
  readonly from: Date;
  readonly to: Date;
  readonly provider: string;
  readonly isSimulated: boolean;
};

/** One stored field. */
export type StoredField = {
  readonly grid: Grid;
  /** Row-major, south → north; NaN where it has no value. */
  readonly values: Float32Array;
  readonly unit: string;
  readonly at: Date;
  readonly provider: string;
  readonly isSimulated: boolean;
};

/** Every stored day of the sea's temperature, at the cells inside the ZEE. */
export type DailyFields = {
  readonly cells: readonly Position[];
  /** The oldest day first; values in the order of the cells, NaN where there is none. */
  readonly days: readonly { readonly day: Date; readonly values: Float32Array }[];
  readonly source: {
    readonly name: string;
    readonly rows: number;
    readonly licence: string | null;
    readonly from: Date;
    readonly to: Date;
    readonly isSimulated: boolean;
  };
};

const longestSeries = 20_000;
/** The daily analysis that reaches back furthest. */
export const dailyVariable = 'oisstSst';
/** Days that are read at most: three years. */
const mostDays = 1_100;
/** Fields of a mean: more of them cost time and change it little. */
const mostFields = 120;

/** Means and days of the stored fields, for those who learn from them. */
export function climateReading({ repository, fields, providerOf }: OceanContext) {
  return {
    /** Null where no field is stored. Of many fields some are taken, evenly over the time. `months`: of those alone. */
    async climate(variable: FieldVariable, months: readonly number[] = []): Promise<FieldClimate | null> {
      const stored = (await repository.slices({ variable, limit: longestSeries })).toReversed();
      const rows = stored.filter(({ observed_at }) => isOfMonths(observed_at, months));
      const last = rows.at(-1);
      if (last === undefined) return null;
      const grid = gridOf(last);
      const alike = rows.filter((row) => isSameGrid(gridOf(row), grid));
      const taken = evenly(alike, mostFields);
      const sums = new Float64Array(grid.columns * grid.rows);
      const counts = new Uint32Array(sums.length);
      for (const row of taken) addTo(sums, counts, await fields.read(row));
      return {
        ...{ grid, mean: Float32Array.from(sums, (sum, cell) => sum / (counts[cell] ?? 0)) },
        ...{ unit: last.unit, fields: taken.length, provider: providerOf(last.connector_id) },
        ...{ from: (taken[0] ?? last).observed_at, to: last.observed_at },
        isSimulated: taken.some((row) => row.simulated_seed !== null),
      };
    },

    /** The newest field at or before an instant; null where none is stored. */
    async field(variable: FieldVariable, notAfter: Date): Promise<StoredField | null> {
      const row = await repository.sliceAt(variable, notAfter);
      return row === undefined ? null : storedField({ fields, providerOf }, row);
    },

    /** Instant of the newest field at or before another; null where none is stored. */
    async newestAt(variable: FieldVariable, notAfter: Date): Promise<Date | null> {
      return (await repository.sliceAt(variable, notAfter))?.observed_at ?? null;
    },

    /** Fields of a variable between two instants on the grid of the first, in order; at most so many. */
    async fieldsBetween(variable: FieldVariable, [from, to]: readonly [Date, Date], most: number) {
      const rows = (await repository.slices({ variable, from, to, limit: most })).toReversed();
      const found: StoredField[] = [];
      for (const row of rows) {
        const field = await storedField({ fields, providerOf }, row);
        if (field !== null && isSameGrid(field.grid, found[0]?.grid ?? field.grid)) found.push(field);
      }
      return found;
    },

    /** Null where no day is stored. */
    dailyTemperature: () => dailyFields({ repository, fields, providerOf }, dailyVariable),
  };
}

export type OceanClimate = ReturnType<typeof climateReading>;

async function storedField(
  { fields, providerOf }: Pick<OceanContext, 'fields' | 'providerOf'>,
  row: SliceRow,
): Promise<StoredField | null> {
  const values = await fields.read(row);
  if (values === null) return null;
  return {
    ...{ grid: gridOf(row), values, unit: row.unit, at: row.observed_at },
    ...{ provider: providerOf(row.connector_id), isSimulated: row.simulated_seed !== null },
  };
}

async function dailyFields(
  { repository, fields, providerOf }: Pick<OceanContext, 'repository' | 'fields' | 'providerOf'>,
  variable: string,
): Promise<DailyFields | null> {
  const rows = (await repository.slices({ variable, limit: mostDays })).toReversed();
  const last = rows.at(-1);
  if (last === undefined) return null;
  const grid = gridOf(last);
  const inside = Array.from({ length: grid.columns * grid.rows }, (_, index) => index).filter((index) =>
    isInZee(gridPosition(grid, index % grid.columns, Math.floor(index / grid.columns))),
  );
  const days: { day: Date; values: Float32Array }[] = [];
  for (const row of rows) {
    const values = isSameGrid(gridOf(row), grid) ? await fields.read(row) : null;
    if (values === null) continue;
    days.push({ day: row.observed_at, values: Float32Array.from(inside, (index) => values[index] ?? Number.NaN) });
  }
  return {
    cells: inside.map((index) => gridPosition(grid, index % grid.columns, Math.floor(index / grid.columns))),
    days,
    source: {
      ...{ name: `Temperatura diária: ${providerOf(last.connector_id)}`, rows: days.length, licence: null },
      ...{ from: (rows[0] ?? last).observed_at, to: last.observed_at },
      isSimulated: rows.some((row) => row.simulated_seed !== null),
    },
  };
}

const isOfMonths = (at: Date, months: readonly number[]): boolean =>
  months.length === 0 || months.includes(at.getUTCMonth() + 1);

function addTo(sums: Float64Array, counts: Uint32Array, values: Float32Array | null): void {
  values?.forEach((value, cell) => {
    if (Number.isNaN(value) || cell >= sums.length) return;
    sums[cell] = (sums[cell] ?? 0) + value;
    counts[cell] = (counts[cell] ?? 0) + 1;
  });
}

function isSameGrid(a: Grid, b: Grid): boolean {
  return (
    a.columns === b.columns &&
    a.rows === b.rows &&
    a.west === b.west &&
    a.south === b.south &&
    a.lonStepDegrees === b.lonStepDegrees
  );
}

function evenly(rows: readonly SliceRow[], most: number): readonly SliceRow[] {
  if (rows.length <= most) return rows;
  const step = (rows.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => rows[Math.round(index * step)]).filter((row) => row !== undefined);
}
