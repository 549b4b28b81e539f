import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countsWithin, nearestTargets } from '../../packages/science/src/spatial/proximity/proximity.ts';
import { seaPoints } from '../../packages/science/src/spatial/testing/sea-points.ts';
import { askReference, timed, withFolder } from '../shared/reference.ts';
import { csvOf, largestDifference, type SpatialRow } from './row.ts';

type Answer = { readonly seconds: number; readonly distances: readonly number[] };
const every = 20;

/** Nearest of 10,000 targets of 100,000 points, here, and of each 20th point by scikit-learn and geographiclib. */
export async function measureProximity(hasReference: boolean): Promise<readonly SpatialRow[]> {
  const [points, targets] = [seaPoints(100_000, 'points'), seaPoints(10_000, 'targets')];
  const { seconds, value } = timed(() => nearestTargets(points, targets).value);
  const counted = timed(() => countsWithin(points, targets, 20_000));
  const name = 'mais próximo, 100 000 × 10 000, metros';
  const counts = { name: 'contagem até 20 km, 100 000 × 10 000', seconds: counted.seconds, limit: 2, peer: null };
  if (!hasReference) return [{ name, seconds, limit: 2, peer: null }, counts];
  return withFolder(async (folder) => {
    const [from, to] = [join(folder, 'points.csv'), join(folder, 'targets.csv')];
    writeFileSync(from, csvOf({ lon: points.x, lat: points.y }));
    writeFileSync(to, csvOf({ lon: targets.x, lat: targets.y }));
    const answer = await askReference<Answer>('spatial/proximity.py', [from, to, String(every)]);
    const own = value.distances.filter((_, point) => point % every === 0);
    const difference = largestDifference(own, answer.distances);
    return [
      { name, seconds, limit: 2, peer: { name: 'geographiclib, 5 %', seconds: answer.seconds, difference } },
      counts,
    ];
  });
}
