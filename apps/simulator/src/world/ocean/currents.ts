import { metersPerDegree } from '@kianda/geo';
import type { Climate } from './climate.ts';
import { type Eddies, eddyStream } from './eddies.ts';
import { smoothOffshoreKm } from './shore.ts';

const coastalWidthKm = 70;
const secondsPerDay = 86_400;

/**
 * Alongshore speed at the coast, m s⁻¹, north positive: the Angola Current (5–8 cm/s poleward, Kopte et al. 2017) north
 * of the front, the Benguela (equatorward) south of it, and coastal-trapped waves of ±40 cm/s that run poleward.
 */
function alongshoreSpeed(climate: Climate, lat: number): number {
  const benguela = 1 / (1 + Math.exp((lat - climate.frontLat) / 0.5));
  const mean = -0.07 + 0.19 * benguela;
  const southMeters = (-4 - lat) * metersPerDegree;
  const seconds = climate.days * secondsPerDay;
  const wave = (periodDays: number, speed: number) =>
    Math.sin((2 * Math.PI * (seconds - southMeters / speed)) / (periodDays * secondsPerDay));
  const swing = 0.07 * wave(365.2425, 1.0) + 0.09 * wave(182.6, 1.2) + 0.12 * wave(93, 1.6) + 0.08 * wave(27, 2.1);
  return mean + swing * (1 - 0.5 * benguela);
}

/**
 * Stream function ψ in m² s⁻¹, with u = −∂ψ/∂y and v = ∂ψ/∂x: whatever is added to it, water is neither made nor lost.
 * It is zero along the coast, so that nothing flows through it.
 */
export function streamFunction(climate: Climate, eddies: Eddies, lon: number, lat: number): number {
  const km = smoothOffshoreKm(lon, lat);
  if (km === 0) return 0;
  const coastal = -alongshoreSpeed(climate, lat) * coastalWidthKm * 1000 * (1 - Math.exp(-km / coastalWidthKm));
  const open = 1 - Math.exp(-((km / 90) ** 2));
  const westwardDrift = 0.015 * (lat + 11) * metersPerDegree * (1 - Math.exp(-((km / 250) ** 2)));
  return coastal + westwardDrift + open * eddyStream(eddies, lon, lat);
}

const stepDegrees = 0.015;

/** Eastward surface current, m s⁻¹. */
export function currentEast(climate: Climate, eddies: Eddies, lon: number, lat: number): number {
  const north = streamFunction(climate, eddies, lon, lat + stepDegrees);
  const south = streamFunction(climate, eddies, lon, lat - stepDegrees);
  return -(north - south) / (2 * stepDegrees * metersPerDegree);
}

/** Northward surface current, m s⁻¹. */
export function currentNorth(climate: Climate, eddies: Eddies, lon: number, lat: number): number {
  const east = streamFunction(climate, eddies, lon + stepDegrees, lat);
  const west = streamFunction(climate, eddies, lon - stepDegrees, lat);
  return (east - west) / (2 * stepDegrees * metersPerDegree * Math.cos((lat * Math.PI) / 180));
}

/** Coriolis parameter, s⁻¹; negative in the south. */
export function coriolis(lat: number): number {
  return 2 * 7.292_115e-5 * Math.sin((lat * Math.PI) / 180);
}
