import type { StudyParameters } from '@kianda/contract/models/studies/study-parameters';
import type { Position } from '@kianda/geo';
import {
  checkerboardFolds,
  environmentalFolds,
  type Folds,
  randomFolds,
  spatialBlockFolds,
} from '@kianda/science/models/evaluation/splits';
import type { LearningColumn } from '../../models/index.ts';

export type Rows = {
  readonly positions: readonly Position[];
  readonly columns: readonly LearningColumn[];
  /** 1 of a presence, 0 of the background. */
  readonly presence: Uint8Array;
};

/** Fold of every row, presences and background alike. */
export function foldsOf(
  { positions, columns, presence }: Rows,
  { kind, folds, blockKilometres, cellDegrees }: StudyParameters['partition'],
  seed: number,
): Folds {
  const places = {
    longitudes: Float64Array.from(positions, ([lon]) => lon),
    latitudes: Float64Array.from(positions, ([, lat]) => lat),
  };
  switch (kind) {
    case 'random':
      return randomFolds(positions.length, folds, seed, presence);
    case 'spatial_blocks':
      return spatialBlockFolds(places, { blockKilometres, folds, seed });
    case 'checkerboard':
      return checkerboardFolds(places, cellDegrees);
    case 'environmental':
      return environmentalFolds(
        columns.map(({ values }) => values),
        folds,
        seed,
      );
  }
}
