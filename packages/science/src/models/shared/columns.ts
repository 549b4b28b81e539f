/**
 * A variable of a table by its values, one a row. A category is a whole number ≥ 0 (its code); NaN is missing, where the
 * method allows that.
 */
export type Column = {
  readonly name: string;
  readonly kind: 'continuous' | 'categorical';
  readonly values: Float64Array;
};

/** Rows of a table; throws a RangeError where columns differ in length, or there are none. */
export function rowsOf(columns: readonly Column[]): number {
  const rows = columns[0]?.values.length;
  if (rows === undefined) throw new RangeError('rowsOf: received 0 columns, expected at least 1');
  for (const { name, values } of columns) {
    if (values.length === rows) continue;
    throw new RangeError(`${name}: received ${values.length} values, expected ${rows} as in ${columns[0]?.name}`);
  }
  return rows;
}

/** Throws a RangeError that names the first column and row without a finite value. */
export function requireComplete(columns: readonly Column[]): void {
  for (const { name, values } of columns) {
    const row = values.findIndex((value) => !Number.isFinite(value));
    if (row >= 0) throw new RangeError(`${name}: row ${row} is ${values[row]}, expected a finite number`);
  }
}

/** The same columns with only these rows, in this order. */
export function takeRows(columns: readonly Column[], rows: ArrayLike<number>): Column[] {
  return columns.map(({ values, ...column }) => ({ ...column, values: takeValues(values, rows) }));
}

/** The values at these rows, in this order. */
export function takeValues(values: Float64Array, rows: ArrayLike<number>): Float64Array {
  const taken = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) taken[index] = values[rows[index] ?? 0] ?? Number.NaN;
  return taken;
}
