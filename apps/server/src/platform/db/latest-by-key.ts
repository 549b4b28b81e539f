/**
 * The rows without repeats of a key, the last of each kept, in the order of their keys. One INSERT … ON CONFLICT takes no
 * key twice; and two writers that lock rows in the same order never wait for each other in a circle.
 */
export function latestByKey<T>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
