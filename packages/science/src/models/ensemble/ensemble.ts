import { report, type Watch } from '../shared/watch.ts';

/** Predictions of one model for the same rows as the others, and its skill on rows held out. */
export type Member = {
  readonly name: string;
  readonly predictions: Float64Array;
  /** A measure of which more is better: TSS, AUC − ½, R², skill against a baseline. */
  readonly skill: number;
};

export type EnsembleOptions = {
  /** Members with less skill have no weight; by default 0, so that none worse than the baseline counts. */
  readonly leastSkill?: number;
};

export type Ensemble = {
  /** Of each member, in their order; they add up to 1. */
  readonly weights: readonly number[];
  /** Weighted mean of each row; NaN where a member with a weight is. */
  readonly mean: Float64Array;
  /** Spread as uncertainty: the weighted standard deviation of the members about the mean. */
  readonly deviation: Float64Array;
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
};

/**
 * Mean of models weighted by their skill, and their spread. Throws a RangeError for no member, rows that differ, or no
 * member above the least skill. Source: Marmion et al. (2009), Divers. Distrib. 15:59–69 (weighted average); Thuiller et al.
 * (2009), Ecography 32:369–373 (BIOMOD, weights in proportion to the score).
 */
export function weightedEnsemble(
  members: readonly Member[],
  { leastSkill = 0 }: EnsembleOptions = {},
  watch: Watch = {},
): Ensemble {
  const rows = sharedRows(members);
  const kept = members.map(({ skill }) => (skill > leastSkill && Number.isFinite(skill) ? skill : 0));
  const all = kept.reduce((sum, skill) => sum + skill, 0);
  if (!(all > 0)) {
    const skills = members.map(({ name, skill }) => `${name} ${skill}`).join(', ');
    throw new RangeError(`weightedEnsemble: received ${skills}, expected one above ${leastSkill}`);
  }
  const weights = kept.map((skill) => skill / all);
  const used = members.flatMap(({ predictions }, place) => {
    const weight = weights[place] ?? 0;
    return weight > 0 ? [{ predictions, weight }] : [];
  });
  const mean = new Float64Array(rows);
  const deviation = new Float64Array(rows);
  const lowest = new Float64Array(rows);
  const highest = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) {
    if (row % 65_536 === 0) report(watch, row / rows);
    const centre = used.reduce((sum, one) => sum + one.weight * (one.predictions[row] ?? Number.NaN), 0);
    let [squares, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { predictions, weight } of used) {
      const value = predictions[row] ?? Number.NaN;
      squares += weight * (value - centre) ** 2;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    mean[row] = centre;
    deviation[row] = Math.sqrt(squares);
    lowest[row] = low;
    highest[row] = high;
  }
  report(watch, 1);
  return { weights, mean, deviation, lowest, highest };
}

/** Predictions of one model, and the threshold at and above which it says presence. */
export type Voter = { readonly name: string; readonly predictions: Float64Array; readonly threshold: number };

export type Committee = {
  /** Share of the members that say presence, 0–1; NaN where one is missing. */
  readonly votes: Float64Array;
  /** 1 where all agree, 0 where they are split in halves: |2 votes − 1|. */
  readonly agreement: Float64Array;
};

/**
 * Committee averaging: every model says presence or absence at its own threshold, and the shares of the votes are the
 * prediction. Throws a RangeError for no member, rows that differ, or a threshold that is no number.
 * Source: Araújo & New (2007), Trends Ecol. Evol. 22:42–47; Gallien et al. (2012), Divers. Distrib. 18:1024–1032.
 */
export function committeeAverage(members: readonly Voter[]): Committee {
  const rows = sharedRows(members);
  for (const { name, threshold } of members) {
    if (Number.isNaN(threshold)) throw new RangeError(`${name}: received the threshold NaN, expected a number`);
  }
  const votes = Float64Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (const { predictions, threshold } of members) {
      const value = predictions[row] ?? Number.NaN;
      sum += Number.isNaN(value) ? Number.NaN : value >= threshold ? 1 : 0;
    }
    return sum / members.length;
  });
  return { votes, agreement: votes.map((share) => Math.abs(2 * share - 1)) };
}

function sharedRows(members: readonly { readonly name: string; readonly predictions: Float64Array }[]): number {
  const [first] = members;
  if (first === undefined) throw new RangeError('members: received 0, expected at least 1');
  const rows = first.predictions.length;
  for (const { name, predictions } of members) {
    if (predictions.length === rows) continue;
    throw new RangeError(`${name}: received ${predictions.length} rows, expected ${rows} as in ${first.name}`);
  }
  return rows;
}
