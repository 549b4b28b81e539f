const degrees = Math.PI / 180;

/** Solar declination in radians on a day of the year (1–366). Source: Spencer (1971), as in Kirk (1994), in degrees. */
function declination(dayOfYear: number): number {
  const psi = (2 * Math.PI * dayOfYear) / 365;
  const degreesNorth =
    0.39637 -
    22.9133 * Math.cos(psi) +
    4.02543 * Math.sin(psi) -
    0.3872 * Math.cos(2 * psi) +
    0.052 * Math.sin(2 * psi);
  return degreesNorth * degrees;
}

/** Half the day as an hour angle in radians: 0 in the polar night, π in the midnight sun. */
function sunsetAngle(latDegrees: number, dayOfYear: number): number {
  const cosine = -Math.tan(latDegrees * degrees) * Math.tan(declination(dayOfYear));
  return Math.acos(Math.min(1, Math.max(-1, cosine)));
}

/**
 * Hours between sunrise and sunset (centre of the disc, no refraction) at a latitude (degrees north) on a day of the
 * year (1–366). Source: Kirk (1994), as used by the Ocean Productivity programs of Oregon State University.
 */
export function dayLengthHours(latDegrees: number, dayOfYear: number): number {
  return (24 * sunsetAngle(latDegrees, dayOfYear)) / Math.PI;
}

/**
 * Whether the sun is below the horizon (centre of the disc, no refraction) at an instant, epoch milliseconds, and a place,
 * degrees [lon, lat]. Local time is taken from the longitude; the equation of time, at most 16 minutes, is left out.
 */
export function isNight(timeMs: number, [lon, lat]: readonly [number, number]): boolean {
  const dayOfYear = Math.floor((timeMs - Date.UTC(new Date(timeMs).getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
  const solarHour = (((timeMs / 3_600_000 + lon / 15) % 24) + 24) % 24;
  return Math.abs(solarHour - 12) * 15 * degrees > sunsetAngle(lat, dayOfYear);
}

/**
 * Solar radiation at the top of the atmosphere on a horizontal plane over a day, MJ m⁻² d⁻¹, at a latitude (degrees
 * north) on a day of the year (1–366). Source: FAO Irrigation and Drainage Paper 56 (1998), equation 21.
 */
export function extraterrestrialRadiation(latDegrees: number, dayOfYear: number): number {
  const lat = latDegrees * degrees;
  const solarConstant = 0.082;
  const distance = 1 + 0.033 * Math.cos((2 * Math.PI * dayOfYear) / 365);
  const sunset = sunsetAngle(latDegrees, dayOfYear);
  const tilt = declination(dayOfYear);
  const sum = sunset * Math.sin(lat) * Math.sin(tilt) + Math.cos(lat) * Math.cos(tilt) * Math.sin(sunset);
  return ((24 * 60) / Math.PI) * solarConstant * distance * sum;
}

/**
 * Estimated photosynthetically available radiation at the sea surface, mol m⁻² d⁻¹, for lack of a measurement:
 * `sunshineShare` (0–1) of the possible hours of sun gives the radiation at the surface through the Ångström formula
 * (0.25 + 0.5 n/N; FAO-56, equation 35), 45 % of it is PAR (Baker & Frouin 1987), at 4.57 mol a MJ (McCree 1972).
 * Throws on a share outside 0–1.
 */
export function estimatedPar(latDegrees: number, dayOfYear: number, sunshineShare: number): number {
  if (!(sunshineShare >= 0 && sunshineShare <= 1)) {
    throw new RangeError(`sunshine share: expected 0–1, received ${sunshineShare}`);
  }
  return extraterrestrialRadiation(latDegrees, dayOfYear) * (0.25 + 0.5 * sunshineShare) * 0.45 * 4.57;
}
