/**
 * The minimum set problem of conservation planning: the units of least cost that together hold a target of every feature.
 * Source: Moilanen, Wilson & Possingham (2009), Spatial Conservation Prioritization, ch. 3; Hanson et al. (prioritizr).
 */
export type MinimumSetProblem = {
  /** Cost of each planning unit, above 0. */
  readonly costs: Float64Array;
  readonly features: readonly PlanningFeature[];
  /** 1: taken whatever it costs (protected already). */
  readonly lockedIn: Uint8Array;
  /** 1: never taken. */
  readonly lockedOut: Uint8Array;
};

export type PlanningFeature = {
  readonly name: string;
  /** How much of it each unit holds, never below 0. */
  readonly amounts: Float64Array;
  /** How much the set must hold. */
  readonly target: number;
};

/** The same problem with every target that can't be reached lowered to all there is outside of locked units. */
export function reachableTargets(problem: MinimumSetProblem): MinimumSetProblem {
  const { features, lockedOut } = problem;
  return {
    ...problem,
    features: features.map((feature) => {
      const available = feature.amounts.reduce((sum, one, unit) => sum + (lockedOut[unit] === 1 ? 0 : one), 0);
      return feature.target <= available ? feature : { ...feature, target: available };
    }),
  };
}

/** Cost of a set, and how much it holds of each feature. */
export function evaluateSet({ costs, features }: MinimumSetProblem, chosen: Uint8Array) {
  const over = (values: Float64Array) => values.reduce((sum, one, unit) => sum + (chosen[unit] === 1 ? one : 0), 0);
  const held = features.map(({ amounts }) => over(amounts));
  return {
    cost: over(costs),
    held,
    isMet: features.every(({ target }, feature) => (held[feature] ?? 0) >= target - slackOf(target)),
  };
}

/** Sums of many amounts differ in their last digits. */
const slackOf = (target: number) => 1e-9 * Math.max(1, Math.abs(target));

/**
 * A good set, not always the cheapest: the unit with the most of what is still missing for its cost, one by one; then
 * whatever has become needless goes, the dearest first.
 */
export function greedySet(problem: MinimumSetProblem): Uint8Array {
  const { costs, features, lockedIn, lockedOut } = problem;
  const chosen = Uint8Array.from(lockedIn);
  const missing = features.map(({ amounts, target }) =>
    amounts.reduce((left, one, unit) => left - (chosen[unit] === 1 ? one : 0), target),
  );
  const worthOf = (unit: number) =>
    features.reduce((sum, { amounts, target }, feature) => {
      const left = missing[feature] ?? 0;
      return left <= slackOf(target) ? sum : sum + Math.min(left, amounts[unit] ?? 0) / target;
    }, 0) / (costs[unit] ?? 1);
  for (;;) {
    let best = -1;
    let most = 0;
    for (let unit = 0; unit < costs.length; unit += 1) {
      if (chosen[unit] === 1 || lockedOut[unit] === 1) continue;
      const worth = worthOf(unit);
      if (worth <= most) continue;
      best = unit;
      most = worth;
    }
    if (best < 0) break;
    chosen[best] = 1;
    features.forEach(({ amounts }, feature) => {
      missing[feature] = (missing[feature] ?? 0) - (amounts[best] ?? 0);
    });
  }
  return withoutNeedless(problem, chosen);
}

function withoutNeedless(problem: MinimumSetProblem, chosen: Uint8Array): Uint8Array {
  const { costs, features, lockedIn } = problem;
  const { held } = evaluateSet(problem, chosen);
  const dearest = [...costs.keys()]
    .filter((unit) => chosen[unit] === 1 && lockedIn[unit] !== 1)
    .sort((a, b) => (costs[b] ?? 0) - (costs[a] ?? 0));
  for (const unit of dearest) {
    const left = features.map(({ amounts }, feature) => (held[feature] ?? 0) - (amounts[unit] ?? 0));
    if (features.some(({ target }, feature) => (left[feature] ?? 0) < target - slackOf(target))) continue;
    chosen[unit] = 0;
    for (const [feature, one] of left.entries()) held[feature] = one;
  }
  return chosen;
}

/** The problem as an integer program in the LP format that solvers read; the variable of a unit is `x` and its place. */
export function minimumSetProgram({ costs, features, lockedIn, lockedOut }: MinimumSetProblem): string {
  const units = [...costs.keys()];
  const lines = ['Minimize', ` cost: ${sumOf(units.map((unit) => [costs[unit] ?? 0, unit]))}`, 'Subject To'];
  for (const [place, { amounts, target }] of features.entries()) {
    const terms = units.map((unit) => [amounts[unit] ?? 0, unit] as const).filter(([amount]) => amount > 0);
    if (terms.length === 0 || target <= 0) continue;
    // Shares of the target: features in different units weigh the same in the solver's tolerance.
    lines.push(` f${place}: ${sumOf(terms.map(([amount, unit]) => [amount / target, unit]))} >= ${1 - 1e-9}`);
  }
  const fixed = units.filter((unit) => lockedIn[unit] === 1 || lockedOut[unit] === 1);
  lines.push('Bounds', ...fixed.map((unit) => ` x${unit} = ${lockedIn[unit] === 1 ? 1 : 0}`));
  lines.push('Binary', ...units.map((unit) => ` x${unit}`), 'End');
  return lines.join('\n');
}

/** Terms over several lines: the format has a longest line. */
function sumOf(terms: readonly (readonly [coefficient: number, unit: number])[]): string {
  return terms.map(([coefficient, unit], place) => `${place % 8 === 7 ? '\n' : ''}${coefficient} x${unit}`).join(' + ');
}

/**
 * Share of each feature that a unit holds, added up over the features: where it is high, few other units can stand in.
 * Rarity-weighted richness (Williams et al. 1996, Conserv. Biol. 10:155–174).
 */
export function rarityWeighted({ costs, features }: Pick<MinimumSetProblem, 'costs' | 'features'>): Float64Array {
  const totals = features.map(({ amounts }) => amounts.reduce((sum, one) => sum + one, 0));
  return costs.map((_, unit) =>
    features.reduce((sum, { amounts }, feature) => {
      const total = totals[feature] ?? 0;
      return total > 0 ? sum + (amounts[unit] ?? 0) / total : sum;
    }, 0),
  );
}
