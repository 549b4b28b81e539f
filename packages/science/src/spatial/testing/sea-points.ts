import { seededRandom } from '@kianda/geo';
import type { Points } from '../shared/points.ts';

/** Places in the box of Angola's waters, the same on every machine. */
export function seaPoints(count: number, seed: string): Points {
  const random = seededRandom(seed);
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  for (let point = 0; point < count; point += 1) {
    x[point] = 8 + 6 * random();
    y[point] = -18 + 13 * random();
  }
  return { system: 'geographic', x, y };
}
