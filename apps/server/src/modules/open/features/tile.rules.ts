import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import { readPage } from './query/reader.ts';
import { itemsRequest } from './query/request.ts';
import { type TileAddress, tileBox } from './tile-grid.rules.ts';

/** Most features of a tile. A web map draws fewer at once; a tile with more is cut, and says so in a header. */
export const mostFeatures = 10_000;
const extent = 4096;
const buffer = 64;

export type Tile = {
  /** Null where the tile is empty. */
  readonly bytes: Uint8Array | null;
  readonly isWhole: boolean;
};

/** The vector tile of a collection at an address of the grid, of one time or of all. */
export async function tileOf(
  collection: FeatureCollection,
  { zoom, row, column }: TileAddress,
  datetime: string | undefined,
): Promise<Tile> {
  const bbox = tileBox({ zoom, row, column }, buffer / extent).join(',');
  const request = itemsRequest(collection, { bbox, ...(datetime === undefined ? {} : { datetime }) });
  const page = await readPage(collection, { ...request, limit: mostFeatures });
  const features = page.features.flatMap(({ id, geometry, properties }) =>
    geometry === null
      ? []
      : [
          {
            type: 'Feature' as const,
            geometry: structuredClone(geometry) as unknown as GeoJSON.Geometry,
            // Tiles have no null and no list.
            properties: Object.fromEntries([
              ['id', id],
              ...Object.entries(properties).filter(([, value]) => value !== null && !Array.isArray(value)),
            ]),
          },
        ],
  );
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: zoom, indexMaxZoom: 0, extent, buffer },
  );
  const tile = index.getTile(zoom, column, row);
  const isWhole = page.next === null;
  if (tile === null || tile.features.length === 0) return { bytes: null, isWhole };
  return { bytes: fromGeojsonVt({ [collection.id]: tile }, { version: 2, extent }), isWhole };
}
