import type { ModelSlice } from '@kianda/contract/models/registry/models.contract';
import { measure } from './measures.ts';
import type { TrainingTask } from './training.types.ts';

/** Rows that a part needs for its measure to say anything. */
const leastRows = 30;
const dayMs = 86_400_000;
const daysPerMonth = 30.44;

/** The sea off Angola by latitude: the three regions that the fishery statistics have. */
const areas = [
  { name: 'Norte (até 9° S)', from: -9, to: 90 },
  { name: 'Centro (9° a 13° S)', from: -13, to: -9 },
  { name: 'Sul (a sul de 13° S)', from: -90, to: -13 },
] as const;
const seasons = [
  { name: 'Época quente (novembro a abril)', months: [11, 12, 1, 2, 3, 4] },
  { name: 'Cacimbo (maio a outubro)', months: [5, 6, 7, 8, 9, 10] },
] as const;

type Validation = { readonly scores: Float64Array; readonly rows: Uint32Array; readonly groups: Int32Array };

/** The measure of a version on the rows held out, area by area and season by season, where rows tell theirs. */
export function slicesOf(task: TrainingTask, { scores, rows, groups }: Validation): ModelSlice[] {
  const part = (kind: ModelSlice['kind'], name: string, isIn: (row: number) => boolean): ModelSlice => {
    const chosen = rows.filter(isIn);
    const value = chosen.length < leastRows ? null : measure(task.target, scores, chosen, groups);
    return { kind, name, rows: chosen.length, value: value === null || !Number.isFinite(value) ? null : value };
  };
  const latitudes = latitudesOf(task);
  const months = monthsOf(task);
  return [
    ...(latitudes === null
      ? []
      : areas.map(({ name, from, to }) =>
          part('area', name, (row) => {
            const latitude = latitudes[row] ?? Number.NaN;
            return latitude >= from && latitude < to;
          }),
        )),
    ...(months === null
      ? []
      : seasons.map(({ name, months: own }) =>
          part('season', name, (row) => (own as readonly number[]).includes(months[row] ?? 0)),
        )),
  ];
}

function latitudesOf({ split, columns }: TrainingTask): Float64Array | null {
  if (split.kind === 'spatial_blocks') return split.latitudes;
  return columns.find(({ name }) => name === 'latitude')?.values ?? null;
}

function monthsOf({ split, columns }: TrainingTask): ArrayLike<number> | null {
  const column = (name: string) => columns.find((one) => one.name === name)?.values;
  const months = column('month');
  if (months !== undefined) return months;
  if (split.kind === 'temporal') {
    return Array.from(split.times, (time) => new Date(Math.floor(time / dayMs) * dayMs).getUTCMonth() + 1);
  }
  const days = column('dayOfYear');
  return days === undefined ? null : days.map((day) => Math.min(12, 1 + Math.floor((day - 1) / daysPerMonth)));
}
