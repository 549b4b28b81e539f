import type { Provenance } from '@kianda/contract';
import type { DerivedProductId } from '@kianda/contract/sea/ocean/derived.contract';
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { type Grid, gridIndex, gridNearest, type Position } from '@kianda/geo';
import type { AreaStatistics } from '@kianda/science/spatial/area-statistics';
import type { DerivedReading } from './derived/index.ts';
import { noField, type OceanContext } from './ocean.context.ts';
import type { SliceColumns, SliceRow } from './ocean.types.ts';
import { withOrigin } from './origins.service.ts';
import { gridOf } from './slice-grid.rules.ts';
import { flowSpeeds } from './sources.rules.ts';
import { countedCells, zeeCellCount, zeeStatistics } from './zee-statistics.rules.ts';

/** One stored instant of a variable, without its cells. */
export type OceanFrame = {
  readonly time: Date;
  readonly grid: Grid;
  /** Over the cells inside the ZEE; of a variable of the land, over those on land. */
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Share of those cells that have a value, 0–1, and how many they are. */
  readonly coverage: number;
  readonly zeeCells: number;
  /** Series that `cellsOf` reads: one field, or both components of a flow whose speed is not stored. */
  readonly stored: readonly [StoredKey] | readonly [StoredKey, StoredKey];
};
type StoredKey = Pick<SliceColumns, 'storage_key' | 'content_hash'>;

/** Names what frames are made of. */
export type FrameOrigin =
  | { readonly kind: 'field'; readonly variable: FieldVariable | 'oisstSst' }
  | { readonly kind: 'flow'; readonly components: readonly [FieldVariable, FieldVariable] }
  | { readonly kind: 'derived'; readonly product: DerivedProductId };

export type FramePeriod = { readonly from: Date; readonly to: Date };

export type OceanFrames = {
  readonly provider: string | null;
  /** Connectors whose data the frames are, or are made of. */
  readonly connectorIds: readonly string[];
  readonly provenance: Provenance;
  /** Oldest first. */
  readonly frames: readonly OceanFrame[];
};

/** Rows of one variable that are read at most: a year of hours, or twenty-four years of days. */
const mostRows = 9_000;
/** Flows without a stored speed whose figures are kept: computed from the cells, and the same as long as both components are. */
const keptSpeeds = 4_000;

