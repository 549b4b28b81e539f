import type { BodyOf } from '@kianda/contract';
import type { predictModel } from '@kianda/contract/models/registry/predictions.contract';
import type { Position } from '@kianda/geo';
import type { DailyFields } from '../../../sea/ocean/index.ts';
import { seaBefore } from '../tables/abundance.ts';
import type { Environment } from '../tables/environment.ts';
import { lagNames, lagsAt } from '../tables/temperature.ts';
import type { ArtefactColumn, ModelArtefact } from '../training/training.types.ts';

export type Item = BodyOf<typeof predictModel>['items'][number];

/** Where inputs are looked up that were not given. */
export type Lookups = {
  readonly valueAt: Environment['valueAt'];
  /** The days before a day at a place; null where nothing is known of them. */
  readonly lags: (position: Position, day: Date) => Lags | null;
  readonly todayMs: number;
};

/** An input as it is used. `value` is NaN where it is not known, a code where the column has categories. */
export type Input = { readonly column: ArtefactColumn; readonly value: number; readonly source: string };

const given = 'dado no pedido';
const unknown = 'desconhecido';

/** An input that a version does not understand, with its name. */
export class WrongInput extends Error {}

/** The inputs of one item, in the order of the columns; the rest is looked up at its place and date. */
export function inputsOf(artefact: ModelArtefact, item: Item, lookups: Lookups): Input[] {
  const names = new Set(artefact.columns.map(({ name }) => name));
  const strange = Object.keys(item.inputs).find((name) => !names.has(name));
  if (strange !== undefined) {
    throw new WrongInput(`A versão não tem a entrada «${strange.slice(0, 60)}»; tem ${[...names].join(', ')}.`);
  }
  const position = positionOf(artefact, item);
  return artefact.columns.map((column) => {
    const asked = item.inputs[column.name];
    if (asked !== undefined) return { column, value: codeOf(column, asked), source: given };
    return { column, ...lookedUp(column.name, { item, position, lookups }) };
  });
}

/** The place of an item, or the sea before its port; null where it names neither. */
export function positionOf({ columns }: ModelArtefact, { longitude, latitude, inputs }: Item): Position | null {
  if (longitude !== undefined && latitude !== undefined) return [longitude, latitude];
  // The sea before a port is that of its landings.
  const port = columns.some(({ name }) => name === 'port') ? inputs.port : undefined;
  return typeof port === 'string' ? seaBefore(port) : null;
}

/** The code of a category's name, or the number itself; throws WrongInput for another. */
export function codeOf({ name, label, kind, categories }: ArtefactColumn, asked: number | string): number {
  if (kind === 'categorical') {
    const code = (categories ?? []).indexOf(String(asked));
    if (code >= 0) return code;
    throw new WrongInput(`${label}: «${String(asked).slice(0, 60)}» não está entre ${(categories ?? []).join(', ')}.`);
  }
  const value = typeof asked === 'number' ? asked : Number(asked);
  if (Number.isFinite(value)) return value;
  throw new WrongInput(`${label} (${name}): esperado um número, recebido «${String(asked).slice(0, 60)}».`);
}

type Place = { readonly item: Item; readonly position: Position | null; readonly lookups: Lookups };

function lookedUp(
  name: string,
  { item, position, lookups }: Place,
): { readonly value: number; readonly source: string } {
  const day = dayOf(item, lookups.todayMs);
  switch (name) {
    case 'longitude':
      return position === null ? nothing : { value: position[0], source: given };
    case 'latitude':
      return position === null ? nothing : { value: position[1], source: given };
    case 'month':
      return { value: day.getUTCMonth() + 1, source: item.date === undefined ? 'mês de hoje' : given };
    default:
      return (
        lagAt(name, { position, day, lookups }) ??
        (position === null ? null : lookups.valueAt(name, position)) ??
        nothing
      );
  }
}

const nothing = { value: Number.NaN, source: unknown } as const;

type LagName = (typeof lagNames)[number];
export const isLag = (name: string): name is LagName => lagNames.some((one) => one === name);

/** Inputs of the forecaster about the days before one; null where a day's value is unknown. */
export type Lags = {
  readonly values: Readonly<Record<LagName, number | null>>;
  /** The newest day that they know of, ms since 1970. */
  readonly atMs: number;
  readonly source: string;
};

/** The day that an item asks of. */
export const dayOf = ({ date }: Item, todayMs: number): Date =>
  date === undefined ? new Date(todayMs) : new Date(`${date}T00:00:00Z`);

function lagAt(name: string, { position, day, lookups }: Omit<Place, 'item'> & { readonly day: Date }) {
  if (!isLag(name) || position === null) return null;
  const found = lookups.lags(position, day);
  return found === null ? null : { value: found.values[name] ?? Number.NaN, source: found.source };
}

/** The days before, from the nearest cell and the newest day that is not later. */
export function lagsNear(daily: DailyFields | null, position: Position, day: Date): Lags | null {
  if (daily === null) return null;
  const known = daily.days.filter((one) => one.day.getTime() <= day.getTime());
  const last = known.at(-1);
  const cell = nearest(daily.cells, position);
  if (last === undefined || cell < 0) return null;
  const byDay = new Map(known.map((one) => [Math.floor(one.day.getTime() / dayMs), one.values]));
  const lags = lagsAt(byDay, last.day, cell);
  if (lags === null) return null;
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    values: {
      ...{ today: finite(lags.today), weekMean: finite(lags.weekMean), weekChange: finite(lags.weekChange) },
      dayOfYear: lags.dayOfYear,
    },
    atMs: last.day.getTime(),
    source: `${daily.source.name}, ${last.day.toISOString().slice(0, 10)}`,
  };
}

const dayMs = 86_400_000;
/** A place further from every cell than this has no temperature of its own. */
export const mostDegrees = 0.5;

function nearest(cells: readonly Position[], [lon, lat]: Position): number {
  let best = -1;
  let least = mostDegrees;
  cells.forEach(([cellLon, cellLat], cell) => {
    const away = Math.hypot(cellLon - lon, cellLat - lat);
    if (away >= least) return;
    best = cell;
    least = away;
  });
  return best;
}
