import * as contract from '@kianda/contract/open/features/tiles.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { collectionFor } from './access.rules.ts';
import { selfLinks, types } from './documents/documents.ts';
import type { FeatureService } from './features.types.ts';
import { mostFeatures, type Tile, tileOf } from './tile.rules.ts';
import { deepestZoom, mercatorCrs, tileMatrices, webMercatorQuad, webMercatorUri } from './tile-grid.rules.ts';

const relation = 'http://www.opengis.net/def/rel/ogc/1.0';
const mvt = 'application/vnd.mapbox-vector-tile';
const gridTitle = 'Google Maps Compatible for the World';
const cachedMs = 60_000;

/** Vector tiles of the collections that have a place (OGC API Tiles part 1). */
export function tileBindings(service: FeatureService): Bindings {
  return [...gridBindings(service), ...tilesetBindings(service), tileBinding(service)];
}

/** The one grid that tiles come in. */
function gridBindings({ base }: FeatureService): Bindings {
  return [
    bind(contract.tileMatrixSets, async () => ({
      body: {
        tileMatrixSets: [
          {
            id: webMercatorQuad,
            title: gridTitle,
            uri: webMercatorUri,
            crs: mercatorCrs,
            links: [gridLink(base, 'self')],
          },
        ],
      },
    })),
    bind(contract.tileMatrixSet, async ({ params }) => {
      assertGrid(params.tileMatrixSetId);
      return {
        body: {
          id: webMercatorQuad,
          title: gridTitle,
          uri: webMercatorUri,
          crs: mercatorCrs,
          orderedAxes: ['X', 'Y'],
          wellKnownScaleSet: 'http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible',
          tileMatrices: tileMatrices(),
        },
      };
    }),
  ];
}

function tilesetBindings(service: FeatureService): Bindings {
  const { collections, base } = service;
  return [
    bind(contract.featureTilesets, async ({ params, principal }) => {
      const collection = placedCollection(collections(), params.collectionId, principal);
      const own = `${base}/collections/${collection.id}/tiles`;
      const { layers: _layers, ...set } = await tileset(service, collection);
      return { body: { tilesets: [set], links: selfLinks(own, false).slice(0, 1) } };
    }),
    bind(contract.featureTileset, async ({ params, principal }) => {
      const collection = placedCollection(collections(), params.collectionId, principal);
      assertGrid(params.tileMatrixSetId);
      return { body: await tileset(service, collection) };
    }),
  ];
}

function tileBinding({ collections, clock, provenance: provenanceOf }: FeatureService): Bindings[number] {
  const tiles = createCache<Tile>({
    name: 'features/tiles',
    clock,
    ttlMs: cachedMs,
    maxStaleMs: cachedMs,
    maxEntries: 500,
  });
  return bind(contract.featureTile, async ({ params, query, principal }) => {
    const collection = placedCollection(collections(), params.collectionId, principal);
    assertGrid(params.tileMatrixSetId);
    const { tileMatrix: zoom, tileRow: row, tileCol: column } = params;
    if (zoom > deepestZoom || row >= 2 ** zoom || column >= 2 ** zoom) {
      throw new AppError('not_found', { detail: 'Não existe esse mosaico na grelha.' });
    }
    const key = JSON.stringify([collection.id, zoom, row, column, query.datetime ?? null]);
    const { value } = await tiles.get(key, () => tileOf(collection, { zoom, row, column }, query.datetime));
    const headers = value.isWhole ? {} : { 'x-kianda-tile-truncated': String(mostFeatures) };
    const provenance = await provenanceOf(collection);
    if (value.bytes === null) return { status: 204, headers, provenance };
    return { headers, provenance, contentType: mvt, body: value.bytes };
  });
}

/** A readable collection whose features have a place. Throws `not_found` for one whose features have none. */
function placedCollection(...parameters: Parameters<typeof collectionFor>): FeatureCollection {
  const collection = collectionFor(...parameters);
  if (collection.geometryType !== null) return collection;
  throw new AppError('not_found', { detail: `A coleção «${collection.title}» não tem lugares.` });
}

function assertGrid(tileMatrixSetId: string): void {
  if (tileMatrixSetId !== webMercatorQuad) {
    throw new AppError('not_found', { detail: `Não existe a grelha «${tileMatrixSetId}».` });
  }
}

const gridLink = (base: string, rel: string) => ({
  rel,
  href: `${base}/tileMatrixSets/${webMercatorQuad}`,
  type: types.json,
  title: webMercatorQuad,
});

async function tileset({ base, extent }: FeatureService, collection: FeatureCollection) {
  const own = `${base}/collections/${collection.id}/tiles/${webMercatorQuad}`;
  const { bbox } = await extent(collection);
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
      gridLink(base, `${relation}/tiling-scheme`),
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
