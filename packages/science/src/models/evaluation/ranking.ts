/** How well scores put presences (label 1) before the others (label 0). */

/** Rows by falling score, and the ends (exclusive) of runs of equal scores. */
function byFallingScore(scores: Float64Array, labels: Uint8Array) {
  if (scores.length !== labels.length) {
    throw new RangeError(`labels: received ${labels.length} rows, expected ${scores.length} as in the scores`);
  }
  const missing = scores.findIndex((score) => Number.isNaN(score));
  if (missing >= 0) throw new RangeError(`scores: row ${missing} is NaN, expected a number`);
  const order = Uint32Array.from(scores, (_, row) => row).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  let positives = 0;
  for (const label of labels) positives += label;
  return { order, positives, negatives: labels.length - positives };
}

/** A cut of the ranking: rows with at least this score are called presences. */
export type Cut = {
  readonly threshold: number;
  /** Presences and others among those called presences. */
  readonly truePositives: number;
  readonly falsePositives: number;
};

/** The cut at every distinct score, from the highest score down. */
export function cutsOf(scores: Float64Array, labels: Uint8Array): readonly Cut[] {
  const { order } = byFallingScore(scores, labels);
  const cuts: Cut[] = [];
  let truePositives = 0;
  let falsePositives = 0;
  order.forEach((row, place) => {
    if (labels[row] === 1) truePositives += 1;
    else falsePositives += 1;
    const threshold = scores[row] ?? 0;
    const next = order[place + 1];
    if (next === undefined || scores[next] !== threshold) cuts.push({ threshold, truePositives, falsePositives });
  });
  return cuts;
}

/**
 * Area under the ROC curve: the chance that a presence scores higher than another row, ties counting half (Mann–Whitney
 * with mid-ranks; Hanley & McNeil 1982, Radiology 143:29–36). Null where one of the two is missing.
 */
export function areaUnderRoc(scores: Float64Array, labels: Uint8Array): number | null {
  const { positives, negatives } = byFallingScore(scores, labels);
  if (positives === 0 || negatives === 0) return null;
  let wins = 0;
  let before = { truePositives: 0, falsePositives: 0 };
  for (const cut of cutsOf(scores, labels)) {
    const here = cut.falsePositives - before.falsePositives;
    wins += here * (before.truePositives + cut.truePositives) * 0.5;
    before = cut;
  }
  return wins / (positives * negatives);
}

/**
 * Area under the precision–recall curve as average precision: Σ (recall gained at a cut) · precision there, without
 * interpolation. Null without a presence. Source: Davis & Goadrich (2006), ICML; as in scikit-learn.
 */
export function averagePrecision(scores: Float64Array, labels: Uint8Array): number | null {
  const { positives } = byFallingScore(scores, labels);
  if (positives === 0) return null;
  let area = 0;
  let before = 0;
  for (const { truePositives, falsePositives } of cutsOf(scores, labels)) {
    area += ((truePositives - before) / positives) * (truePositives / (truePositives + falsePositives));
    before = truePositives;
  }
  return area;
}

/** True skill statistic: sensitivity + specificity − 1, the best of all cuts, and where it is reached. */
export type TrueSkill = {
  readonly tss: number;
  readonly threshold: number;
  readonly sensitivity: number;
  readonly specificity: number;
};

/**
 * Highest true skill statistic and its threshold (MaxSSS); of equal ones the highest threshold. Null where presences or
 * others are missing. Source: Allouche et al. (2006), J. Appl. Ecol. 43:1223–1232; Liu et al. (2013), J. Biogeogr. 40:778–789.
 */
export function bestTrueSkill(scores: Float64Array, labels: Uint8Array): TrueSkill | null {
  return bestCut(scores, labels, (hits, alarms) => hits - alarms);
}

/** The cut where sensitivity and specificity differ least; null where presences or others are missing. */
export function equalSensitivitySpecificity(scores: Float64Array, labels: Uint8Array): TrueSkill | null {
  return bestCut(scores, labels, (hits, alarms, all) => -Math.abs(hits + alarms - all));
}

/**
 * The first cut of the highest worth. Worth is told in whole numbers, so that equal cuts are equal: sensitivity and the
 * false positive rate (1 − specificity), each × presences × others, and that product.
 */
function bestCut(
  scores: Float64Array,
  labels: Uint8Array,
  worthOf: (hits: number, alarms: number, all: number) => number,
): TrueSkill | null {
  const { positives, negatives } = byFallingScore(scores, labels);
  if (positives === 0 || negatives === 0) return null;
  let best: TrueSkill | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const { threshold, truePositives, falsePositives } of cutsOf(scores, labels)) {
    const worth = worthOf(truePositives * negatives, falsePositives * positives, positives * negatives);
    if (worth <= most) continue;
    most = worth;
    const sensitivity = truePositives / positives;
    const specificity = (negatives - falsePositives) / negatives;
    best = { tss: sensitivity + specificity - 1, threshold, sensitivity, specificity };
  }
  return best;
}

/**
 * Score below which a share of the training presences is left out: 0.1 for the 10th percentile training presence, 0 for
 * the minimum. With n presences, the ⌊share · n⌋ lowest are given up (ENMeval rounds n · 0.9 up to the number kept).
 * Throws a RangeError without presences.
 */
export function percentilePresence(presenceScores: Float64Array, share: number): number {
  const sorted = presenceScores.toSorted();
  const threshold = sorted[Math.floor(share * sorted.length)];
  if (threshold === undefined) throw new RangeError('percentilePresence: received 0 presences, expected at least 1');
  return threshold;
}

/** Share of presences that score below a threshold, 0–1; NaN without presences. */
export function omissionRate(presenceScores: Float64Array, threshold: number): number {
  let below = 0;
  for (const score of presenceScores) if (score < threshold) below += 1;
  return below / presenceScores.length;
}
