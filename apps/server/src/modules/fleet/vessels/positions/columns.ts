/**
 * Columns of many rows as PostgreSQL array literals, for `unnest`: one statement and one parameter a column, however many
 * rows. Numbers alone: nothing in them needs quoting.
 */
export function arrayLiteral<Row>(rows: readonly Row[], value: (row: Row) => number | null): string {
  let text = '{';
  let first = true;
  for (const row of rows) {
    const entry = value(row);
    text += first ? (entry ?? 'NULL') : `,${entry ?? 'NULL'}`;
    first = false;
  }
  return `${text}}`;
}
