import type { ModelVersionDetail } from '@kianda/contract/models/registry/models.contract';
import type { TrainingTask } from '../training/training.types.ts';

/** Rows of a provider that a table was made of. */
export type TableSource = {
  readonly name: string;
  readonly rows: number;
  readonly licence: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly isSimulated: boolean;
  /** True of a thing that does not change, as the sea bed: the age of its rows says nothing. */
  readonly isFixed?: boolean;
};

/** Rows that a model learns from, and the words of its card. */
export type LearningTable = Pick<TrainingTask, 'methods' | 'columns' | 'target' | 'split' | 'baseline'> & {
  readonly purpose: string;
  readonly sources: readonly TableSource[];
  readonly leftOut: ModelVersionDetail['leftOut'];
  readonly limits: readonly string[];
};

/** Too few rows to learn from, in Portuguese, and what to do. */
export class TooFewRows extends Error {}

/** Throws where a table has fewer rows than a model needs. */
export function requireRows(
  rows: number,
  least: number,
  told: { readonly what: string; readonly remedy: string },
): void {
  if (rows >= least) return;
  throw new TooFewRows(`Há ${rows} ${told.what}, e são precisos ${least} para treinar. ${told.remedy}`);
}
