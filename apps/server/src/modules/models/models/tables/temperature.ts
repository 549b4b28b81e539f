import type { Position } from '@kianda/geo';
import type { DailyFields } from '../../../sea/ocean/index.ts';
import type { LearningColumn } from '../training/training.types.ts';
import type { Environment } from './environment.ts';
import { type LearningTable, requireRows } from './learning-table.types.ts';

export const horizonDays = 7;
const lagDays = 7;
const leastDays = 30;
const dayMs = 86_400_000;
/** Shallow water warms and cools faster. */
export const seabedVariable = 'seabedDepth';
const seabedLabel = 'Profundidade do fundo';
/** Cells of a field that are learned from: neighbours hardly differ. */
const mostCells = 120;

/** Temperature a week later from that of today and of the week before, cell by cell. */
export function temperatureTable(daily: DailyFields | null, environment: Environment): LearningTable {
  const days = daily?.days ?? [];
  requireRows(days.length, leastDays, {
    what: 'dias de temperatura guardados',
    remedy: 'Execute o conector NOAA OISST, ou peça-lhe mais história.',
  });
  const rows = daily === null ? [] : rowsOf(daily);
  const positions = rows.map(({ longitude, latitude }): Position => [longitude, latitude]);
  const seabed = environment.columnsAt(positions).filter(({ name }) => name === seabedVariable);
  const column = (name: ColumnName, label: string, unit: string | null): LearningColumn => ({
    ...{ name, label, unit, kind: 'continuous' },
    values: Float64Array.from(rows, (row) => row[name]),
  });
  return {
    methods: [{ kind: 'boosting' }, { kind: 'forest' }, { kind: 'linear' }],
    columns: [
      column('today', 'Temperatura de hoje', '°C'),
      column('weekMean', 'Média dos últimos 7 dias', '°C'),
      column('weekChange', 'Mudança em 7 dias', '°C'),
      column('dayOfYear', 'Dia do ano', null),
      column('longitude', 'Longitude', '°'),
      column('latitude', 'Latitude', '°'),
      ...seabed,
    ],
    target: {
      ...{ task: 'number', unit: '°C', isLogged: false, changeFrom: 'today' },
      values: Float64Array.from(rows, ({ later }) => later),
    },
    split: { kind: 'temporal', times: Float64Array.from(rows, ({ at }) => at), gapMs: horizonDays * dayMs },
    baseline: { kind: 'column', column: 'today', name: 'Persistência (a temperatura de hoje)' },
    purpose: `Temperatura da superfície daqui a ${horizonDays} dias, num lugar da ZEE.`,
    sources: daily === null ? [] : [daily.source],
    leftOut: environment.missing.filter(({ name }) => name === seabedLabel),
    limits: [
      `Prevê ${horizonDays} dias, nem mais nem menos.`,
      'Com menos de um ano de dados não conhece as estações: fora dos meses que viu, a previsão é incerta.',
    ],
  };
}

type LagRow = {
  readonly at: number;
  readonly later: number;
  readonly today: number;
  readonly weekMean: number;
  readonly weekChange: number;
  readonly dayOfYear: number;
  readonly longitude: number;
  readonly latitude: number;
};
type ColumnName = Exclude<keyof LagRow, 'at' | 'later'>;

/** Columns about the days before. */
export const lagNames = ['today', 'weekMean', 'weekChange', 'dayOfYear'] as const;
export type LagName = (typeof lagNames)[number];

function rowsOf({ days, cells }: DailyFields): LagRow[] {
  const step = Math.max(1, Math.ceil(cells.length / mostCells));
  const byDay = new Map(days.map(({ day, values }) => [Math.floor(day.getTime() / dayMs), values]));
  const rows: LagRow[] = [];
  for (const { day } of days) {
    cells.forEach((position, cell) => {
      if (cell % step !== 0) return;
      const lags = lagsAt(byDay, day, cell);
      const later = byDay.get(Math.floor(day.getTime() / dayMs) + horizonDays)?.[cell] ?? Number.NaN;
      if (lags === null || !Number.isFinite(later)) return;
      rows.push({ ...lags, later, longitude: position[0], latitude: position[1] });
    });
  }
  return rows;
}

/** The values of a cell at a day and before it; null where today's is unknown. Nothing of a later day is read. */
export function lagsAt(
  byDay: ReadonlyMap<number, Float32Array>,
  day: Date,
  cell: number,
): Omit<LagRow, 'later' | 'longitude' | 'latitude'> | null {
  const number = Math.floor(day.getTime() / dayMs);
  const at = (ago: number) => byDay.get(number - ago)?.[cell] ?? Number.NaN;
  const today = at(0);
  if (!Number.isFinite(today)) return null;
  const week = Array.from({ length: lagDays }, (_, ago) => at(ago)).filter((value) => Number.isFinite(value));
  return {
    ...{ at: number * dayMs, today, weekChange: today - at(lagDays) },
    weekMean: week.reduce((sum, value) => sum + value, 0) / week.length,
    dayOfYear: 1 + Math.floor((day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / dayMs),
  };
}
