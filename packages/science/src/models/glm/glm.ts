import { choleskyOf, invertCholesky, solveCholesky } from '../shared/cholesky.ts';
import type { Column } from '../shared/columns.ts';
import { studentQuantile } from '../shared/distributions.ts';
import { report, type Watch } from '../shared/watch.ts';
import { type Design, evaluateTerms, type GlmTerm, requireFit, standardised, termName, termsOf } from './design.ts';

/** `gaussian`: numbers by the identity link. `binomial`: shares 0–1 (0 and 1 of a presence) by the logit link. */
export type GlmFamily = 'gaussian' | 'binomial';

export type GlmOptions = {
  readonly family: GlmFamily;
  /** λ of the penalty ½ λ Σ coefficient² on the standardised terms; 0 (the default) is the plain regression. */
  readonly ridge?: number;
  /** Weight of each row ≥ 0, by default 1. */
  readonly weights?: Float64Array;
};

/** A fitted regression, as plain data that JSON keeps unchanged. Coefficients are in the units of the columns. */
export type GlmModel = {
  readonly kind: 'glm';
  readonly family: GlmFamily;
  readonly ridge: number;
  readonly columns: readonly {
    readonly name: string;
    readonly kind: Column['kind'];
    readonly codes: readonly number[];
  }[];
  readonly intercept: number;
  readonly terms: readonly (GlmTerm & {
    readonly coefficient: number;
    /** Null with a penalty, under which the usual formula does not hold. */
    readonly standardError: number | null;
  })[];
  readonly interceptError: number | null;
  /** Covariance of the intercept and the terms, by rows; null with a penalty. */
  readonly covariance: readonly number[] | null;
  /** Of a row with weight 1: residual variance, of `binomial` 1. */
  readonly dispersion: number;
  /** Rows with a weight, less the coefficients. */
  readonly degreesOfFreedom: number;
  readonly deviance: number;
  /** Of the intercept alone. */
  readonly nullDeviance: number;
  /** Null with a penalty, under which the coefficients are not as many as they seem. */
  readonly aic: number | null;
  readonly steps: number;
  /** False where a group is told apart perfectly: the coefficients then grow without end. */
  readonly converged: boolean;
};

const mostSteps = 50;

/**
 * Linear or logistic regression by maximum likelihood, with a ridge penalty on the standardised terms but the intercept,
 * by iteratively reweighted least squares. The minimum is that of Σ weight · loss + ½ λ Σ coefficient², loss half the
 * squared error or −ln of the chance of what happened. Throws a RangeError for missing values, weights or a target that
 * do not fit, and without a penalty for a column that is a combination of others, by its name.
 * Source: McCullagh & Nelder (1989), chapter 2; Hoerl & Kennard (1970), Technometrics 12:55–67; le Cessie & van
 * Houwelingen (1992), Appl. Stat. 41:191–201.
 */
export function fitGlm(
  columns: readonly Column[],
  target: Float64Array,
  { family, ridge = 0, weights = new Float64Array(target.length).fill(1) }: GlmOptions,
  watch: Watch = {},
): GlmModel {
  requireFit(columns, target, weights, family);
  if (!(ridge >= 0 && Number.isFinite(ridge))) throw new RangeError(`ridge: received ${ridge}, expected 0 or more`);
  const terms = termsOf(columns);
  const used = weights.reduce((count, weight) => count + (weight > 0 ? 1 : 0), 0);
  if (used === 0 || (ridge === 0 && used <= terms.length + 1)) {
    throw new RangeError(`fitGlm: received ${used} rows with a weight, expected more than ${terms.length + 1}`);
  }
  const design = standardised(evaluateTerms(terms, columns), weights);
  const solved = solve({ family, ridge, weights, target, design, terms }, watch);
  const deviance = devianceOf(solved.eta, target, weights, family);
  const degreesOfFreedom = used - terms.length - 1;
  const dispersion = family === 'binomial' ? 1 : deviance / degreesOfFreedom;
  const { intercept, coefficients, covariance } = inUnits(design, solved, dispersion);
  const size = terms.length + 1;
  const errorAt = (place: number) =>
    ridge > 0 || covariance === null ? null : Math.sqrt(covariance[place * size + place] ?? Number.NaN);
  return {
    kind: 'glm',
    family,
    ridge,
    columns: columns.map(({ name, kind, values }) => {
      return { name, kind, codes: kind === 'continuous' ? [] : [...new Set(values)].sort((a, b) => a - b) };
    }),
    intercept,
    interceptError: errorAt(0),
    terms: terms.map((term, place) => {
      return { ...term, coefficient: coefficients[place] ?? 0, standardError: errorAt(place + 1) };
    }),
    covariance: ridge > 0 || covariance === null ? null : [...covariance],
    dispersion,
    degreesOfFreedom,
    deviance,
    nullDeviance: nullDevianceOf(target, weights, family),
    aic: ridge > 0 ? null : aicOf({ eta: solved.eta, target, weights, family, deviance, used, size }),
    steps: solved.steps,
    converged: solved.converged,
  };
}

