import { toCsv } from '@kianda/contract/core/csv';
import type { LearningTable } from '../tables/learning-table.types.ts';
import { heldOut } from '../training/folds.ts';

/** Rows of a table as text: its columns by name, the target, the part that holds each row out, and the digest of all. */
export function tableCsv({ columns, target, split }: LearningTable, seed: number, digest: string): string {
  const folds = new Int32Array(target.values.length).fill(-1);
  heldOut(split, seed).splits.forEach(({ test }, fold) => {
    for (const row of test) folds[row] = fold;
  });
  const written = (value: number, names: readonly string[] | undefined) => {
    if (Number.isNaN(value)) return null;
    return names === undefined ? value : (names[value] ?? null);
  };
  const classes = target.task === 'classes' ? target.classes : undefined;
  const rows = Array.from(target.values, (value, row) => [
    ...columns.map(({ values, categories }) => written(values[row] ?? Number.NaN, categories)),
    ...[written(value, classes), folds[row] ?? -1, digest],
  ]);
  return toCsv([...columns.map(({ name }) => name), 'target', 'fold', 'data_sha256'], rows);
}
