import { dayMs, hashUnit } from '@kianda/geo';
import { kmPerDegree, smoothCoastLongitude } from './shore.ts';

/** Eddies alive at one moment, as columns for speed. Positions in degrees, strength of the stream function in m² s⁻¹. */
export type Eddies = {
  readonly count: number;
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  readonly radiusKm: Float64Array;
  readonly strength: Float64Array;
};

const slots = 46;
/** Radii beyond which an eddy has no effect: exp(-3.2² / 2) is 0.6 %. */
const reach = 3.2;

/**
 * Each slot has one eddy after another: born off the coast, drifting west at a few kilometres a day, growing and
 * fading within two to four months. The eddy of a slot depends on the time alone, so any day can be computed.
 */
export function eddiesAt(seed: number, timeMs: number): Eddies {
  const eddies = {
    count: slots,
    lon: new Float64Array(slots),
    lat: new Float64Array(slots),
    radiusKm: new Float64Array(slots),
    strength: new Float64Array(slots),
  };
  const days = timeMs / dayMs;
  for (let slot = 0; slot < slots; slot++) {
    const lifeDays = 60 + 60 * hashUnit(seed, 'eddy-life', slot);
    const age = days / lifeDays + hashUnit(seed, 'eddy-phase', slot);
    const generation = Math.floor(age);
    const share = age - generation;
    const chance = (name: string) => hashUnit(seed, name, slot, generation);
    const lat = -18.5 + 14 * chance('eddy-lat') + 0.4 * (share - 0.5);
    const radiusKm = 28 + 42 * chance('eddy-radius');
    const startKm = 90 + 420 * chance('eddy-start');
    const driftKm = lifeDays * (1 + 2.5 * chance('eddy-drift')) * share;
    const peakSpeed = 0.12 + 0.23 * chance('eddy-speed');
    const sign = chance('eddy-sign') < 0.5 ? -1 : 1;
    eddies.lat[slot] = lat;
    eddies.lon[slot] =
      smoothCoastLongitude(lat) - (startKm + driftKm) / (kmPerDegree * Math.cos((lat * Math.PI) / 180));
    eddies.radiusKm[slot] = radiusKm;
    // The speed of a Gaussian stream function is highest at one radius: strength / radius * exp(-1/2).
    eddies.strength[slot] = sign * peakSpeed * radiusKm * 1000 * Math.exp(0.5) * Math.sin(Math.PI * share) ** 2;
  }
  return eddies;
}

/** Stream function of all eddies at a place, m² s⁻¹. */
export function eddyStream(eddies: Eddies, lon: number, lat: number): number {
  const lonScale = kmPerDegree * Math.cos((lat * Math.PI) / 180);
  let sum = 0;
  for (let i = 0; i < eddies.count; i++) {
    const radius = eddies.radiusKm[i] as number;
    const limit = reach * radius;
    const y = (lat - (eddies.lat[i] as number)) * kmPerDegree;
    if (y > limit || y < -limit) continue;
    const x = (lon - (eddies.lon[i] as number)) * lonScale;
    if (x > limit || x < -limit) continue;
    const distance = (x * x + y * y) / (radius * radius);
    if (distance > reach * reach) continue;
    // Brought to zero at the edge of its reach, so that currents have no step there.
    const edge = 1 - distance / (reach * reach);
    sum += (eddies.strength[i] as number) * Math.exp(-0.5 * distance) * edge * edge;
  }
  return sum;
}
