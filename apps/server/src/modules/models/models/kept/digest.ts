import { createHash } from 'node:crypto';
import type { LearningTable } from '../tables/learning-table.types.ts';

/** Digest of the values that a version learned from, with the names of their columns. */
export function digestOf({ columns, target }: Pick<LearningTable, 'columns' | 'target'>): string {
  const hash = createHash('sha256');
  for (const { name, values } of columns) {
    hash.update(name).update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }
  const { values } = target;
  return hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)).digest('hex');
}
