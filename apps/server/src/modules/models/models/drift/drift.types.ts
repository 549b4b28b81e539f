import type { ReferenceColumn } from '@kianda/science/models/drift/drift';

/** How the rows that a version learned from were spread, for the comparison with later ones. Plain data. */
export type DriftReference = {
  readonly columns: readonly ReferenceColumn[];
  /** Predictions of rows that were held out. Of a classifier the likeliest class. */
  readonly prediction: ReferenceColumn;
};
