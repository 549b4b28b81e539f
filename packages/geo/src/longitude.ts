/** Longitude in degrees wrapped to [-180, 180). NaN stays NaN. */
export function wrapLongitude(lonDegrees: number): number {
  if (lonDegrees >= -180 && lonDegrees < 180) return lonDegrees;
  return ((((lonDegrees + 180) % 360) + 360) % 360) - 180;
}

/** Signed shortest difference in degrees from one longitude to another, in [-180, 180): east is positive. */
export function longitudeDifference(fromDegrees: number, toDegrees: number): number {
  return wrapLongitude(toDegrees - fromDegrees);
}

/** Direction or course in degrees wrapped to [0, 360). */
export function wrapDirection(degrees: number): number {
  const wrapped = ((degrees % 360) + 360) % 360;
  return wrapped === 360 ? 0 : wrapped;
}
