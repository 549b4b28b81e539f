import { type Outcome, warningsOf } from '../shared/outcome.ts';

/** Standardised criteria (shares 0–1 by cell or alternative) and their weights; a cell whose mask is 0 is left out. */
export type CriteriaTask = {
  readonly criteria: readonly Float64Array[];
  readonly weights: ArrayLike<number>;
  readonly mask?: Uint8Array;
};

/** Score of each cell, 0–1; NaN where a criterion is missing or the mask leaves it out. */
type Scores = { readonly scores: Float64Array };

/** Weighted linear combination Σ w s; the weights are scaled to add up to 1. */
export function weightedCombination(task: CriteriaTask): Outcome<Scores, { readonly weights: readonly number[] }> {
  const weights = requireTask(task);
  const scores = maskedZero(task);
  task.criteria.forEach((criterion, place) => {
    const weight = weights[place] ?? 0;
    for (let cell = 0; cell < scores.length; cell += 1)
      scores[cell] = (scores[cell] ?? 0) + weight * (criterion[cell] ?? 0);
  });
  return outcomeOf(scores, 'Combinação linear ponderada (Eastman 1999)', { weights: [...weights] });
}

/**
 * Ordered weighted average: the first order weight is that of the best criterion of a cell. Equal order weights give the
 * weighted combination, [1, 0, …] the best criterion (OR), [… 0, 1] the worst (AND). Sources: Yager (1988), IEEE Trans.
 * SMC 18:183–190; with criterion weights as Malczewski (2006), Int. J. Appl. Earth Obs. 8:270–277.
 */
export function orderedWeightedAverage(
  task: CriteriaTask & { readonly orderWeights: ArrayLike<number> },
): Outcome<Scores, { readonly weights: readonly number[]; readonly orderWeights: readonly number[] }> {
  const weights = requireTask(task);
  const order = scaled(task.orderWeights, task.criteria.length, 'orderWeights');
  const count = weights.length;
  const scores = maskedZero(task);
  const [shares, own] = [new Float64Array(count), new Float64Array(count)];
  for (let cell = 0; cell < scores.length; cell += 1) {
    if (Number.isNaN(scores[cell])) continue;
    let isMissing = false;
    for (let place = 0; place < count; place += 1) {
      const share = task.criteria[place]?.[cell] ?? Number.NaN;
      if (Number.isNaN(share)) isMissing = true;
      let slot = place;
      for (; slot > 0 && (shares[slot - 1] ?? 0) < share; slot -= 1) {
        shares[slot] = shares[slot - 1] ?? 0;
        own[slot] = own[slot - 1] ?? 0;
      }
      shares[slot] = share;
      own[slot] = weights[place] ?? 0;
    }
    let [sum, all] = [0, 0];
    for (let slot = 0; slot < count; slot += 1) {
      const weight = (order[slot] ?? 0) * (own[slot] ?? 0);
      sum += weight * (shares[slot] ?? 0);
      all += weight;
    }
    // Order weights that fall on criteria without a weight leave nothing.
    scores[cell] = isMissing || all === 0 ? Number.NaN : sum / all;
  }
  return outcomeOf(scores, 'Média ponderada ordenada, OWA (Yager 1988; Malczewski 2006)', {
    weights: [...weights],
    orderWeights: [...order],
  });
}

/**
 * TOPSIS: distance to the worst ÷ (distance to the best + to the worst), of criteria scaled by their length. Source: Hwang
 * & Yoon (1981), Multiple Attribute Decision Making. Criteria need not be standardised; `senses` are benefit by default.
 */
export function topsis(
  task: CriteriaTask & { readonly senses?: readonly ('benefit' | 'cost')[] },
): Outcome<Scores, { readonly weights: readonly number[]; readonly senses: readonly ('benefit' | 'cost')[] }> {
  const weights = requireTask(task);
  const senses = task.senses ?? task.criteria.map(() => 'benefit' as const);
  const best = maskedZero(task);
  for (const criterion of task.criteria) {
    for (let cell = 0; cell < best.length; cell += 1) best[cell] = (best[cell] ?? 0) + 0 * (criterion[cell] ?? 0);
  }
  const worst = best.slice();
  task.criteria.forEach((criterion, place) => {
    let [squares, least, largest] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let cell = 0; cell < best.length; cell += 1) {
      if (Number.isNaN(best[cell])) continue;
      const value = criterion[cell] ?? 0;
      squares += value * value;
      least = Math.min(least, value);
      largest = Math.max(largest, value);
    }
    const scale = squares === 0 ? 0 : (weights[place] ?? 0) / Math.sqrt(squares);
    const [ideal, opposite] = senses[place] === 'cost' ? [least, largest] : [largest, least];
    for (let cell = 0; cell < best.length; cell += 1) {
      const value = criterion[cell] ?? 0;
      best[cell] = (best[cell] ?? 0) + (scale * (value - ideal)) ** 2;
      worst[cell] = (worst[cell] ?? 0) + (scale * (value - opposite)) ** 2;
    }
  });
  const scores = best.map((square, cell) => {
    const [toBest, toWorst] = [Math.sqrt(square), Math.sqrt(worst[cell] ?? 0)];
    // Where all cells are equal, each is the best.
    return toBest + toWorst === 0 ? 1 : toWorst / (toBest + toWorst);
  });
  return outcomeOf(scores, 'TOPSIS (Hwang & Yoon 1981)', { weights: [...weights], senses });
}

function outcomeOf<Parameters>(
  scores: Float64Array,
  method: string,
  parameters: Parameters,
): Outcome<Scores, Parameters> {
  let missing = 0;
  for (const score of scores) if (Number.isNaN(score)) missing += 1;
  const isEmpty = missing === scores.length;
  return { value: { scores }, method, parameters, warnings: warningsOf({ missing, empty: isEmpty ? 1 : 0 }) };
}

function maskedZero({ criteria, mask }: CriteriaTask): Float64Array {
  const scores = new Float64Array(criteria[0]?.length ?? 0);
  if (mask === undefined) return scores;
  return scores.map((_, cell) => (mask[cell] === 0 ? Number.NaN : 0));
}

/** Weights that add up to 1. Throws a RangeError for criteria of different lengths, or weights that are none. */
function requireTask({ criteria, weights, mask }: CriteriaTask): Float64Array {
  const cells = criteria[0]?.length ?? 0;
  const odd = criteria.findIndex((criterion) => criterion.length !== cells);
  if (criteria.length === 0 || odd >= 0) {
    throw new RangeError(`criteria: received ${criteria[odd]?.length ?? 0} cells in ${odd}, expected ${cells}`);
  }
  if (mask !== undefined && mask.length !== cells)
    throw new RangeError(`mask: received ${mask.length}, expected ${cells}`);
  return scaled(weights, criteria.length, 'weights');
}

export function scaled(weights: ArrayLike<number>, count: number, name: string): Float64Array {
  const own = Float64Array.from(weights);
  const sum = own.reduce((all, weight) => all + weight, 0);
  if (own.length !== count || !(sum > 0 && sum < Number.POSITIVE_INFINITY) || own.some((weight) => weight < 0)) {
    throw new RangeError(`${name}: received ${own.join(', ')}, expected ${count} of at least 0, and one above`);
  }
  return own.map((weight) => weight / sum);
}
