/**
 * Risk of habitats as InVEST's Habitat Risk Assessment has it (Arkema et al. 2014, Ecol. Appl. 24:2117–2131; Sharp et al.,
 * InVEST User's Guide): the exposure to a stressor and its consequence, each a weighted mean of ratings of 1 to 3.
 */

/** A criterion as rated: `rating` 0–3, where 0 is left out; `quality` of the data and `weight` 1–3, where 1 is best and heaviest. */
export type RiskCriterion = { readonly rating: number; readonly quality: number; readonly weight: number };

/** Highest rating, and so the highest exposure and consequence. */
export const highestRating = 3;

/** Σ r / (d · w) ÷ Σ 1 / (d · w) over the criteria with a rating; null where there is none. */
export function riskScore(criteria: readonly RiskCriterion[]): number | null {
  let [sum, weights] = [0, 0];
  for (const { rating, quality, weight } of criteria) {
    if (!(rating > 0)) continue;
    sum += rating / (quality * weight);
    weights += 1 / (quality * weight);
  }
  return weights === 0 ? null : sum / weights;
}

/** √((E − 1)² + (C − 1)²): 0 where both are least, √8 where both are highest; 0 without exposure. */
export function euclideanRisk(exposure: number | null, consequence: number | null): number {
  if (exposure === null || consequence === null) return 0;
  return Math.hypot(exposure - 1, consequence - 1);
}

/** Greatest risk of one stressor. */
export const highestRisk = Math.hypot(highestRating - 1, highestRating - 1);

/** Low below a third of the greatest risk, high from two thirds on. `stressors`: how many risks the sum adds up. */
export function riskClass(risk: number, stressors = 1): 'low' | 'medium' | 'high' {
  const share = risk / (highestRisk * stressors);
  if (share >= 2 / 3) return 'high';
  return share >= 1 / 3 ? 'medium' : 'low';
}

/** A rating of 1–3 by where a value lies among others: thirds of the ranking; 0 for nought or a value that is missing. */
export function ratingByRank(sortedAscending: ArrayLike<number>, value: number): 0 | 1 | 2 | 3 {
  if (!Number.isFinite(value) || value <= 0) return 0;
  const count = sortedAscending.length;
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sortedAscending[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  const share = count === 0 ? 0 : low / count;
  if (share >= 2 / 3) return 3;
  return share >= 1 / 3 ? 2 : 1;
}
