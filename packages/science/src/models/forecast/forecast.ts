import type { Watch } from '../shared/watch.ts';
import { type BaselineModel, forecastBaseline } from './baselines.ts';
import type { EtsModel } from './ets.ts';
import { forecastEts } from './ets-forecast.ts';
import { forecastHarmonicAr, type HarmonicArModel } from './harmonic-ar.ts';
import type { Forecast, Horizon } from './series.ts';

/** Any fitted forecaster, told apart by `kind`. */
export type ForecastModel = BaselineModel | EtsModel | HarmonicArModel;

/** Forecast of any fitted forecaster. Throws a RangeError for steps or confidences that are none. */
export function forecastWith(model: ForecastModel, horizon: Horizon, watch: Watch = {}): Forecast {
  switch (model.kind) {
    case 'ets':
      return forecastEts(model, horizon, watch);
    case 'harmonic-ar':
      return forecastHarmonicAr(model, horizon);
    default:
      return forecastBaseline(model, horizon);
  }
}
