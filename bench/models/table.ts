import { writeFileSync } from 'node:fs';
import type { Column } from '../../packages/science/src/models/shared/columns.ts';

/** Writes a table as CSV; the name of a category begins with `cat_`, a missing value is empty. */
export function writeTable(file: string, target: string, values: ArrayLike<number>, columns: readonly Column[]): void {
  const names = columns.map(({ name, kind }) => (kind === 'categorical' ? `cat_${name}` : name));
  const lines = Array.from({ length: values.length }, (_, row) =>
    [values[row] ?? Number.NaN, ...columns.map((column) => column.values[row] ?? Number.NaN)]
      .map((value) => (Number.isNaN(value) ? '' : String(value)))
      .join(','),
  );
  writeFileSync(file, `${[target, ...names].join(',')}\n${lines.join('\n')}\n`);
}
