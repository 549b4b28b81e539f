import { valueNoise3 } from '@kianda/geo';

const DAY_MS = 86_400_000;
/** Of the noise in [-1, 1]: about half of the sea is clear on an average day. */
const CLOUDY_ABOVE = 0.05;

/** True where clouds hide the sea from a colour sensor on that day: fields of ~2° with ragged edges, new every few days. */
export function clouded(seed: number, lon: number, lat: number, timeMs: number): boolean {
  const days = Math.floor(timeMs / DAY_MS) / 1.5;
  const field = valueNoise3(seed ^ 0x5eed, lon / 2, lat / 2, days);
  const edge = valueNoise3(seed ^ 0xc10d, lon * 3, lat * 3, days);
  return 0.75 * field + 0.25 * edge > CLOUDY_ABOVE;
}
