import { formatNumber, UNKNOWN } from './number.ts';

export type CoordinateStyle = 'minutes' | 'decimal';

function hemisphere(value: number, positive: string, negative: string): string {
  return value < 0 ? negative : positive;
}

function angle(value: number, style: CoordinateStyle): string {
  const size = Math.abs(value);
  if (style === 'decimal') return `${formatNumber(size, { decimals: 4 })}°`;
  // Tenths of a minute as whole numbers, so that 59,96′ becomes the next degree and never reads 60,0′.
  const tenths = Math.round(size * 600);
  return `${Math.floor(tenths / 600)}°${formatNumber((tenths % 600) / 10, { decimals: 1 })}′`;
}

/** `[lon, lat]` in degrees as `8°48,7′ S 13°14,1′ E`, or decimal `8,8117° S 13,2350° E`; '—' for null. */
export function formatCoordinates(
  position: readonly [number, number] | null | undefined,
  style: CoordinateStyle = 'minutes',
): string {
  if (position === null || position === undefined) return UNKNOWN;
  const [lon, lat] = position;
  if (!Number.isFinite(lon) || !Number.isFinite(lat)) return UNKNOWN;
  const north = `${angle(lat, style)}\u00a0${hemisphere(lat, 'N', 'S')}`;
  const east = `${angle(lon, style)}\u00a0${hemisphere(lon, 'E', 'W')}`;
  return `${north} ${east}`;
}
