import type { Position } from '@kianda/geo';
import type { Column } from '@kianda/science/models/shared/columns';
import type { DailyFields } from '../../../sea/ocean/index.ts';
import { mostDegrees } from '../prediction/inputs.ts';
import { environmentOf } from '../tables/environment.ts';
import { type LagName, lagNames, lagsAt } from '../tables/temperature.ts';
import type { ModelArtefact } from '../training/training.types.ts';
import type { LagTable, ScoringTask } from './scoring.types.ts';

const dayMs = 86_400_000;

/** The lags of every cell at the newest day that is not later than now; null where no day is stored. */
export function lagTable(daily: DailyFields | null, nowMs: number): LagTable | null {
  const known = daily?.days.filter(({ day }) => day.getTime() <= nowMs) ?? [];
  const last = known.at(-1);
  if (daily === null || last === undefined) return null;
  const byDay = new Map(known.map(({ day, values }) => [Math.floor(day.getTime() / dayMs), values]));
  const all = daily.cells.map((_, cell) => lagsAt(byDay, last.day, cell));
  const column = (name: LagName) => [name, Float64Array.from(all, (lags) => lags?.[name] ?? Number.NaN)] as const;
  return { cells: daily.cells, lags: Object.fromEntries(lagNames.map(column)) };
}

/**
 * Inputs of a version at positions, as a prediction asked for there has them. `isKnown` is false for a column that no
 * store has: it is missing in every cell.
 */
export function cellInputs({
  artefact,
  fields,
  lags,
  constants,
}: Pick<ScoringTask, 'fields' | 'lags' | 'constants'> & { readonly artefact: Pick<ModelArtefact, 'columns'> }) {
  const environment = environmentOf(fields);
  const nearest = nearestOf(lags?.cells ?? []);

  function columnsAt(positions: readonly Position[]): CellColumn[] {
    const sea = environment.columnsAt(positions);
    const near = lags === null ? [] : positions.map(nearest);
    const valuesOf = (name: string): Float64Array | null => {
      const constant = constants[name];
      if (constant !== undefined) return new Float64Array(positions.length).fill(constant);
      if (name === 'longitude') return Float64Array.from(positions, ([longitude]) => longitude);
      if (name === 'latitude') return Float64Array.from(positions, ([, latitude]) => latitude);
      const lag = lags?.lags[name];
      if (lag !== undefined) return Float64Array.from(near, (cell) => lag[cell] ?? Number.NaN);
      return sea.find((column) => column.name === name)?.values ?? null;
    };
    return artefact.columns.map(({ name, kind }) => {
      const values = valuesOf(name);
      const isKnown = values !== null;
      return { name, kind, isKnown, values: values ?? new Float64Array(positions.length).fill(Number.NaN) };
    });
  }

  const known = new Set(columnsAt([]).flatMap(({ name, isKnown }) => (isKnown ? [name] : [])));
  const without = artefact.columns.filter(({ name }) => !known.has(name)).map(({ label }) => label);
  return { columnsAt, without };
}

export type CellColumn = Column & { readonly isKnown: boolean };

/** Finds the nearest of many positions, −1 where none is near enough: those in the same and the adjoining squares. */
function nearestOf(cells: readonly Position[]): (position: Position) => number {
  const square = (degrees: number) => Math.floor(degrees / mostDegrees);
  const squares = new Map<string, number[]>();
  cells.forEach(([lon, lat], cell) => {
    const key = `${square(lon)} ${square(lat)}`;
    squares.set(key, [...(squares.get(key) ?? []), cell]);
  });
  const about = new Map<string, readonly number[]>();
  const candidates = (column: number, row: number): readonly number[] => {
    const key = `${column} ${row}`;
    const known = about.get(key);
    if (known !== undefined) return known;
    const steps = [-1, 0, 1];
    const found = steps
      .flatMap((dx) => steps.flatMap((dy) => squares.get(`${column + dx} ${row + dy}`) ?? []))
      .sort((a, b) => a - b);
    about.set(key, found);
    return found;
  };
  return ([lon, lat]) => {
    let [best, least] = [-1, mostDegrees];
    for (const cell of candidates(square(lon), square(lat))) {
      const [cellLon, cellLat] = cells[cell] ?? [Number.NaN, Number.NaN];
      const away = Math.hypot(cellLon - lon, cellLat - lat);
      if (!(away < least)) continue;
      best = cell;
      least = away;
    }
    return best;
  };
}
