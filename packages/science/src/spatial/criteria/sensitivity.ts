import { type Outcome, warningsOf } from '../shared/outcome.ts';
import { type CriteriaTask, scaled, topsis, weightedCombination } from './combine.ts';

export type SensitivityOptions = {
  /** Share by which each weight is lowered and raised, the others scaled so that all add up to 1. */
  readonly change?: number;
  /** Share of the best cells that is compared. */
  readonly top?: number;
};

/** One weight changed, all else scaled: the mean score then, and the share of the best cells that are others. */
export type SensitivityEnd = { readonly weight: number; readonly meanScore: number; readonly topReplaced: number };

export type Sensitivity = {
  readonly meanScore: number;
  /** By criterion, in the order given: a tornado is drawn from the widest. */
  readonly criteria: readonly { readonly lowered: SensitivityEnd; readonly raised: SensitivityEnd }[];
};

/** Sensitivity of the weighted combination to each weight, one at a time. Source: Saltelli et al. (2008), Global Sensitivity Analysis, ch. 1. */
export function weightSensitivity(
  task: CriteriaTask,
  { change = 0.1, top = 0.1 }: SensitivityOptions = {},
): Outcome<Sensitivity | null, Required<SensitivityOptions>> {
  const method = 'Sensibilidade a um peso de cada vez (Saltelli et al. 2008)';
  const parameters = { change, top };
  const weights = scaled(task.weights, task.criteria.length, 'weights');
  const { scores } = weightedCombination(task).value;
  const known = scores.filter((score) => !Number.isNaN(score)).length;
  if (known === 0) return { value: null, method, parameters, warnings: warningsOf({ empty: 1 }) };
  const best = topCells(scores, top);
  const endOf = (place: number, factor: number): SensitivityEnd => {
    const weight = Math.min(1, (weights[place] ?? 0) * factor);
    const rest = 1 - (weights[place] ?? 0);
    const changed = weights.map((own, other) =>
      other === place ? weight : rest === 0 ? 0 : (own * (1 - weight)) / rest,
    );
    const found = weightedCombination({ ...task, weights: rest === 0 ? weights : changed }).value.scores;
    return { weight, meanScore: meanKnown(found), topReplaced: replacedShare(best, topCells(found, top)) };
  };
  const criteria = task.criteria.map((_, place) => ({
    lowered: endOf(place, 1 - change),
    raised: endOf(place, 1 + change),
  }));
  return { value: { meanScore: meanKnown(scores), criteria }, method, parameters, warnings: [] };
}

function meanKnown(scores: Float64Array): number {
  let [sum, known] = [0, 0];
  for (const score of scores) {
    if (Number.isNaN(score)) continue;
    sum += score;
    known += 1;
  }
  return sum / known;
}

/** 1 in the best share of the cells, at least one; cells as good as the last of them are among them. */
function topCells(scores: Float64Array, share: number): Uint8Array {
  const sorted = scores.filter((score) => !Number.isNaN(score)).sort();
  const least = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * (1 - share)))] ?? Number.NaN;
  return Uint8Array.from(scores, (score) => (score >= least ? 1 : 0));
}

function replacedShare(before: Uint8Array, after: Uint8Array): number {
  let [count, left] = [0, 0];
  for (let cell = 0; cell < before.length; cell += 1) {
    if (before[cell] === 0) continue;
    count += 1;
    if (after[cell] === 0) left += 1;
  }
  return left / count;
}

/** Two alternatives whose order turns when a third is taken away. */
export type RankReversal = { readonly removed: number; readonly better: number; readonly worse: number };

/**
 * Rank reversals of TOPSIS: pairs of alternatives that change their order when another is not there. Source: Wang & Luo
 * (2009), Math. Comput. Model. 49:1221–1229. `better` is the one that leads with all.
 */
export function rankReversals(
  task: Parameters<typeof topsis>[0],
): Outcome<readonly RankReversal[], { readonly alternatives: number }> {
  const alternatives = task.criteria[0]?.length ?? 0;
  const { scores } = topsis(task).value;
  const reversals: RankReversal[] = [];
  for (let removed = 0; removed < alternatives; removed += 1) {
    const mask = Uint8Array.from({ length: alternatives }, (_, one) =>
      one === removed || task.mask?.[one] === 0 ? 0 : 1,
    );
    const without = topsis({ ...task, mask }).value.scores;
    for (let better = 0; better < alternatives; better += 1) {
      for (let worse = 0; worse < alternatives; worse += 1) {
        const leads = (scores[better] ?? 0) > (scores[worse] ?? 0) + 1e-12;
        if (leads && (without[better] ?? 0) < (without[worse] ?? 0) - 1e-12) reversals.push({ removed, better, worse });
      }
    }
  }
  const method = 'Inversões de ordem do TOPSIS sem uma alternativa (Wang & Luo 2009)';
  return {
    value: reversals,
    method,
    parameters: { alternatives },
    warnings: warningsOf({ empty: alternatives === 0 ? 1 : 0 }),
  };
}