type Problem = {
  readonly family: GlmFamily;
  readonly ridge: number;
  readonly weights: Float64Array;
  readonly target: Float64Array;
  readonly design: Design;
  readonly terms: readonly GlmTerm[];
};

type Solved = {
  /** Of the standardised design, the intercept first. */
  readonly beta: Float64Array;
  readonly eta: Float64Array;
  /** Cholesky factor of the information at the end. */
  readonly factor: Float64Array;
  readonly steps: number;
  readonly converged: boolean;
};

function solve(problem: Problem, watch: Watch): Solved {
  const { family, design, ridge, terms } = problem;
  const size = design.columns.length;
  let beta: Float64Array = new Float64Array(size);
  let eta: Float64Array = new Float64Array(design.rows);
  let objective = objectiveOf(problem, beta, eta);
  let factor: Float64Array = new Float64Array(size * size);
  let [converged, steps] = [false, 0];
  for (; steps < mostSteps && !converged; steps += 1) {
    report(watch, steps / mostSteps);
    const { gradient, information } = slopesOf(problem, beta, eta);
    const { factor: found, weak } = choleskyOf(information, size);
    if (weak >= 0) {
      const place = terms[weak - 1];
      // Later on a weak pivot means that chances have become 0 and 1: the coefficients grow without end.
      if (steps > 0 || ridge > 0 || place === undefined) break;
      throw new RangeError(`${termName(place)}: constant, or a combination of the columns before it`);
    }
    factor = found;
    const step = solveCholesky(factor, gradient);
    let share = 1;
    let next = moved(problem, beta, step, share);
    while (!(next.objective <= objective + 1e-12 * Math.abs(objective)) && share > 1e-6) {
      share /= 2;
      next = moved(problem, beta, step, share);
    }
    const largest = step.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const scale = next.beta.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
    ({ beta, eta, objective } = next);
    // One step of a linear regression is the minimum itself.
    converged = family === 'gaussian' || (share === 1 && largest <= 1e-9 * scale);
  }
  report(watch, 1);
  return { beta, eta, factor, steps, converged };
}

function moved(problem: Problem, from: Float64Array, step: Float64Array, share: number) {
  const beta = from.map((value, place) => value + share * (step[place] ?? 0));
  const eta = new Float64Array(problem.design.rows);
  problem.design.columns.forEach((values, place) => {
    const by = beta[place] ?? 0;
    for (let row = 0; row < eta.length; row += 1) eta[row] = (eta[row] ?? 0) + by * (values[row] ?? 0);
  });
  return { beta, eta, objective: objectiveOf(problem, beta, eta) };
}

function objectiveOf({ family, ridge, weights, target }: Problem, beta: Float64Array, eta: Float64Array): number {
  let sum = 0;
  for (let place = 1; place < beta.length; place += 1) sum += 0.5 * ridge * (beta[place] ?? 0) ** 2;
  for (let row = 0; row < eta.length; row += 1) {
    const [score, value] = [eta[row] ?? 0, target[row] ?? 0];
    const loss =
      family === 'gaussian'
        ? 0.5 * (value - score) ** 2
        : Math.max(score, 0) + Math.log1p(Math.exp(-Math.abs(score))) - value * score;
    sum += (weights[row] ?? 0) * loss;
  }
  return sum;
}

