import { minimise } from '../shared/minimise.ts';
import { deviationOf } from '../shared/statistics.ts';
import { heed, report, type Watch } from '../shared/watch.ts';
import { type EtsStart, startingStates } from './ets-start.ts';
import { type EtsForm, type EtsParameters, type EtsParts, etsForms, partsOf, runEts } from './ets-states.ts';
import { aiccOf, requireSeries } from './series.ts';

export type EtsOptions = {
  /** Values of a season, 1 (the default) without; above 24 there would be too many states. */
  readonly period?: number;
  /** Forms to choose among; by default all that the series allows. */
  readonly forms?: readonly EtsForm[];
};

/** A fitted exponential smoothing, as plain data that JSON keeps unchanged. */
export type EtsModel = {
  readonly kind: 'ets';
  readonly form: EtsForm;
  readonly period: number;
  readonly alpha: number;
  /** 0 without a trend. */
  readonly beta: number;
  /** 0 without a season. */
  readonly gamma: number;
  /** 1 without damping. */
  readonly phi: number;
  /** After the last value; the season from the next value on. */
  readonly level: number;
  readonly slope: number;
  readonly season: readonly number[];
  /** Variance of the errors one step ahead: of a multiplicative form of the relative errors. */
  readonly variance: number;
  /** Without the constants that all forms share, as R's forecast counts it. */
  readonly logLikelihood: number;
  readonly aicc: number;
  /** Every form that was tried, the best first. */
  readonly tried: readonly { readonly form: EtsForm; readonly aicc: number }[];
};

const mostPeriod = 24;

/**
 * Exponential smoothing by maximum likelihood, its form chosen by AICc. Smoothing parameters lie in 0.0001 ≤ α ≤ 0.9999,
 * β ≤ α, γ ≤ 1 − α, 0.8 ≤ φ ≤ 0.98. Throws a RangeError for a missing value, too few values, or no form that fits: those
 * that multiply need values above 0, those with a season two of them.
 * Source: Hyndman, Koehler, Ord & Snyder (2008), chapters 2, 5 and 7.
 */
export function fitEts(
  values: Float64Array,
  { period = 1, forms = etsForms }: EtsOptions = {},
  watch: Watch = {},
): EtsModel {
  if (!(Number.isInteger(period) && period >= 1 && period <= mostPeriod)) {
    throw new RangeError(`period: received ${period}, expected a whole number from 1 to ${mostPeriod}`);
  }
  requireSeries(values, 4);
  const positive = values.every((value) => value > 0);
  const allowed = forms.filter((form) => {
    const { multiplicative, season } = partsOf(form);
    return (positive || !multiplicative) && (season === 'N' || (period > 1 && values.length >= 2 * period));
  });
  const fitted: (EtsModel & { readonly tried: readonly [] })[] = [];
  for (const [place, form] of allowed.entries()) {
    report(watch, place / allowed.length);
    const model = fitForm(values, form, period, watch);
    if (Number.isFinite(model.aicc)) fitted.push(model);
  }
  report(watch, 1);
  const sorted = fitted.toSorted((a, b) => a.aicc - b.aicc);
  const [best] = sorted;
  if (best === undefined) {
    throw new RangeError(
      `forms: received ${forms.join(', ')}, none of which fits ${values.length} values of period ${period}`,
    );
  }
  return { ...best, tried: sorted.map(({ form, aicc }) => ({ form, aicc })) };
}

function fitForm(values: Float64Array, form: EtsForm, period: number, watch: Watch) {
  const parts = partsOf(form);
  const start = startingStates(values, parts, period);
  const layout = layoutOf(parts, start, deviationOf(values) || 1);
  const cost = (at: Float64Array): number => {
    const parameters = layout.read(at);
    if (parts.season === 'M' && parameters.season.some((phase) => phase <= 0)) return Number.POSITIVE_INFINITY;
    return runEts(values, parts, parameters).deviance;
  };
  let best: { readonly at: Float64Array; readonly value: number } | null = null;
  for (const [alpha, beta, gamma] of startingPoints) {
    heed(watch);
    const found = minimise(cost, layout.begin(alpha, beta, gamma), { most: 300, tolerance: 1e-10 });
    if (best === null || found.value < best.value) best = found;
  }
  const parameters = layout.read(best?.at ?? layout.begin(0.5, 0.1, 0.1));
  const { deviance, errors, state } = runEts(values, parts, parameters);
  const { alpha, beta, gamma, phi } = parameters;
  const parametersUsed = layout.size + 1;
  let squares = 0;
  for (const error of errors) squares += error * error;
  const ahead = Array.from(state.season, (_, step) => state.season[(values.length + step) % period] ?? 0);
  return {
    kind: 'ets',
    form,
    period,
    alpha,
    beta,
    gamma,
    phi,
    level: state.level,
    slope: state.slope,
    season: ahead,
    variance: squares / (values.length - layout.size),
    logLikelihood: -deviance / 2,
    aicc: aiccOf(-deviance / 2, parametersUsed, values.length),
    tried: [],
  } as const;
}

/** α, β ÷ α and γ ÷ (1 − α) that searches start from: little smoothing, and much. */
const startingPoints = [
  [0.1, 0.1, 0.05],
  [0.6, 0.3, 0.3],
] as const;

const least = 1e-4;
const [leastDamping, mostDamping] = [0.8, 0.98];

/** How the free numbers of a search become the parameters of a form, and back. */
function layoutOf(parts: EtsParts, start: EtsStart, scale: number) {
  const { trend, damped, season } = parts;
  const smoothing = 1 + (trend ? 1 : 0) + (season === 'N' ? 0 : 1) + (damped ? 1 : 0);
  const phases = start.season.length;
  const size = smoothing + 1 + (trend ? 1 : 0) + Math.max(0, phases - 1);
  // The phases add up to 0, or to as many as they are: the last one follows from the others.
  const whole = season === 'M' ? phases : 0;
  const width = season === 'M' ? 0.1 : 0.3 * scale;
  const read = (at: Float64Array): EtsParameters => {
    let place = 0;
    const next = () => at[place++] ?? 0;
    const alpha = least + (1 - 2 * least) * squashed(next());
    const beta = trend ? least + Math.max(0, alpha - least) * squashed(next()) : 0;
    const gamma = season === 'N' ? 0 : least + Math.max(0, 1 - alpha - least) * squashed(next());
    const phi = damped ? leastDamping + (mostDamping - leastDamping) * squashed(next()) : 1;
    const level = start.level + scale * next();
    const slope = trend ? start.slope + 0.1 * scale * next() : 0;
    const own = new Float64Array(phases);
    let rest = whole;
    for (let phase = 0; phase < phases - 1; phase += 1) {
      const value = (start.season[phase] ?? 0) + width * next();
      own[phase] = value;
      rest -= value;
    }
    if (phases > 0) own[phases - 1] = rest;
    return { alpha, beta, gamma, phi, level, slope, season: own };
  };
  const begin = (alpha: number, beta: number, gamma: number): Float64Array => {
    const at = new Float64Array(size);
    const shares = [alpha, ...(trend ? [beta] : []), ...(season === 'N' ? [] : [gamma]), ...(damped ? [0.9] : [])];
    shares.forEach((share, place) => {
      at[place] = Math.log(share / (1 - share));
    });
    return at;
  };
  return { size, read, begin };
}

const squashed = (value: number): number => 1 / (1 + Math.exp(-value));
