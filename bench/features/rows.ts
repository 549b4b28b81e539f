/** The rows of the measurement: 100,000 points over the ZEE, by a formula, so that two databases have the same ones. */
import { seededRandom } from '@kianda/geo';

export const rowCount = 100_000;

/** Columns n, lon, lat, depth, seen of each row. */
export const rowsSql = `select n, 8.5 + (n * 0.6180339887498949::float8 - floor(n * 0.6180339887498949::float8)) * 5.5 as lon,
  -18 + (n * 0.7548776662466927::float8 - floor(n * 0.7548776662466927::float8)) * 12.6 as lat,
  (n % 500)::float8 as depth, timestamptz '2020-01-01Z' + n * interval '1 minute' as seen
  from generate_series(1, ${rowCount}) n`;

/** Boxes of one degree by one, about 1,100 rows each. */
export function boxes(count: number): readonly string[] {
  const random = seededRandom(47);
  return Array.from({ length: count }, () => {
    const west = 8.5 + random() * 4.5;
    const south = -18 + random() * 11.6;
    return [west, south, west + 1, south + 1].map((value) => value.toFixed(4)).join(',');
  });
}
