import { formatNumber, formatPlainNumber, UNKNOWN } from './number.ts';

export type CoordinateStyle = 'minutes' | 'decimal';

function hemisphere(value: number, positive: string, negative: string): string {
  return value < 0 ? negative : positive;
}

/** Whole degrees, and minutes to a tenth, of an angle without its sign. */
function minutesOf(value: number): { readonly degrees: number; readonly minutes: number } {
  // Tenths of a minute as whole numbers, so that 59,96′ becomes the next degree and never reads 60,0′.
  const tenths = Math.round(Math.abs(value) * 600);
  return { degrees: Math.floor(tenths / 600), minutes: (tenths % 600) / 10 };
}

function angle(value: number, style: CoordinateStyle): string {
  if (style === 'decimal') return `${formatNumber(Math.abs(value), { decimals: 4 })}°`;
  const { degrees, minutes } = minutesOf(value);
  return `${degrees}°${formatNumber(minutes, { decimals: 1 })}′`;
}

/** `[lon, lat]` in degrees as `8°48,7′ S 13°14,1′ E`, or decimal `8,8117° S 13,2350° E`; '—' for null. */
export function formatCoordinates(
  position: readonly [number, number] | null | undefined,
  style: CoordinateStyle = 'minutes',
): string {
  if (position === null || position === undefined) return UNKNOWN;
  const [lon, lat] = position;
  if (!Number.isFinite(lon) || !Number.isFinite(lat)) return UNKNOWN;
  return `${formatLatitude(lat, style)} ${formatLongitude(lon, style)}`;
}

/** A latitude alone, in degrees, as it stands in a position. */
export function formatLatitude(lat: number, style: CoordinateStyle = 'minutes'): string {
  return `${angle(lat, style)}\u00a0${hemisphere(lat, 'N', 'S')}`;
}

/** A longitude alone, in degrees, as it stands in a position. */
export function formatLongitude(lon: number, style: CoordinateStyle = 'minutes'): string {
  return `${angle(lon, style)}\u00a0${hemisphere(lon, 'E', 'W')}`;
}

/** `[lon, lat]` in degrees as documents write it: `8°48,7′ S 13°14,1′ E`, west as `O`, without trailing zeros. */
export function formatPlainCoordinates([lon, lat]: readonly [number, number]): string {
  return `${plainAngle(lat, 'N', 'S')} ${plainAngle(lon, 'E', 'O')}`;
}

function plainAngle(value: number, positive: string, negative: string): string {
  const { degrees, minutes } = minutesOf(value);
  return `${degrees}°${formatPlainNumber(minutes)}′ ${hemisphere(value, positive, negative)}`;
}
