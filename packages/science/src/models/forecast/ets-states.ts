/** Error, trend and season: N none, A additive, Ad additive and damped, M multiplicative. */
export type EtsForm =
  | 'ANN'
  | 'AAN'
  | 'AAdN'
  | 'ANA'
  | 'AAA'
  | 'AAdA'
  | 'MNN'
  | 'MAN'
  | 'MAdN'
  | 'MNA'
  | 'MAA'
  | 'MAdA'
  | 'MNM'
  | 'MAM'
  | 'MAdM';

/** Forms with a finite variance: those in which a season that multiplies has errors that do. */
export const etsForms: readonly EtsForm[] = [
  ...(['ANN', 'AAN', 'AAdN', 'ANA', 'AAA', 'AAdA'] as const),
  ...(['MNN', 'MAN', 'MAdN', 'MNA', 'MAA', 'MAdA', 'MNM', 'MAM', 'MAdM'] as const),
];

export type EtsParts = {
  readonly multiplicative: boolean;
  readonly trend: boolean;
  readonly damped: boolean;
  readonly season: 'N' | 'A' | 'M';
};

export function partsOf(form: EtsForm): EtsParts {
  const season = form.at(-1) === 'A' ? 'A' : form.at(-1) === 'M' ? 'M' : 'N';
  return { multiplicative: form.startsWith('M'), trend: form[1] === 'A', damped: form.includes('d'), season };
}

/** Smoothing parameters and the states before the first value. */
export type EtsParameters = {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  readonly phi: number;
  readonly level: number;
  readonly slope: number;
  /** Of the phases of the season from the first value on; empty without. */
  readonly season: Float64Array;
};

/** Level, slope and the season as it turns: `season[phase]` is that of the next value with this phase. */
export type EtsState = { level: number; slope: number; readonly season: Float64Array };

/** Trend and expected value of the next step. */
export function expectedAt(parts: EtsParts, phi: number, state: EtsState, phase: number) {
  const trend = state.level + (parts.trend ? phi * state.slope : 0);
  const season = state.season[phase] ?? 0;
  return { trend, expected: parts.season === 'A' ? trend + season : parts.season === 'M' ? trend * season : trend };
}

/** Turns the state by a value that was observed. Source: Hyndman et al. (2008), tables 2.2 and 2.3. */
export function turnState(
  parts: EtsParts,
  { alpha, beta, gamma, phi }: EtsParameters,
  state: EtsState,
  { value, trend, phase }: { readonly value: number; readonly trend: number; readonly phase: number },
): void {
  const season = state.season[phase] ?? 0;
  const free = parts.season === 'A' ? value - season : parts.season === 'M' ? value / season : value;
  state.level = trend + alpha * (free - trend);
  if (parts.trend) state.slope = phi * state.slope + beta * (free - trend);
  if (parts.season === 'N') return;
  const own = parts.season === 'A' ? value - trend : value / trend;
  state.season[phase] = season + gamma * (own - season);
}

export type EtsRun = {
  /** n ln Σ error² (+ 2 Σ ln |expected| of relative errors): −2 times the logarithm of the likelihood, without constants. */
  readonly deviance: number;
  /** Errors one step ahead: of a multiplicative form relative ones. */
  readonly errors: Float64Array;
  readonly state: EtsState;
};

/** Runs a form over a series; the deviance is Infinity where an expected value that must be positive is not. */
export function runEts(values: Float64Array, parts: EtsParts, parameters: EtsParameters): EtsRun {
  const state: EtsState = { level: parameters.level, slope: parameters.slope, season: parameters.season.slice() };
  const errors = new Float64Array(values.length);
  const period = state.season.length || 1;
  let [squares, logarithms] = [0, 0];
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place] ?? Number.NaN;
    const phase = place % period;
    const { trend, expected } = expectedAt(parts, parameters.phi, state, phase);
    if (parts.multiplicative && !(expected > 0)) return { deviance: Number.POSITIVE_INFINITY, errors, state };
    const error = parts.multiplicative ? (value - expected) / expected : value - expected;
    errors[place] = error;
    squares += error * error;
    if (parts.multiplicative) logarithms += Math.log(expected);
    turnState(parts, parameters, state, { value, trend, phase });
  }
  // A series that is met exactly would have a likelihood without bound.
  const deviance = values.length * Math.log(Math.max(squares, 1e-300)) + 2 * logarithms;
  return { deviance, errors, state };
}
