import { seededRandom } from '@kianda/geo';

/** Points in a square of side 100 with values that are high around its middle; the same on every machine. */
export function scattered(count: number, seed: string): { x: Float64Array; y: Float64Array; values: Float64Array } {
  const random = seededRandom(seed);
  const [x, y, values] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let point = 0; point < count; point += 1) {
    x[point] = 100 * random();
    y[point] = 100 * random();
    const squared = ((x[point] ?? 0) - 50) ** 2 + ((y[point] ?? 0) - 50) ** 2;
    values[point] = 10 * Math.exp(-squared / 800) + 4 * random();
  }
  return { x, y, values };
}
