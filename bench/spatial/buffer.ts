import { planarEngine } from '../../apps/server/src/platform/geometry/planar.ts';
import { earthMeanRadiusMeters } from '../../packages/geo/src/sphere.ts';
import { geodesicBuffer } from '../../packages/science/src/spatial/buffer/buffer.ts';
import type { Geometry } from '../../packages/science/src/spatial/buffer/planar-engine.ts';
import { seaPoints } from '../../packages/science/src/spatial/testing/sea-points.ts';
import { timed } from '../shared/reference.ts';
import type { SpatialRow } from './row.ts';

/** Buffers of 5 km of 1,000 areas of 40 corners and of 1,000 points, whose discs have an area that is known. */
export async function measureBuffer(): Promise<readonly SpatialRow[]> {
  const engine = await planarEngine();
  const { x, y } = seaPoints(1000, 'buffer');
  const centres = Array.from(x, (lon, place) => [lon, y[place] ?? 0] as const);
  const areas = centres.map(([lon, lat]): Geometry => {
    const ring = Array.from({ length: 41 }, (_, corner) => {
      const angle = (2 * Math.PI * (corner % 40)) / 40;
      return [lon + 0.036 * Math.cos(angle), lat + 0.036 * Math.sin(angle)] as const;
    });
    return { type: 'Polygon', coordinates: [ring] };
  });
  const polygons = timed(() => geodesicBuffer(areas, { distances: [5000] }, engine));
  const points = centres.map((coordinates): Geometry => ({ type: 'Point', coordinates }));
  const discs = timed(() => geodesicBuffer(points, { distances: [5000] }, engine).value.areas);
  const exact = 2 * Math.PI * earthMeanRadiusMeters ** 2 * (1 - Math.cos(5000 / earthMeanRadiusMeters));
  const difference = Math.max(...discs.value.map(({ areaSquareMeters }) => Math.abs(areaSquareMeters / exact - 1)));
  return [
    { name: 'zona tampão, 1000 áreas de 40 vértices', seconds: polygons.seconds, limit: 1.5, peer: null },
    {
      name: 'zona tampão, 1000 pontos',
      seconds: discs.seconds,
      limit: 1.5,
      peer: { name: 'disco geodésico', seconds: null, difference },
    },
  ];
}
