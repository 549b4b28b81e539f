import type { SqlResult } from '@kianda/contract/operations/databases/databases.contract';
import type { Column } from '@kianda/ui';

export type ResultRow = { readonly index: number; readonly cells: readonly (string | null)[] };

/** The number that a text stands for, where a browser's number says exactly the same; the text otherwise. */
export function exactNumber(text: string): number | string {
  const value = Number(text);
  return String(value) === text ? value : text;
}

/** Columns of an answer as a table has them; `draw` shows a cell. */
export function resultColumns(
  { columns }: SqlResult,
  draw: (cell: string | null) => React.ReactNode,
): readonly Column<ResultRow>[] {
  return columns.map(({ name, type, isNumeric }, position) => ({
    id: `c${position}`,
    label: `${name} · ${type}`,
    value: ({ cells }) => {
      const cell = cells[position] ?? null;
      return cell === null || !isNumeric ? cell : exactNumber(cell);
    },
    render: ({ cells }) => draw(cells[position] ?? null),
    align: isNumeric ? 'end' : 'start',
  }));
}

/** An answer as JSON: columns by position, for two may have the same name. */
export function resultJson(query: string, { columns, rows, truncated }: SqlResult): string {
  const values = rows.map((row) =>
    row.map((cell, position) => (cell === null || columns[position]?.isNumeric !== true ? cell : exactNumber(cell))),
  );
  const named = columns.map(({ name, type }) => ({ name, type }));
  return `${JSON.stringify({ query, truncated: truncated !== null, columns: named, rows: values }, null, 2)}\n`;
}
