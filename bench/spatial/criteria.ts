import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../packages/geo/src/random.ts';
import {
  orderedWeightedAverage,
  topsis,
  weightedCombination,
} from '../../packages/science/src/spatial/criteria/combine.ts';
import { askReference, timed, withFolder } from '../shared/reference.ts';
import { largestDifference, type SpatialRow } from './row.ts';

/** Combinations of ten criteria over a million cells, here and by NumPy. */
export async function measureCriteria(hasReference: boolean): Promise<readonly SpatialRow[]> {
  const random = seededRandom('criteria');
  const criteria = Array.from({ length: 10 }, () => Float64Array.from({ length: 1_000_000 }, () => random()));
  const weights = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
  const orderWeights = [1, 1, 2, 2, 3, 3, 2, 2, 1, 1];
  const task = { criteria, weights };
  return withFolder(async (folder) => {
    const [file, out] = [join(folder, 'criteria.bin'), join(folder, 'scores.bin')];
    writeFileSync(file, Buffer.concat(criteria.map(({ buffer }) => new Uint8Array(buffer))));
    const rows: SpatialRow[] = [];
    for (const [name, kind, combine] of [
      ['combinação linear', 'wlc', () => weightedCombination(task)],
      ['OWA', 'owa', () => orderedWeightedAverage({ ...task, orderWeights })],
      ['TOPSIS', 'topsis', () => topsis(task)],
    ] as const) {
      const { seconds, value } = timed(() => combine().value.scores);
      const row = { name: `${name}, 1 000 000 células × 10 critérios`, seconds, limit: 1 };
      if (!hasReference) {
        rows.push({ ...row, peer: null });
        continue;
      }
      const args = [file, '10', kind, weights.join(','), orderWeights.join(','), out];
      const answer = await askReference<{ readonly seconds: number }>('spatial/criteria.py', args);
      const bytes = readFileSync(out);
      const reference = new Float64Array(bytes.buffer, bytes.byteOffset, 1_000_000);
      const difference = largestDifference(value, Array.from(reference));
      rows.push({ ...row, peer: { name: 'NumPy', seconds: answer.seconds, difference } });
    }
    return rows;
  });
}
