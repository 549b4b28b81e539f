import { randomNormal, seededRandom } from '@kianda/geo';
import { quantileOfSorted } from '../shared/statistics.ts';
import { heed, report, type Watch } from '../shared/watch.ts';
import type { EtsModel } from './ets.ts';
import { type EtsParameters, expectedAt, partsOf, turnState } from './ets-states.ts';
import { type Forecast, type Horizon, requireSteps, symmetricForecast, usualConfidences } from './series.ts';

const usualPaths = 5_000;

/**
 * Forecast of a fitted exponential smoothing: its expected values without further errors. Intervals are exact for
 * additive errors; for relative ones they are quantiles of simulated paths (5,000 by default, by the seed).
 * Source: Hyndman et al. (2008), sections 6.1 and 6.4.
 */
export function forecastEts(model: EtsModel, horizon: Horizon, watch: Watch = {}): Forecast {
  requireSteps(horizon);
  const mean = Float64Array.from(pathOf(model, horizon.steps, () => 0));
  if (partsOf(model.form).multiplicative) return { mean, intervals: simulated(model, horizon, watch) };
  const { alpha, beta, gamma, phi, period, season, variance } = model;
  const deviation = new Float64Array(horizon.steps);
  let [sum, damping, power] = [1, 0, 1];
  for (let step = 0; step < horizon.steps; step += 1) {
    deviation[step] = Math.sqrt(variance * sum);
    power *= phi;
    damping += power;
    // An error stays in the level, grows in the slope, and comes back with its phase of the season.
    const again = season.length > 0 && (step + 1) % period === 0 ? gamma : 0;
    sum += (alpha + beta * damping + again) ** 2;
  }
  return symmetricForecast(mean, deviation, horizon);
}

/** Values of the next steps when their errors are those that `draw` gives. */
function pathOf(model: EtsModel, steps: number, draw: () => number): number[] {
  const parts = partsOf(model.form);
  const season = Float64Array.from(model.season);
  const state = { level: model.level, slope: model.slope, season: season.slice() };
  const parameters: EtsParameters = { ...model, season };
  return Array.from({ length: steps }, (_, step) => {
    const phase = step % model.period;
    const { trend, expected } = expectedAt(parts, model.phi, state, phase);
    const value = parts.multiplicative ? expected * (1 + draw()) : expected + draw();
    turnState(parts, parameters, state, { value, trend, phase });
    return value;
  });
}

function simulated(model: EtsModel, horizon: Horizon, watch: Watch): Forecast['intervals'] {
  const { steps, confidences = usualConfidences, seed = 1, paths = usualPaths } = horizon;
  const random = seededRandom(`${seed} paths`);
  const deviation = Math.sqrt(model.variance);
  const values = Array.from({ length: steps }, () => new Float64Array(paths));
  for (let path = 0; path < paths; path += 1) {
    if (path % 64 === 0) report(watch, path / paths);
    for (const [step, value] of pathOf(model, steps, () => deviation * randomNormal(random)).entries()) {
      const column = values[step];
      if (column !== undefined) column[path] = value;
    }
  }
  heed(watch);
  for (const column of values) column.sort();
  return confidences.map((confidence) => {
    const at = (share: number) => Float64Array.from(values, (column) => quantileOfSorted(column, share));
    return { confidence, low: at((1 - confidence) / 2), high: at((1 + confidence) / 2) };
  });
}
