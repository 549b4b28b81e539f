import { type StructureWire, TILE_LAYER } from '@kianda/connectors/gfw/wire';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { FastifyInstance } from 'fastify';
import type { World } from '../../world/types.ts';
import { refuse } from './errors.ts';

const extent = 4096;
/** Deeper tiles are not made. */
const deepest = 9;
/** Structures are published so long after the image. */
const delayMs = 90 * 86_400_000;

type Params = { readonly dataset: string; readonly z: string; readonly x: string; readonly y: string };

/** Vector tiles of the structures that stand in the simulated sea. */
export function structureRoutes(
  app: FastifyInstance,
  { world, clock }: { readonly world: World; readonly clock: () => number },
): void {
  app.get<{ Params: Params }>('/gfw/v3/datasets/:dataset/context-layers/:z/:x/:y', async ({ params }, reply) => {
    if (!params.dataset.startsWith('public-fixed-infrastructure-filtered:'))
      return refuse(reply, 404, { title: 'Not Found', detail: 'Dataset not found' });
    const [z, x, y] = [params.z, params.x, params.y].map(Number) as [number, number, number];
    if (![z, x, y].every(Number.isInteger) || z < 0 || z > deepest)
      return refuse(reply, 422, { title: 'z', detail: `z must be a number from 0 to ${deepest}` });
    const tile = new GeoJSONVT(collection(world, clock() - delayMs), {
      maxZoom: deepest,
      indexMaxZoom: 0,
      extent,
      buffer: 64,
      tolerance: 0,
    }).getTile(z, x, y);
    if (tile === null || tile.features.length === 0) return reply.code(204).send();
    return reply
      .type('application/vnd.mapbox-vector-tile')
      .send(Buffer.from(fromGeojsonVt({ [TILE_LAYER]: tile }, { version: 2, extent })));
  });
}

function collection({ structures }: World, untilMs: number): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: structures
      .filter(({ startMs }) => startMs <= untilMs)
      .map(({ id, position: [lon, lat], label, confidence, startMs, endMs }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: {
          structure_id: id,
          lon,
          lat,
          label,
          label_confidence: confidence,
          structure_start_date: String(startMs),
          structure_end_date: endMs === null ? '' : String(endMs),
        } satisfies StructureWire,
      })),
  };
}
