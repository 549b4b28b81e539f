import type { SortKey } from '../query/selection.ts';
import type { Column, Columns } from './columns.ts';

/** Features in an order asked for: each place's feature, and each feature's place. */
export type Order = { readonly rows: Uint32Array; readonly ranks: Uint32Array };

/** The order by some properties, then by key; unknown values last in both directions. Null where one has no column. */
export function orderOf(columns: Columns, sort: readonly SortKey[], length: number): Order | null {
  const keys: { readonly values: Float64Array; readonly sign: number }[] = [];
  for (const { property, descending } of sort) {
    const column = columns.get(property);
    if (column === undefined) return null;
    keys.push({ values: sortable(column), sign: descending ? -1 : 1 });
  }
  const rows = Uint32Array.from({ length }, (_, row) => row).sort((a, b) => {
    for (const { values, sign } of keys) {
      const [left, right] = [values[a] ?? Number.NaN, values[b] ?? Number.NaN];
      if (left === right) continue;
      if (Number.isNaN(left) || Number.isNaN(right)) {
        if (Number.isNaN(left) && Number.isNaN(right)) continue;
        return Number.isNaN(left) ? 1 : -1;
      }
      return (left - right) * sign;
    }
    return a - b;
  });
  const ranks = new Uint32Array(length);
  for (const [rank, row] of rows.entries()) ranks[row] = rank;
  return { rows, ranks };
}

/** A number for each feature that sorts as its value does: text in the order of its bytes. */
function sortable(column: Column): Float64Array {
  if (column.kind === 'number') return column.values;
  const bytes = column.distinct.map((value) => Buffer.from(textOfValue(value)));
  const places = column.distinct
    .map((_, code) => code)
    .toSorted((a, b) => Buffer.compare(bytes[a] ?? Buffer.alloc(0), bytes[b] ?? Buffer.alloc(0)));
  const ranks = new Float64Array(places.length);
  for (const [rank, code] of places.entries()) ranks[code] = column.distinct[code] === null ? Number.NaN : rank;
  return Float64Array.from(column.codes, (code) => ranks[code] ?? Number.NaN);
}

/** Text, a date or a truth as the database writes it; nothing else sorts by a dictionary. */
function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value of a feature as a token carries it: text that the database reads. */
export function sortText(column: Column, row: number, isTime: boolean): string | null {
  if (column.kind === 'code') {
    const value = column.distinct[column.codes[row] ?? 0] ?? null;
    return value === null ? null : textOfValue(value);
  }
  const value = column.values[row] ?? Number.NaN;
  if (Number.isNaN(value)) return null;
  return isTime ? new Date(value).toISOString() : String(value);
}
