import type { AnswerCard } from '@kianda/contract/people/assistant/assistant.contract';
import type { Period } from '../language/language.types.ts';
import { dayAt, dayText } from '../language/period.rules.ts';

export type Figure = AnswerCard['figures'][number];
export type Chart = NonNullable<AnswerCard['chart']>;
export type Table = NonNullable<AnswerCard['table']>;
export type Cell = Table['rows'][number][number];

/** Drawing of an answer: a sentence, its figures, and a chart or a table. `empty`: the tool has nothing of it. */
export type Draft = {
  readonly text: string;
  readonly figures?: readonly Figure[];
  readonly chart?: Chart | null;
  readonly table?: Table | null;
  readonly empty?: boolean;
};

/** Conditions on an answer, beside the arguments of the tool. */
export type AnswerContext = {
  readonly arguments: Readonly<Record<string, string | number>>;
  readonly clip: Period | null;
  readonly place: string | null;
  readonly subject: string | null;
  /** Type of alert that alone was asked for. */
  readonly only: string | null;
};

/** Most rows of a table, and points of a chart, that an answer holds. */
export const rowsAtMost = 50;
export const pointsAtMost = 400;

export const number = (label: string, value: number | null, unit: string | null = null): Figure => ({
  label,
  value,
  unit,
  kind: 'number',
});
export const text = (label: string, value: string | null): Figure => ({ label, value, unit: null, kind: 'text' });
export const instant = (label: string, value: string | null): Figure => ({ label, value, unit: null, kind: 'instant' });

type ColumnKind = Table['columns'][number]['kind'];
export type ColumnOf<Row> = readonly [label: string, value: (row: Row) => Cell, kind?: ColumnKind, unit?: string];

/** A table of the first rows of a list; `total`: how many there are where more are known of. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly ColumnOf<Row>[],
  total = rows.length,
): Table | null {
  if (rows.length === 0) return null;
  return {
    columns: columns.map(([label, , kind = 'text', unit = null]) => ({ label, kind, unit })),
    rows: rows.slice(0, rowsAtMost).map((row) => columns.map(([, value]) => value(row))),
    total: Math.max(total, rows.length),
  };
}

/** Thinned evenly, the last one kept. */
function thinned<T>(points: readonly T[]): T[] {
  const step = Math.ceil(points.length / pointsAtMost);
  return points.filter((_, index) => (points.length - 1 - index) % step === 0);
}

export const lineOf = (label: string, unit: string, points: readonly Chart['points'][number][]): Chart | null =>
  points.length < 2 ? null : { kind: 'line', label, unit, points: thinned(points) };

export const barsOf = (label: string, unit: string, points: readonly Chart['points'][number][]): Chart | null =>
  points.length === 0 ? null : { kind: 'bar', label, unit, points: points.slice(0, 24) };

/** Those of the days of a period. */
export function within<T>(rows: readonly T[], clip: Period | null, at: (row: T) => string): readonly T[] {
  if (clip === null) return rows;
  return rows.filter((row) => {
    const day = dayText(dayAt(Date.parse(at(row))));
    return day >= clip.from && day <= clip.to;
  });
}

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export const known = (values: readonly (number | null)[]): readonly number[] =>
  values.filter((value) => value !== null);
