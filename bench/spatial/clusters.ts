import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getisOrd } from '../../packages/science/src/spatial/clusters/getis-ord.ts';
import { bandWeights, nearestWeights } from '../../packages/science/src/spatial/clusters/weights.ts';
import type { Points } from '../../packages/science/src/spatial/shared/points.ts';
import { scattered } from '../../packages/science/src/spatial/testing/scattered.ts';
import { askReference, timed, withFolder } from '../shared/reference.ts';
import { csvOf, largestDifference, type SpatialRow } from './row.ts';

type Answer = { readonly seconds: number; readonly giStar: readonly (number | null)[] };

/** Gi* of 50,000 points with the search of their neighbours, here and by spdep. */
export async function measureClusters(hasReference: boolean): Promise<readonly SpatialRow[]> {
  const { x, y, values } = scattered(50_000, 'bench');
  const points: Points = { system: 'planar', x, y };
  return withFolder(async (folder) => {
    const file = join(folder, 'points.csv');
    writeFileSync(file, csvOf({ x, y, value: values }));
    const rows: SpatialRow[] = [];
    for (const [name, kind, parameter, weightsOf] of [
      ['Gi*, 50 000 pontos, banda de 22 vizinhos', 'band', 1.2, () => bandWeights(points, 1.2)],
      ['Gi*, 50 000 pontos, 8 vizinhos', 'nearest', 8, () => nearestWeights(points, 8)],
      ['Gi*, 50 000 pontos, inverso da distância', 'inverse', 1.2, () => bandWeights(points, 1.2, 1)],
    ] as const) {
      const { seconds, value } = timed(() => getisOrd(values, weightsOf()).value);
      const answer = hasReference
        ? await askReference<Answer>('spatial/clusters.R', [file, kind, String(parameter)])
        : null;
      const difference = largestDifference(value?.z ?? [], answer?.giStar ?? []);
      rows.push({
        name,
        seconds,
        limit: 0.3,
        peer: answer === null ? null : { name: 'spdep', seconds: answer.seconds, difference },
      });
    }
    return rows;
  });
}
