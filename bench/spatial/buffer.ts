import { planarEngine } from '../../apps/server/src/platform/geometry/planar.ts';
import { earthMeanRadiusMeters } from '../../packages/geo/src/sphere.ts';
import { geodesicBuffer } from '../../packages/science/src/spatial/buffer/buffer.ts';
import type { Geometry } from '../../packages/science/src/spatial/buffer/planar-engine.ts';
import { seaPoints } from '../../packages/science/src/spatial/testing/sea-points.ts';
import { timed } from '../shared/reference.ts';
import { type PostgisBuffers, postgisBuffers } from './postgis.ts';
import type { SpatialRow } from './row.ts';

const meters = 5000;
/** A circle has 512 corners here, and there. */
const quadSegments = 128;

/**
 * Buffers of 5 km of 1,000 areas of 40 corners and of 1,000 points, whose discs have an area that is known, beside PostGIS;
 * differences are relative.
 */
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
  const polygons = timed(() => geodesicBuffer(areas, { distances: [meters] }, engine).value.areas);
  const points = centres.map((coordinates): Geometry => ({ type: 'Point', coordinates }));
  const discs = timed(() => geodesicBuffer(points, { distances: [meters] }, engine).value.areas);
  const exact = 2 * Math.PI * earthMeanRadiusMeters ** 2 * (1 - Math.cos(meters / earthMeanRadiusMeters));
  const ofDiscs = discs.value.map(({ areaSquareMeters }) => areaSquareMeters);
  const peers = await postgisBuffers([areas, points], { meters, quadSegments });
  const limit = 1.5;
  return [
    {
      ...{ name: 'zona tampão, 1000 áreas de 40 vértices', seconds: polygons.seconds, limit },
      peer: beside(
        peers?.[0],
        polygons.value.map(({ areaSquareMeters }) => areaSquareMeters),
      ),
    },
    {
      ...{ name: 'zona tampão, 1000 pontos', seconds: discs.seconds, limit },
      peer: { name: 'disco geodésico', seconds: null, difference: farthest(ofDiscs, () => exact) },
    },
    ...(peers === null
      ? []
      : [
          { name: 'os mesmos 1000 pontos', seconds: discs.seconds, limit, peer: beside(peers[1], ofDiscs) },
          {
            ...{ name: 'o PostGIS ao lado do disco geodésico', seconds: null, limit: null },
            peer: { name: 'disco geodésico', seconds: null, difference: farthest(peers[1]?.areas ?? [], () => exact) },
          },
        ]),
  ];
}

/** Largest relative difference of some areas. */
const farthest = (areas: readonly number[], expected: (place: number) => number): number =>
  areas.reduce((most, area, place) => Math.max(most, Math.abs(area / expected(place) - 1)), 0);

const beside = (peer: PostgisBuffers | undefined, own: readonly number[]): SpatialRow['peer'] =>
  peer === undefined
    ? null
    : {
        ...{ name: 'PostGIS, geography', seconds: peer.seconds },
        difference: farthest(own, (place) => peer.areas[place] ?? Number.NaN),
      };