/** Stored instants of the sea's variables and their cells, for those who play, compare or export them. */
export function frameReading(context: OceanContext, derived: DerivedReading) {
  const { repository, fields, provenanceOf, providerOf } = context;
  const speeds = new Map<string, AreaStatistics>();

  async function cellsOf({ stored }: Pick<OceanFrame, 'stored'>): Promise<Float32Array | null> {
    const [first, second] = await Promise.all(stored.map((one) => fields.read(one)));
    if (first == null) return null;
    if (stored.length === 1) return first;
    if (second == null || second.length !== first.length) return null;
    return first.map((east, index) => Math.hypot(east, second[index] ?? Number.NaN));
  }

  async function ofField(variable: FieldVariable | 'oisstSst', period: FramePeriod): Promise<OceanFrames> {
    const rows = (await repository.slices({ variable, ...period, limit: mostRows })).toReversed();
    const { provenance } = await withOrigin(null, rows, provenanceOf, () =>
      variable in fieldVariables
        ? noField(context, variable as FieldVariable)
        : Promise.resolve('Sem campos da temperatura diária.'),
    );
    const frames = rows.map((row) => ({ ...frameOf(row), zeeCells: countedCells(variable, gridOf(row)) }));
    return { ...sourceOf(rows, providerOf), provenance, frames };
  }

  async function ofFlow([east, north]: readonly [FieldVariable, FieldVariable], period: FramePeriod) {
    const read = (variable: string) => repository.slices({ variable, ...period, limit: mostRows });
    const speed = flowSpeeds[east];
    const [easts, norths, known] = await Promise.all([read(east), read(north), speed === undefined ? [] : read(speed)]);
    const speedAt = new Map(known.map((row) => [row.observed_at.getTime(), row]));
    const pairs = pairsOf(easts, norths);
    const rows = pairs.flatMap(({ row, other }) => [row, other]);
    const { provenance } = await withOrigin(null, rows, provenanceOf, () => noField(context, east));
    const frames: OceanFrame[] = [];
    for (const { row, other } of pairs) {
      const stored = speedAt.get(row.observed_at.getTime());
      frames.push(stored === undefined ? await flowFrame(row, other) : frameOf(stored));
    }
    return { ...sourceOf(rows, providerOf), provenance, frames };
  }

  /** The figures of a speed that is not stored: the mean of speeds is not the speed of the mean. */
  async function flowFrame(row: SliceRow, other: SliceRow): Promise<OceanFrame> {
    const frame: OceanFrame = { ...frameOf(row), stored: [keyOf(row), keyOf(other)] };
    const name = `${row.content_hash} ${other.content_hash}`;
    let known = speeds.get(name);
    if (known === undefined) {
      known = zeeStatistics(frame.grid, (await cellsOf(frame)) ?? new Float32Array());
      if (speeds.size >= keptSpeeds) speeds.clear();
      speeds.set(name, known);
    }
    return { ...frame, mean: known.mean, min: known.min, max: known.max, coverage: known.coverage };
  }

  return {
    /** Instants of a period without their cells, with their origin. */
    framesOf: (origin: FrameOrigin, period: FramePeriod): Promise<OceanFrames> =>
      origin.kind === 'field'
        ? ofField(origin.variable, period)
        : origin.kind === 'flow'
          ? ofFlow(origin.components, period)
          : framesOfProduct(derived, origin.product, period),

    /** Cells of an instant, row-major, south → north, NaN where nothing is known; the speed of a flow. Null when the object is gone. */
    cellsOf,

    /** Value of the cell that a place lies in; null outside of the grid and where nothing is known. */
    async valueAt(frame: OceanFrame, position: Position): Promise<number | null> {
      const cell = gridNearest(frame.grid, position);
      const index = cell === null ? null : gridIndex(frame.grid, cell.column, cell.row);
      const value = index === null ? undefined : (await cellsOf(frame))?.[index];
      return value === undefined || Number.isNaN(value) ? null : value;
    },

    upwellingIndex: (period: FramePeriod & { readonly key: string }) =>
      derived.series('sst-upwelling-index', {
        ...{ key: period.key, days: 1 },
        ...{ from: period.from.toISOString(), to: period.to.toISOString() },
      }),
    heatwaves: derived.heatwaves,
  };
}

export type OceanFrameReading = ReturnType<typeof frameReading>;

async function framesOfProduct(
  derived: DerivedReading,
  product: DerivedProductId,
  period: FramePeriod,
): Promise<OceanFrames> {
  const rows = await derived.fieldsBetween(product, period, mostRows);
  const [{ provenance }, connectorIds] = await Promise.all([
    derived.provenanceOfPeriod(product, period),
    derived.connectorIds(product, period),
  ]);
  const provider = rows.length === 0 ? null : 'Kianda';
  return { provider, connectorIds, provenance, frames: rows.map((row) => frameOf(row)) };
}

function sourceOf(rows: readonly SliceRow[], providerOf: OceanContext['providerOf']) {
  const last = rows.at(-1);
  return {
    provider: last === undefined ? null : providerOf(last.connector_id),
    connectorIds: [...new Set(rows.map((row) => row.connector_id))],
  };
}

/** Instants of which both components are stored, oldest first; both lists have the newest first. */
function pairsOf(easts: readonly SliceRow[], norths: readonly SliceRow[]) {
  const northAt = new Map(norths.map((row) => [row.observed_at.getTime(), row]));
  return easts.toReversed().flatMap((row) => {
    const other = northAt.get(row.observed_at.getTime());
    return other === undefined ? [] : [{ row, other }];
  });
}

const keyOf = ({ storage_key, content_hash }: StoredKey): StoredKey => ({ storage_key, content_hash });

function frameOf(row: SliceColumns & { readonly observed_at: Date }): OceanFrame {
  const grid = gridOf(row);
  return {
    ...{ time: row.observed_at, grid, mean: row.zee_mean, min: row.zee_min, max: row.zee_max },
    ...{ coverage: row.coverage, zeeCells: zeeCellCount(grid), stored: [keyOf(row)] },
  };
}
