import { createHash } from 'node:crypto';
import { folded, type IntakeField, type RowFormat } from '@kianda/connectors';
import type { RawRow } from './raw-row.ts';

/** Digest of a header's names: files with the same one share a mapping. */
export function signatureOf(header: readonly string[]): string {
  return createHash('sha256').update(header.map(folded).join('|')).digest('hex').slice(0, 32);
}

/** Field of each column, by its header: name, label or another name, with or without the unit. Each field once. */
export function suggestColumns(format: RowFormat<unknown>, header: readonly string[]): (string | null)[] {
  const taken = new Set<string>();
  return header.map((text) => {
    const field = format.fields.find((candidate) => !taken.has(candidate.name) && namesOf(candidate).has(folded(text)));
    if (field === undefined) return null;
    taken.add(field.name);
    return field.name;
  });
}

function namesOf({ name, label, unit, aliases = [] }: IntakeField): Set<string> {
  const all = [name, label, ...aliases];
  return new Set([...all, ...(unit === null ? [] : all.map((each) => `${each} ${unit}`))].map(folded));
}

/** Required fields without a column. */
export function missingFields(format: RowFormat<unknown>, columns: readonly (string | null)[]): string[] {
  return format.fields.filter(({ name, required }) => required && !columns.includes(name)).map(({ name }) => name);
}

/**
 * Which of the first rows is the header: the one with most names of the format. Titles and merged cells above it are
 * passed over; where no row has two names, the first with two cells is.
 */
export function headerOf(format: RowFormat<unknown>, rows: readonly RawRow[]): { row: RawRow; matches: number } | null {
  const scored = rows
    .filter((row) => !isComment(row))
    .map((row) => ({ row, matches: suggestColumns(format, row.cells).filter((field) => field !== null).length }));
  const best = scored.toSorted((a, b) => b.matches - a.matches || a.row.line - b.row.line)[0];
  if (best !== undefined && best.matches >= 2) return best;
  const first = scored.find(({ row }) => row.cells.filter((cell) => cell.trim() !== '').length >= 2) ?? scored[0];
  return first ?? null;
}

/** Rows whose first cell begins with `#`: units and examples of the templates. */
export function isComment({ cells }: RawRow): boolean {
  return cells[0]?.trimStart().startsWith('#') === true;
}

/** Cells of a row by field name, and why it can't be cut so. */
export function rowByField(
  row: RawRow,
  columns: readonly (string | null)[],
): { values: Record<string, string>; problem: string | null } {
  const values: Record<string, string> = {};
  for (const [index, field] of columns.entries()) {
    if (field !== null) values[field] = row.cells[index] ?? '';
  }
  if (row.problem !== null) return { values, problem: row.problem };
  const beyond = row.cells.slice(columns.length).some((cell) => cell.trim() !== '');
  const isShort = row.cells.length < columns.length && columns.slice(row.cells.length).some((field) => field !== null);
  if (beyond || isShort)
    return { values, problem: `linha com ${row.cells.length} células; o cabeçalho tem ${columns.length}` };
  return { values, problem: null };
}