/** Descent direction of the objective, and its second derivatives by rows. */
function slopesOf({ family, ridge, weights, target, design }: Problem, beta: Float64Array, eta: Float64Array) {
  const size = design.columns.length;
  const residuals = new Float64Array(design.rows);
  const curvature = new Float64Array(design.rows);
  for (let row = 0; row < design.rows; row += 1) {
    const weight = weights[row] ?? 0;
    const mean = meanAt(eta[row] ?? 0, family);
    residuals[row] = weight * ((target[row] ?? 0) - mean);
    curvature[row] = family === 'gaussian' ? weight : weight * mean * (1 - mean);
  }
  const gradient = new Float64Array(size);
  const information = new Float64Array(size * size);
  design.columns.forEach((left, place) => {
    let slope = place === 0 ? 0 : -ridge * (beta[place] ?? 0);
    for (let row = 0; row < design.rows; row += 1) slope += (left[row] ?? 0) * (residuals[row] ?? 0);
    gradient[place] = slope;
    for (let other = 0; other <= place; other += 1) {
      const right = design.columns[other] ?? left;
      let sum = place === other && place > 0 ? ridge : 0;
      for (let row = 0; row < design.rows; row += 1) {
        sum += (curvature[row] ?? 0) * (left[row] ?? 0) * (right[row] ?? 0);
      }
      information[place * size + other] = sum;
      information[other * size + place] = sum;
    }
  });
  return { gradient, information };
}

const meanAt = (eta: number, family: GlmFamily): number => (family === 'gaussian' ? eta : 1 / (1 + Math.exp(-eta)));

/** Coefficients, and their covariance, for the columns as they are. */
function inUnits({ means, deviations }: Design, { beta, factor, converged }: Solved, dispersion: number) {
  const size = beta.length;
  const coefficients = means.map((_, place) => (beta[place + 1] ?? 0) / (deviations[place] ?? 1));
  const intercept = coefficients.reduce((sum, value, place) => sum - value * (means[place] ?? 0), beta[0] ?? 0);
  if (!converged) return { coefficients, intercept, covariance: null };
  // The intercept is that of the standardised design less the means times the coefficients: linear in both.
  const inverse = invertCholesky(factor, size).map((value) => value * dispersion);
  const change = new Float64Array(size * size);
  change[0] = 1;
  for (let place = 1; place < size; place += 1) {
    change[place] = -(means[place - 1] ?? 0) / (deviations[place - 1] ?? 1);
    change[place * size + place] = 1 / (deviations[place - 1] ?? 1);
  }
  return { coefficients, intercept, covariance: sandwiched(change, inverse, size) };
}

/** A · M · Aᵀ of square matrices by rows. */
function sandwiched(change: Float64Array, middle: Float64Array, size: number): Float64Array {
  const product = (left: Float64Array, right: (k: number, column: number) => number) => {
    const result = new Float64Array(size * size);
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        let sum = 0;
        for (let k = 0; k < size; k += 1) sum += (left[row * size + k] ?? 0) * right(k, column);
        result[row * size + column] = sum;
      }
    }
    return result;
  };
  const half = product(change, (k, column) => middle[k * size + column] ?? 0);
  return product(half, (k, column) => change[column * size + k] ?? 0);
}

function devianceOf(eta: Float64Array, target: Float64Array, weights: Float64Array, family: GlmFamily): number {
  let sum = 0;
  for (let row = 0; row < eta.length; row += 1) {
    const [score, value, weight] = [eta[row] ?? 0, target[row] ?? 0, weights[row] ?? 0];
    if (family === 'gaussian') {
      sum += weight * (value - score) ** 2;
      continue;
    }
    const loss = Math.max(score, 0) + Math.log1p(Math.exp(-Math.abs(score))) - value * score;
    sum += 2 * weight * (loss - entropyOf(value));
  }
  return sum;
}

/** −p ln p − (1 − p) ln(1 − p): the loss of a share that is predicted exactly. */
function entropyOf(share: number): number {
  const part = (value: number) => (value > 0 ? -value * Math.log(value) : 0);
  return part(share) + part(1 - share);
}

function nullDevianceOf(target: Float64Array, weights: Float64Array, family: GlmFamily): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = target.reduce((sum, value, row) => sum + value * (weights[row] ?? 0), 0) / all;
  const eta = family === 'gaussian' ? mean : Math.log(mean / (1 - mean));
  // Where all are 0, or all 1, the intercept alone is already exact.
  if (!Number.isFinite(eta)) return 0;
  return devianceOf(new Float64Array(target.length).fill(eta), target, weights, family);
}

