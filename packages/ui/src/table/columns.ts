import { type CsvValue, toCsv } from '@kianda/contract/core/csv';
import { compareTexts, foldText } from '@kianda/format';
import type { ReactNode } from 'react';

/**
 * One column of a table. `value` is what sorting, filtering and CSV use, and a column of buttons has none; `render` only what
 * is drawn.
 */
export type Column<Row> = {
  readonly id: string;
  readonly label: string;
  readonly value?: (row: Row) => CsvValue;
  readonly render?: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** Not shown until chosen. */
  readonly hidden?: boolean;
  /** CSS width, e.g. `120px`. */
  readonly width?: string;
};

/** `id` ascending, `-id` descending, as in the page's address. */
export type SortText = string;

/** Order of two cell values: numbers by size, texts as Portuguese orders them, unknown values always last. */
export function compareCells(a: CsvValue, b: CsvValue, descending: boolean): number {
  const aMissing = a === null || a === undefined || a === '';
  const bMissing = b === null || b === undefined || b === '';
  if (aMissing || bMissing) return Number(aMissing) - Number(bMissing);
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));
  return descending ? -order : order;
}

/** Rows in the order of `sort`; the given order for an empty or unknown one. Stable. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: SortText): readonly Row[] {
  const descending = sort.startsWith('-');
  const cellOf = columns.find(({ id }) => id === (descending ? sort.slice(1) : sort))?.value;
  if (cellOf === undefined) return rows;
  return rows.toSorted((a, b) => compareCells(cellOf(a), cellOf(b), descending));
}

/** Rows in which every word of `query` occurs in some column, accents and case aside. */
export function filterRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], query: string): readonly Row[] {
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = foldText(columns.map((column) => String(column.value?.(row) ?? '')).join(' '));
    return words.every((word) => text.includes(word));
  });
}

/** CSV of these rows and those columns that have values, in their order; `notes` (source, licence) close it below an empty line. */
export function tableCsv<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  notes: readonly (readonly CsvValue[])[] = [],
): string {
  const written = columns.flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
  return toCsv(
    written.map(({ label }) => label),
    [...rows.map((row) => written.map(({ value }) => value(row))), ...(notes.length === 0 ? [] : [[], ...notes])],
  );
}
