import type { Random } from '@kianda/geo';

/** Sinusoids that the surface is the sum of. */
export const mostWaves = 40;

/** Measured sea state. Directions are those that the waves come from, in degrees from north. */
export type SeaState = {
  /** Significant height, m. */
  readonly heightM: number;
  /** Mean period, s. */
  readonly meanPeriodS: number;
  readonly fromDegrees: number;
  /** Exponent s of the directional spread cos²ˢ(θ/2). */
  readonly spread: number;
  /** Depth of the water, m; null: deep water. */
  readonly depthM: number | null;
};

/** One sinusoid of the surface: wave vector in rad/m (east, north), amplitude in m, angular frequency in rad/s. */
export type WaveComponent = {
  readonly east: number;
  readonly north: number;
  readonly amplitudeM: number;
  readonly omega: number;
  readonly phase: number;
};

export const gravity = 9.81;
/** Peak enhancement of the mean JONSWAP spectrum (Hasselmann et al. 1973). */
export const jonswapGamma = 3.3;

/** Frequencies over the peak's that are sampled: what lies outside has less than 1 % of the energy. */
const lowest = 0.6;
const highest = 3.2;
const steps = 800;

/** Shape of the JONSWAP spectrum at a frequency divided by the peak's, to a factor (Hasselmann et al. 1973). */
export function jonswapShape(ratio: number): number {
  if (ratio <= 0) return 0;
  const width = ratio <= 1 ? 0.07 : 0.09;
  const enhancement = jonswapGamma ** Math.exp(-((ratio - 1) ** 2) / (2 * width ** 2));
  return ratio ** -5 * Math.exp(-1.25 * ratio ** -4) * enhancement;
}

/** Frequencies over the peak's, and the share of the energy below each, from 0 to 1. */
const cumulative = (() => {
  const ratios = new Float64Array(steps + 1);
  const shares = new Float64Array(steps + 1);
  const width = (highest - lowest) / steps;
  let moment = 0;
  for (let index = 0; index <= steps; index += 1) {
    ratios[index] = lowest + index * width;
    if (index > 0) shares[index] = (shares[index - 1] ?? 0) + jonswapShape((ratios[index] ?? 0) - width / 2) * width;
    if (index > 0)
      moment += jonswapShape((ratios[index] ?? 0) - width / 2) * width * ((ratios[index] ?? 0) - width / 2);
  }
  const total = shares[steps] ?? 1;
  for (let index = 0; index <= steps; index += 1) shares[index] = (shares[index] ?? 0) / total;
  return { ratios, shares, meanRatio: moment / total };
})();

/** Peak period, s, of the JONSWAP spectrum whose mean period (first moment, m₀/m₁) is the one given. */
export function peakPeriodOf(meanPeriodS: number): number {
  return meanPeriodS * cumulative.meanRatio;
}

/** Frequency over the peak's below which a share of the energy lies. */
function ratioAt(share: number): number {
  const { ratios, shares } = cumulative;
  let [low, high] = [0, steps];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((shares[middle] ?? 0) < share) low = middle;
    else high = middle;
  }
  const [before, after] = [shares[low] ?? 0, shares[high] ?? 1];
  const part = after > before ? (share - before) / (after - before) : 0;
  return (ratios[low] ?? lowest) + part * ((ratios[high] ?? highest) - (ratios[low] ?? lowest));
}

/** Wave number, rad/m, of an angular frequency: ω² = g k tanh(k h), by Newton's method; deep water for a null depth. */
export function waveNumber(omega: number, depthM: number | null): number {
  const deep = omega ** 2 / gravity;
  if (depthM === null || deep * depthM > 10) return deep;
  // Eckart's approximation is within a tenth, so that a few steps are exact.
  let k = deep / Math.sqrt(Math.tanh(deep * depthM));
  for (let turn = 0; turn < 8; turn += 1) {
    const tanh = Math.tanh(k * depthM);
    const slope = gravity * (tanh + k * depthM * (1 - tanh ** 2));
    k -= (gravity * k * tanh - omega ** 2) / slope;
  }
  return k;
}

/** Angles from the mean direction, radians, with equal shares of the spread cos²ˢ(θ/2) (Longuet-Higgins et al. 1963). */
function spreadAngles(count: number, exponent: number): readonly number[] {
  const width = (2 * Math.PI) / steps;
  const weights = Array.from(
    { length: steps },
    (_, index) => Math.cos((-Math.PI + (index + 0.5) * width) / 2) ** (2 * exponent),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const angles: number[] = [];
  let sum = 0;
  for (const [index, weight] of weights.entries()) {
    sum += weight / total;
    while (angles.length < count && sum >= (angles.length + 0.5) / count) {
      angles.push(-Math.PI + (index + 0.5) * width);
    }
  }
  return angles;
}

function shuffled<T>(values: readonly T[], random: Random): readonly T[] {
  const out = [...values];
  for (let index = out.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [out[index], out[other]] = [out[other] as T, out[index] as T];
  }
  return out;
}

/**
 * Sinusoids of a measured sea: `count` bands of the JONSWAP spectrum with equal energy, so that each has the amplitude
 * √(2 m₀/count) and the variance of their sum is m₀ = Hs²/16 exactly, whatever their number. A band's frequency is drawn
 * at random inside it, so that the sea does not repeat itself; its direction from the spread. Empty for a height of 0.
 */
export function sampleSea(sea: SeaState, count: number, random: Random): readonly WaveComponent[] {
  const { heightM, meanPeriodS, fromDegrees, spread, depthM } = sea;
  if (!(heightM > 0) || !(meanPeriodS > 0)) return [];
  const amplitudeM = Math.sqrt((2 * (heightM ** 2 / 16)) / count);
  const peakOmega = (2 * Math.PI) / peakPeriodOf(meanPeriodS);
  const angles = shuffled(spreadAngles(count, spread), random);
  const towards = ((fromDegrees + 180) * Math.PI) / 180;
  return angles.map((angle, index) => {
    const omega = peakOmega * ratioAt((index + 0.15 + 0.7 * random()) / count);
    const k = waveNumber(omega, depthM);
    const direction = towards + angle;
    return {
      east: k * Math.sin(direction),
      north: k * Math.cos(direction),
      amplitudeM,
      omega,
      phase: random() * 2 * Math.PI,
    };
  });
}

/** Significant height, m, of a sum of sinusoids: four standard deviations of its elevation. */
export function heightOf(components: readonly WaveComponent[]): number {
  const variance = components.reduce((sum, { amplitudeM }) => sum + amplitudeM ** 2 / 2, 0);
  return 4 * Math.sqrt(variance);
}

/**
 * Share of the horizontal motion of Gerstner's particles that keeps crests from folding over: 1, their own circles,
 * unless the sum of the steepnesses k·a comes too near to 1.
 */
export function horizontalShare(components: readonly WaveComponent[]): number {
  const steepness = components.reduce((sum, wave) => sum + wave.amplitudeM * Math.hypot(wave.east, wave.north), 0);
  return steepness > 0.8 ? 0.8 / steepness : 1;
}

/** Elevation, m, of the particle that rests at (`eastM`, `northM`), at a time in seconds. */
export function elevationAt(
  components: readonly WaveComponent[],
  eastM: number,
  northM: number,
  seconds: number,
): number {
  let sum = 0;
  for (const { east, north, amplitudeM, omega, phase } of components) {
    sum += amplitudeM * Math.cos(east * eastM + north * northM - omega * seconds + phase);
  }
  return sum;
}
