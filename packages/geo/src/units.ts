import { wrapDirection } from './longitude.ts';

/** Metres in a nautical mile, by definition. */
export const metersPerNauticalMile = 1852;

export const kelvinToCelsius = (kelvin: number): number => kelvin - 273.15;
export const celsiusToKelvin = (celsius: number): number => celsius + 273.15;

/** Knots to metres per second: one nautical mile an hour. */
export const knotsToMetersPerSecond = (knots: number): number => (knots * metersPerNauticalMile) / 3600;
export const metersPerSecondToKnots = (metersPerSecond: number): number =>
  (metersPerSecond * 3600) / metersPerNauticalMile;

export const metersToNauticalMiles = (meters: number): number => meters / metersPerNauticalMile;
export const nauticalMilesToMeters = (nauticalMiles: number): number => nauticalMiles * metersPerNauticalMile;

/** Speed of a vector from its eastward and northward parts, in their unit. */
export const speedOf = (east: number, north: number): number => Math.hypot(east, north);

/** Direction a current flows TO, degrees clockwise from north [0, 360): the convention of oceanography. */
export const directionToDegrees = (east: number, north: number): number =>
  wrapDirection((Math.atan2(east, north) * 180) / Math.PI);

/** Direction a wind or wave comes FROM, degrees clockwise from north [0, 360): the convention of meteorology. */
export const directionFromDegrees = (east: number, north: number): number => directionToDegrees(-east, -north);

/** Eastward and northward parts of a vector that flows to `directionDegrees`. */
export function vectorTo(speed: number, directionDegrees: number): { east: number; north: number } {
  const angle = (directionDegrees * Math.PI) / 180;
  return { east: speed * Math.sin(angle), north: speed * Math.cos(angle) };
}
