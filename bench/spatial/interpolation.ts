import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { densityClusters, kernelDensity } from '../../packages/science/src/spatial/interpolation/density.ts';
import { inverseDistance } from '../../packages/science/src/spatial/interpolation/inverse-distance.ts';
import { ordinaryKriging } from '../../packages/science/src/spatial/interpolation/kriging.ts';
import type { VariogramModel } from '../../packages/science/src/spatial/interpolation/variogram.ts';
import { scattered } from '../../packages/science/src/spatial/testing/scattered.ts';
import { askReference, timed, withFolder } from '../shared/reference.ts';
import { csvOf, largestDifference, type SpatialRow } from './row.ts';

type Gstat = {
  readonly idwSeconds: number;
  readonly idw: readonly number[];
  readonly krigingSeconds: number;
  readonly kriged: readonly number[];
};
type Learn = {
  readonly densitySeconds: number;
  readonly density: readonly number[];
  readonly clusterSeconds: number;
  readonly labels: readonly number[];
};

const model: VariogramModel = { kind: 'spherical', nugget: 1, partialSill: 10, range: 40 };

/** Interpolation of 2,000 measurements at 20,000 places and clusters of points, here and by gstat and scikit-learn. */
export async function measureInterpolation(hasReference: boolean): Promise<readonly SpatialRow[]> {
  const [given, places] = [scattered(2000, 'samples'), scattered(20_000, 'places')];
  const points = { system: 'planar', x: given.x, y: given.y } as const;
  const targets = { system: 'planar', x: places.x, y: places.y } as const;
  const samples = { points, values: given.values };
  const idw = timed(() => inverseDistance(samples, targets, { neighbours: 16 }).value);
  const kriged = timed(() => ordinaryKriging(samples, targets, { model, neighbours: 16 }).value);
  const density = timed(() => kernelDensity(points, targets, { bandwidth: 3 }).value);
  const clusters = timed(() => densityClusters(points, { radius: 2, minPoints: 5 }).value);
  const labels = Float64Array.from(clusters.value.labels);
  const found = [
    { name: 'IDW, 2000 medidas, 20 000 lugares', ...idw },
    { name: 'krigagem, 16 vizinhos, 20 000 lugares', ...kriged, value: kriged.value?.values ?? [] },
    { name: 'KDE, 2000 pontos, 20 000 lugares', ...density },
    { name: 'DBSCAN, 2000 pontos', ...clusters, value: labels },
  ];
  if (!hasReference) return found.map(({ name, seconds }) => ({ name, seconds, limit: null, peer: null }));
  return withFolder(async (folder) => {
    const [from, to] = [join(folder, 'points.csv'), join(folder, 'targets.csv')];
    writeFileSync(from, csvOf({ x: given.x, y: given.y, value: given.values }));
    writeFileSync(to, csvOf({ x: places.x, y: places.y }));
    const gstat = await askReference<Gstat>('spatial/interpolation.R', [from, to, '16']);
    const learn = await askReference<Learn>('spatial/interpolation.py', [from, to, '3', '2', '5']);
    const peers = [
      { name: 'gstat', seconds: gstat.idwSeconds, reference: gstat.idw },
      { name: 'gstat', seconds: gstat.krigingSeconds, reference: gstat.kriged },
      { name: 'scikit-learn', seconds: learn.densitySeconds, reference: learn.density },
      { name: 'scikit-learn', seconds: learn.clusterSeconds, reference: learn.labels },
    ];
    return found.map(({ name, seconds, value }, place) => {
      const peer = peers[place];
      if (peer === undefined) return { name, seconds, limit: null, peer: null };
      return { name, seconds, limit: null, peer: { ...peer, difference: largestDifference(value, peer.reference) } };
    });
  });
}
