import { referenceColumn } from '@kianda/science/models/drift/drift';
import { type Column, takeRows, takeValues } from '@kianda/science/models/shared/columns';
import { likeliest } from '../training/fit.ts';
import type { LearningTarget } from '../training/training.types.ts';
import type { DriftReference } from './drift.types.ts';

export const predictionName = 'prediction';

/**
 * The reference of a version: its variables in the training rows, and what was predicted of rows held out, since a model
 * is surer of rows that it has seen.
 */
export function driftReferenceOf(
  columns: readonly Column[],
  target: LearningTarget,
  { scores, rows }: { readonly scores: Float64Array; readonly rows: Uint32Array },
): DriftReference {
  const compared = comparedRows(target);
  const isCompared = new Set(compared);
  const held = rows.filter((row) => isCompared.has(row));
  const values =
    target.task === 'classes'
      ? takeValues(Float64Array.from(likeliest(scores, target.classes.length)), held)
      : takeValues(scores, held);
  const kind = target.task === 'classes' ? 'categorical' : 'continuous';
  return {
    columns: takeRows(columns, compared).map(referenceColumn),
    prediction: referenceColumn({ name: predictionName, kind, values }),
  };
}

/** Rows that are compared: of presences these alone, for the background is drawn and not observed. */
export function comparedRows(target: Pick<LearningTarget, 'task' | 'values'>): Uint32Array {
  const all = Uint32Array.from(target.values, (_, row) => row);
  return target.task === 'presence' ? all.filter((row) => target.values[row] === 1) : all;
}
