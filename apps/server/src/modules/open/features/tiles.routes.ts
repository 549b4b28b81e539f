import * as contract from '@kianda/contract/open/features/tiles.contract';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { createCache } from '../../../platform/cache/cache.ts';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { collectionFor } from './access.rules.ts';
import { selfLinks, types } from './documents/documents.ts';
import type { FeatureService } from './features.routes.ts';
import { readPage } from './query/reader.ts';
import { itemsRequest } from './query/request.ts';
import { deepestZoom, mercatorCrs, tileBox, tileMatrices, webMercatorQuad, webMercatorUri } from './tile-grid.rules.ts';

const relation = 'http://www.opengis.net/def/rel/ogc/1.0';
const mvt = 'application/vnd.mapbox-vector-tile';
/** A tile with more features says so in a header: what a web map can draw at once is less. */
const mostFeatures = 10_000;
const extent = 4096;
const buffer = 64;
const keptMs = 60_000;

type Tile = { readonly bytes: Uint8Array | null; readonly isWhole: boolean };

/** Vector tiles of the collections that have a place (OGC API Tiles part 1). */
export function tileBindings({
  collections,
  base,
  clock,
  extent: extentOf,
  provenance: provenanceOf,
}: FeatureService): Bindings {
  const tiles = createCache<Tile>({
    name: 'features/tiles',
    clock,
    ttlMs: keptMs,
    maxStaleMs: keptMs,
    maxEntries: 500,
  });

  function placed(...asked: Parameters<typeof collectionFor>): FeatureCollection {
    const collection = collectionFor(...asked);
    if (collection.geometryType !== null) return collection;
    throw new AppError('not_found', { detail: `A coleção «${collection.title}» não tem lugares.` });
  }

  function known(tileMatrixSetId: string): void {
    if (tileMatrixSetId !== webMercatorQuad) {
      throw new AppError('not_found', { detail: `Não existe a grelha «${tileMatrixSetId}».` });
    }
  }

  const scheme = (rel: string) => ({
    rel,
    href: `${base}/tileMatrixSets/${webMercatorQuad}`,
    type: types.json,
    title: webMercatorQuad,
  });

  async function tileset(collection: FeatureCollection) {
    const own = `${base}/collections/${collection.id}/tiles/${webMercatorQuad}`;
    const { bbox } = await extentOf(collection);
    return {
      title: collection.title,
      dataType: 'vector' as const,
      crs: mercatorCrs,
      tileMatrixSetId: webMercatorQuad,
      tileMatrixSetURI: webMercatorUri,
      ...(bbox === null ? {} : { boundingBox: { lowerLeft: [bbox[0], bbox[1]], upperRight: [bbox[2], bbox[3]] } }),
      layers: [{ id: collection.id, dataType: 'vector', title: collection.title }],
      links: [
        { rel: 'self', href: own, type: types.json, title: collection.title },
        scheme(`${relation}/tiling-scheme`),
        {
          rel: 'item',
          href: `${own}/{tileMatrix}/{tileRow}/{tileCol}`,
          type: mvt,
          title: 'Mosaico',
          templated: true,
        },
      ],
    };
  }

  return [
    bind(contract.tileMatrixSets, async () => ({
      body: {
        tileMatrixSets: [
          {
            id: webMercatorQuad,
            title: 'Google Maps Compatible for the World',
            uri: webMercatorUri,
            crs: mercatorCrs,
            links: [scheme('self')],
          },
        ],
      },
    })),
    bind(contract.tileMatrixSet, async ({ params }) => {
      known(params.tileMatrixSetId);
      return {
        body: {
          id: webMercatorQuad,
          title: 'Google Maps Compatible for the World',
          uri: webMercatorUri,
          crs: mercatorCrs,
          orderedAxes: ['X', 'Y'],
          wellKnownScaleSet: 'http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible',
          tileMatrices: tileMatrices(),
        },
      };
    }),
    bind(contract.featureTilesets, async ({ params, principal }) => {
      const collection = placed(collections(), params.collectionId, principal);
      const own = `${base}/collections/${collection.id}/tiles`;
      const { layers: _layers, ...set } = await tileset(collection);
      return { body: { tilesets: [set], links: selfLinks(own, false).slice(0, 1) } };
    }),
    bind(contract.featureTileset, async ({ params, principal }) => {
      const collection = placed(collections(), params.collectionId, principal);
      known(params.tileMatrixSetId);
      return { body: await tileset(collection) };
    }),
    bind(contract.featureTile, async ({ params, query, principal }) => {
      const collection = placed(collections(), params.collectionId, principal);
      known(params.tileMatrixSetId);
      const { tileMatrix: zoom, tileRow: row, tileCol: column } = params;
      if (zoom > deepestZoom || row >= 2 ** zoom || column >= 2 ** zoom) {
        throw new AppError('not_found', { detail: 'Não existe esse mosaico na grelha.' });
      }
      const key = JSON.stringify([collection.id, zoom, row, column, query.datetime ?? null]);
      const { value } = await tiles.get(key, () => tileOf(collection, zoom, row, column, query.datetime));
      const headers = value.isWhole ? {} : { 'x-kianda-tile-truncated': String(mostFeatures) };
      const provenance = await provenanceOf(collection);
      if (value.bytes === null) return { status: 204, headers, provenance };
      return { headers, provenance, contentType: mvt, body: value.bytes };
    }),
  ];
}

async function tileOf(
  collection: FeatureCollection,
  zoom: number,
  row: number,
  column: number,
  datetime: string | undefined,
): Promise<Tile> {
  const bbox = tileBox(zoom, row, column, buffer / extent).join(',');
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
