import { randomNormal, seededRandom } from '@kianda/geo';
import type { Column } from '../../shared/columns.ts';

export type SyntheticSize = { readonly presences: number; readonly background: number; readonly variables: number };

/**
 * A species with a known niche: it stands where the first two variables are near 0.5 and −0.5, and cares for no other.
 * Background rows are drawn from normal distributions, rounded to 1 ⁄ 1024 so that a text file keeps them exactly.
 */
export function syntheticSpecies({ presences, background, variables }: SyntheticSize, seed: string) {
  const random = seededRandom(seed);
  const rows = presences + background;
  const draw = () => Math.round(randomNormal(random) * 1024) / 1024;
  const values = Array.from({ length: variables }, () => new Float64Array(rows));
  const presence = Uint8Array.from({ length: rows }, (_, row) => (row < presences ? 1 : 0));
  for (let row = 0; row < rows; ) {
    const site = values.map(draw);
    const [first = 0, second = 0] = site;
    const suitable = Math.exp(-((first - 0.5) ** 2) / 0.5 - (second + 0.5) ** 2);
    if (row < presences && random() >= suitable) continue;
    values.forEach((column, variable) => {
      column[row] = site[variable] ?? 0;
    });
    row += 1;
  }
  const columns = values.map((each, variable): Column => ({ name: `x${variable}`, kind: 'continuous', values: each }));
  return { columns, presence };
}
