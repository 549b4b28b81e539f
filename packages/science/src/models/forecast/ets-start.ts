import { meanOf } from '../shared/statistics.ts';
import type { EtsParts } from './ets-states.ts';

export type EtsStart = { readonly level: number; readonly slope: number; readonly season: Float64Array };

/**
 * States to begin the search from: phases of the first seasons about their moving average, and a straight line through
 * the first values without them. Source: Hyndman et al. (2008), section 2.6.1.
 */
export function startingStates(values: Float64Array, parts: EtsParts, period: number): EtsStart {
  const season = parts.season === 'N' ? new Float64Array(0) : startingSeason(values, parts.season, period);
  const length = Math.min(values.length, Math.max(10, 2 * period));
  const free = values.slice(0, length).map((value, place) => {
    const own = season[place % period] ?? 0;
    return parts.season === 'A' ? value - own : parts.season === 'M' ? value / own : value;
  });
  const mean = meanOf(free);
  if (!parts.trend) return { level: mean, slope: 0, season };
  const middle = (length - 1) / 2;
  let [both, own] = [0, 0];
  free.forEach((value, place) => {
    both += (place - middle) * (value - mean);
    own += (place - middle) ** 2;
  });
  const slope = both / own;
  return { level: mean - slope * (middle + 1), slope, season };
}

function startingSeason(values: Float64Array, kind: 'A' | 'M', period: number): Float64Array {
  const length = Math.min(values.length, 3 * period);
  const sums = new Float64Array(period);
  const counts = new Float64Array(period);
  const half = Math.floor(period / 2);
  for (let place = half; place + half < length; place += 1) {
    // Of an even period both ends count half.
    let centre = 0;
    for (let shift = -half; shift <= half; shift += 1) {
      const share = period % 2 === 0 && Math.abs(shift) === half ? 0.5 : 1;
      centre += share * (values[place + shift] ?? 0);
    }
    centre /= period;
    const value = values[place] ?? 0;
    const phase = place % period;
    sums[phase] = (sums[phase] ?? 0) + (kind === 'A' ? value - centre : value / centre);
    counts[phase] = (counts[phase] ?? 0) + 1;
  }
  const neutral = kind === 'A' ? 0 : 1;
  const phases = sums.map((sum, phase) => ((counts[phase] ?? 0) > 0 ? sum / (counts[phase] ?? 1) : neutral));
  const mean = meanOf(phases);
  return phases.map((value) => (kind === 'A' ? value - mean : Math.max(0.01, value / mean)));
}
