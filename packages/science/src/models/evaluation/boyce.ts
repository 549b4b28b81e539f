import { correlation, ranksOf } from '../shared/statistics.ts';

export type BoyceOptions = {
  /**
   * `all`: every window counts once. `ecospat`: as the R package does it: successive equal ratios count once, and the last
   * window is moved by 1, so that it mostly drops out.
   */
  readonly variant?: 'all' | 'ecospat';
  /** Steps of the moving window. */
  readonly steps?: number;
};

export type Boyce = {
  /** Rank correlation of the ratio with the score, −1…1; null where fewer than two windows have a ratio. */
  readonly index: number | null;
  /** Ratio of the share of presences to the share of the background in each window that has any, by its middle. */
  readonly windows: readonly { readonly score: number; readonly ratio: number }[];
};

/**
 * Continuous Boyce index: predicted-to-expected ratio in windows of a tenth of the range of the background's scores,
 * moved in 100 steps, and its Spearman correlation with the score. Source: Hirzel et al. (2006), Ecol. Modell.
 * 199:142–152; variant `ecospat` as `ecospat.boyce` 3.x with its defaults.
 */
export function continuousBoyce(
  presenceScores: Float64Array,
  backgroundScores: Float64Array,
  { variant = 'all', steps = 100 }: BoyceOptions = {},
): Boyce {
  const presences = presenceScores.toSorted();
  const background = backgroundScores.toSorted();
  if (presences.length === 0 || background.length === 0) return { index: null, windows: [] };
  const lowest = Math.min(presences[0] ?? 0, background[0] ?? 0);
  const highest = Math.max(presences.at(-1) ?? 0, background.at(-1) ?? 0);
  const width = ((background.at(-1) ?? 0) - (background[0] ?? 0)) / 10;
  if (!(width > 0)) return { index: null, windows: [] };
  const windows = Array.from({ length: steps + 1 }, (_, index) => {
    const shift = variant === 'ecospat' && index === steps ? 1 : 0;
    // The last window ends with the highest score, whatever the steps add up to.
    const from = (index === steps ? highest - width : lowest + (index * (highest - lowest - width)) / steps) + shift;
    const to = index === steps ? highest + shift : from + width;
    const ratio = shareWithin(presences, from, to) / shareWithin(background, from, to);
    return { score: (from + to) / 2 - shift, ratio: Math.round(ratio * 1e10) / 1e10, from };
  }).filter(({ ratio }) => !Number.isNaN(ratio));
  const counted =
    variant === 'all' ? windows : windows.filter(({ ratio }, index) => ratio !== (windows[index + 1]?.ratio ?? 1));
  return { index: spearman(counted), windows: windows.map(({ score, ratio }) => ({ score, ratio })) };
}

function spearman(windows: readonly { readonly ratio: number; readonly from: number }[]): number | null {
  if (windows.length < 2) return null;
  const ratios = ranksOf(Float64Array.from(windows, ({ ratio }) => ratio));
  const scores = ranksOf(Float64Array.from(windows, ({ from }) => from));
  return correlation(ratios, scores);
}

/** Share of sorted values within [from, to]. */
function shareWithin(sorted: Float64Array, from: number, to: number): number {
  return (firstAbove(sorted, to, true) - firstAbove(sorted, from, false)) / sorted.length;
}

/** Place of the first value > limit, or ≥ limit where equals count as above. */
function firstAbove(sorted: Float64Array, limit: number, strictly: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle] ?? 0;
    if (strictly ? value > limit : value >= limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
