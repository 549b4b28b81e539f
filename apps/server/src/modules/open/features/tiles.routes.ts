import * as contract from '@kianda/contract/open/features/tiles.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { collectionFor } from './access.rules.ts';
import { selfLinks, types } from './documents/documents.ts';
import { cacheKey } from './extent.cache.ts';
import type { FeatureService } from './features.types.ts';
import { type Tile, tileOf } from './tile.rules.ts';
import { deepestZoom, gridDocument, sizeOf, type TileGrid, tileGrids } from './tile-grid.rules.ts';
import { styleDocument, styleList, tileJson } from './tile-styles.rules.ts';

const relation = 'http://www.opengis.net/def/rel/ogc/1.0';
const mvt = 'application/vnd.mapbox-vector-tile';
const cachedMs = 60_000;

/** Vector tiles of the collections that have a place (OGC API Tiles part 1). */
export function tileBindings(service: FeatureService): Bindings {
  return [...gridBindings(service), ...tilesetBindings(service), tileBinding(service)];
}

/** The grids that tiles come in. */
function gridBindings({ base }: FeatureService): Bindings {
  return [
    bind(contract.tileMatrixSets, async () => ({
      body: {
        tileMatrixSets: tileGrids.map((grid) => ({
          id: grid.id,
          title: grid.title,
          uri: grid.uri,
          crs: grid.crs,
          links: [gridLink(base, grid, 'self')],
        })),
      },
    })),
    bind(contract.tileMatrixSet, async ({ params }) => ({ body: gridDocument(gridOf(params.tileMatrixSetId)) })),
  ];
}

function tilesetBindings(service: FeatureService): Bindings {
  const { collections, base, provenance } = service;
  return [
    bind(contract.featureTilesets, async ({ params, principal }) => {
      const collection = await placedCollection(collections, params.collectionId, principal);
      const own = `${base}/collections/${collection.id}/tiles`;
      const sets = await Promise.all(tileGrids.map((grid) => tileset(service, collection, grid)));
      const tilesets = sets.map(({ layers: _layers, ...set }) => set);
      return { body: { tilesets, links: selfLinks(own, false).slice(0, 1) } };
    }),
    bind(contract.featureTileset, async ({ params, query, principal }) => {
      const collection = await placedCollection(collections, params.collectionId, principal);
      const grid = gridOf(params.tileMatrixSetId);
      if (query.f !== 'tilejson') return { body: await tileset(service, collection, grid) };
      if (grid.firstColumns !== 1) {
        throw new AppError('not_found', { detail: `O TileJSON só descreve a grelha «${tileGrids[0]?.id}».` });
      }
      const origin = await provenance(collection);
      const source = collection.attribution ?? ('source' in origin ? origin.source : null);
      return { body: tileJson(base, collection, { grid, bbox: (await service.extent(collection)).bbox, source }) };
    }),
    bind(contract.featureStyles, async ({ params, principal }) => ({
      body: styleList(base, await placedCollection(collections, params.collectionId, principal)),
    })),
    bind(contract.featureStyle, async ({ params, principal }) => {
      const collection = await placedCollection(collections, params.collectionId, principal);
      const body = styleDocument(base, collection, params.styleId);
      if (body === null) throw new AppError('not_found', { detail: `Não existe o estilo «${params.styleId}».` });
      return { contentType: types.mapbox, body: JSON.stringify(body) };
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
    const collection = await placedCollection(collections, params.collectionId, principal);
    const grid = gridOf(params.tileMatrixSetId);
    const { tileMatrix: zoom, tileRow: row, tileCol: column } = params;
    const [columns, rows] = sizeOf(grid, zoom);
    if (zoom > deepestZoom || row >= rows || column >= columns) {
      throw new AppError('not_found', { detail: 'Não existe esse mosaico na grelha.' });
    }
    const key = JSON.stringify([cacheKey(collection), grid.id, zoom, row, column, query.datetime ?? null]);
    const { value } = await tiles.get(key, () =>
      tileOf(collection, { grid, address: { zoom, row, column } }, query.datetime),
    );
    const headers = value.thinnedFrom === null ? {} : { 'x-kianda-tile-thinned-from': String(value.thinnedFrom) };
    const provenance = await provenanceOf(collection);
    if (value.bytes === null) return { status: 204, headers, provenance };
    return { headers, provenance, contentType: mvt, body: value.bytes };
  });
}

/** A readable collection whose features have a place. Throws `not_found` for one whose features have none. */
async function placedCollection(...parameters: Parameters<typeof collectionFor>): Promise<FeatureCollection> {
  const collection = await collectionFor(...parameters);
  if (collection.geometryType !== null) return collection;
  throw new AppError('not_found', { detail: `A coleção «${collection.title}» não tem lugares.` });
}

/** Throws `not_found` for a grid that there is not. */
function gridOf(id: string): TileGrid {
  const grid = tileGrids.find((one) => one.id === id);
  if (grid === undefined) throw new AppError('not_found', { detail: `Não existe a grelha «${id}».` });
  return grid;
}

const gridLink = (base: string, { id }: TileGrid, rel: string) => ({
  rel,
  href: `${base}/tileMatrixSets/${id}`,
  type: types.json,
  title: id,
});

async function tileset({ base, extent }: FeatureService, collection: FeatureCollection, grid: TileGrid) {
  const own = `${base}/collections/${collection.id}/tiles/${grid.id}`;
  const { bbox } = await extent(collection);
  return {
    title: collection.title,
    dataType: 'vector' as const,
    crs: grid.crs,
    tileMatrixSetId: grid.id,
    tileMatrixSetURI: grid.uri,
    ...(bbox === null ? {} : { boundingBox: { lowerLeft: [bbox[0], bbox[1]], upperRight: [bbox[2], bbox[3]] } }),
    layers: [{ id: collection.id, dataType: 'vector', title: collection.title }],
    links: [
      { rel: 'self', href: own, type: types.json, title: collection.title },
      gridLink(base, grid, `${relation}/tiling-scheme`),
      {
        rel: 'item',
        href: `${own}/{tileMatrix}/{tileRow}/{tileCol}`,
        type: mvt,
        title: 'Mosaico',
        templated: true,
      },
      ...(grid.firstColumns === 1
        ? [{ rel: 'describedby', href: `${own}?f=tilejson`, type: types.json, title: 'TileJSON' }]
        : []),
    ],
  };
}
