import { forwardSplits, spatialBlockFolds, splitsOf, temporalFolds } from '@kianda/science/models/evaluation/splits';
import type { LearningSplit } from './training.types.ts';

export const foldCount = 5;
/** Neighbouring places are alike: rows of one block are never on both sides. */
export const blockKilometres = 150;

/** Rows that a method is fitted to at least. */
const leastTrained = 20;
const dayMs = 86_400_000;
const kilometresPerDegree = 111.195;

type Split = ReturnType<typeof splitsOf>[number];

/** Rows that are held out in turn, and the block that each row belongs to, for the interval of a measure. */
export function heldOut(
  split: LearningSplit,
  seed: number,
): { readonly splits: readonly Split[]; readonly blocks: Int32Array } {
  if (split.kind === 'temporal') {
    const days = Int32Array.from(split.times, (time) => Math.floor(time / dayMs));
    const forward = forwardSplits(temporalFolds(split.times, foldCount));
    // The first part may lie wholly within the gap: there is nothing to learn from before it.
    const known = forward.map((one) => withGap(one, split)).filter(({ train }) => train.length >= leastTrained);
    return { splits: known, blocks: days };
  }
  const folds = spatialBlockFolds(split, { blockKilometres, folds: foldCount, seed });
  return { splits: splitsOf(folds), blocks: squaresOf(split) };
}

function withGap({ train, test }: Split, { times, gapMs }: { times: Float64Array; gapMs: number }): Split {
  const begins = test.reduce((least, row) => Math.min(least, times[row] ?? 0), Number.POSITIVE_INFINITY);
  return { train: train.filter((row) => (times[row] ?? 0) + gapMs < begins), test };
}

/** Squares of about the side of a block, numbered in the order in which they are met. */
function squaresOf({ longitudes, latitudes }: { longitudes: Float64Array; latitudes: Float64Array }): Int32Array {
  const side = blockKilometres / kilometresPerDegree;
  const numbers = new Map<string, number>();
  return Int32Array.from(latitudes, (latitude, row) => {
    const key = `${Math.floor(latitude / side)} ${Math.floor((longitudes[row] ?? 0) / side)}`;
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
}