/** Akaike's criterion as R's glm counts it: of `gaussian` the variance is one more parameter. */
function aicOf(given: {
  readonly eta: Float64Array;
  readonly target: Float64Array;
  readonly weights: Float64Array;
  readonly family: GlmFamily;
  readonly deviance: number;
  readonly used: number;
  readonly size: number;
}): number {
  const { eta, target, weights, family, deviance, used, size } = given;
  if (family === 'gaussian') {
    const logWeights = weights.reduce((sum, weight) => sum + (weight > 0 ? Math.log(weight) : 0), 0);
    return used * (Math.log((2 * Math.PI * deviance) / used) + 1) - logWeights + 2 * (size + 1);
  }
  let loss = 0;
  for (let row = 0; row < eta.length; row += 1) {
    const [score, value] = [eta[row] ?? 0, target[row] ?? 0];
    loss += (weights[row] ?? 0) * (Math.max(score, 0) + Math.log1p(Math.exp(-Math.abs(score))) - value * score);
  }
  return 2 * loss + 2 * size;
}

export type GlmPrediction = {
  /** Expected value of each row: the number, or the chance; NaN where a column is, or a category is new. */
  readonly mean: Float64Array;
  /** Bounds of the interval; null for a model with a penalty, or one that did not converge. */
  readonly low: Float64Array | null;
  readonly high: Float64Array | null;
};

/**
 * Predictions with an interval: of the expected value (`mean`), or of one new row with weight 1 (`prediction`, of
 * `gaussian` alone). Student's t of the residual degrees of freedom for `gaussian`; for `binomial` the normal
 * distribution on the scale of the link (Wald). Columns are found by name; throws a RangeError for one that is not there.
 */
export function predictGlm(
  model: GlmModel,
  columns: readonly Column[],
  {
    confidence = 0.95,
    interval = 'mean',
  }: { readonly confidence?: number; readonly interval?: 'mean' | 'prediction' } = {},
): GlmPrediction {
  const { family, terms, covariance, dispersion, degreesOfFreedom } = model;
  if (interval === 'prediction' && family === 'binomial') {
    throw new RangeError('interval: received prediction, expected mean for a chance');
  }
  const values = evaluateTerms(terms, columns);
  const eta = startOf(model, columns);
  terms.forEach(({ coefficient }, place) => {
    const column = values[place];
    for (let row = 0; row < eta.length; row += 1) {
      eta[row] = (eta[row] ?? 0) + coefficient * (column?.[row] ?? Number.NaN);
    }
  });
  const mean = eta.map((value) => meanAt(value, family));
  if (covariance === null) return { mean, low: null, high: null };
  const degrees = family === 'gaussian' ? degreesOfFreedom : Number.POSITIVE_INFINITY;
  const reach = studentQuantile((1 + confidence) / 2, degrees);
  const size = terms.length + 1;
  const at = (place: number, row: number) => (place === 0 ? 1 : (values[place - 1]?.[row] ?? Number.NaN));
  const half = eta.map((_, row) => {
    let variance = interval === 'prediction' ? dispersion : 0;
    for (let a = 0; a < size; a += 1) {
      for (let b = 0; b < size; b += 1) variance += at(a, row) * at(b, row) * (covariance[a * size + b] ?? 0);
    }
    return reach * Math.sqrt(Math.max(0, variance));
  });
  return {
    mean,
    low: eta.map((value, row) => meanAt(value - (half[row] ?? Number.NaN), family)),
    high: eta.map((value, row) => meanAt(value + (half[row] ?? Number.NaN), family)),
  };
}

/** The intercept in each row; NaN where a category is not one of training. */
function startOf(model: GlmModel, columns: readonly Column[]): Float64Array {
  const found = model.columns.map((column) => {
    const own = columns.find(({ name }) => name === column.name);
    if (own === undefined) throw new RangeError(`predictGlm: no column ${column.name}`);
    return { ...column, values: own.values };
  });
  const start = new Float64Array(found[0]?.values.length ?? 0).fill(model.intercept);
  for (const { kind, codes, values } of found) {
    if (kind === 'continuous') continue;
    const known = new Set(codes);
    for (let row = 0; row < start.length; row += 1) if (!known.has(values[row] ?? Number.NaN)) start[row] = Number.NaN;
  }
  return start;
}
