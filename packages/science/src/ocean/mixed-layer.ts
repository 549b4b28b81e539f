import { depthOfPressure, potentialDensityAnomaly, potentialTemperature } from './seawater.ts';

/** Levels as parallel arrays, pressure strictly increasing; null did not pass quality control. */
export type ProfileLevels = {
  readonly pressureDecibar: readonly number[];
  readonly temperatureCelsius: readonly (number | null)[];
  readonly salinityPsu: readonly (number | null)[];
};

export type MixedLayer = {
  /** Null where the profile never leaves the reference by the threshold, or is too short to show it. */
  readonly temperatureDepthMeters: number | null;
  readonly densityDepthMeters: number | null;
  readonly referenceDepthMeters: number;
};

export const mixedLayerThresholds = { referenceMeters: 10, temperatureCelsius: 0.2, densityKgPerM3: 0.03 } as const;

/** A profile whose first level is deeper has no 10 m reference: the layer above it is unknown. */
const deepestReferenceMeters = 15;

/**
 * Depth of the mixed layer in metres: where potential temperature differs by 0.2 °C from that at 10 m, and where σθ
 * exceeds that at 10 m by 0.03 kg m⁻³, linear between levels. Null without a level at 15 m or above, or without two
 * levels. Source: de Boyer Montégut et al. (2004), J. Geophys. Res. 109, C12003; density by EOS-80.
 */
export function mixedLayerDepth(levels: ProfileLevels, latDegrees: number): MixedLayer | null {
  const temperature: Curve = [];
  const density: Curve = [];
  levels.pressureDecibar.forEach((pressure, index) => {
    const celsius = levels.temperatureCelsius[index] ?? null;
    const psu = levels.salinityPsu[index] ?? null;
    const depth = depthOfPressure(pressure, latDegrees);
    if (celsius === null) return;
    // Where salinity is missing, 35 changes potential temperature by less than a thousandth of a degree up there.
    temperature.push([depth, potentialTemperature(psu ?? 35, celsius, pressure)]);
    if (psu !== null) density.push([depth, potentialDensityAnomaly(psu, celsius, pressure)]);
  });
  const { referenceMeters, temperatureCelsius, densityKgPerM3 } = mixedLayerThresholds;
  const reference = Math.max(referenceMeters, temperature[0]?.[0] ?? Number.POSITIVE_INFINITY);
  if (temperature.length < 2 || reference > deepestReferenceMeters) return null;
  return {
    temperatureDepthMeters: crossing(temperature, reference, temperatureCelsius, true),
    densityDepthMeters: crossing(density, reference, densityKgPerM3, false),
    referenceDepthMeters: reference,
  };
}

type Curve = [depth: number, value: number][];

/** Depth below `reference` where the change since there first reaches `threshold`, also downwards if `bothWays`; null if never. */
function crossing(curve: Curve, reference: number, threshold: number, bothWays: boolean): number | null {
  const start = valueAt(curve, reference);
  if (start === null) return null;
  let above: readonly [number, number] = [reference, start];
  for (const level of curve) {
    if (level[0] <= reference) continue;
    const change = level[1] - start;
    if (change >= threshold || (bothWays && -change >= threshold)) {
      const target = start + Math.sign(change) * threshold;
      return above[0] + ((level[0] - above[0]) * (target - above[1])) / (level[1] - above[1]);
    }
    above = level;
  }
  return null;
}

function valueAt(curve: Curve, depth: number): number | null {
  const next = curve.findIndex(([level]) => level >= depth);
  const lower = curve[next];
  if (lower === undefined) return null;
  const upper = curve[next - 1];
  if (upper === undefined) return lower[0] === depth ? lower[1] : null;
  return upper[1] + ((lower[1] - upper[1]) * (depth - upper[0])) / (lower[0] - upper[0]);
}
