import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, FeatureCollection } from '../../../platform/feature-collections.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { countCells } from './query/cell-counts.ts';
import { readPage } from './query/reader.ts';
import { type ItemsRequest, itemsRequest } from './query/request.ts';
import { cellsOf, coarsened, type TileCell } from './tile-cells.rules.ts';
import { type TileAddress, type TileGrid, tileBox } from './tile-grid.rules.ts';

/** A tile with more features shows those smaller than a pixel as points with their number. */
const mostFeatures = 10_000;
/** Shapes that are read for one tile; points are counted by the database, however many there are. */
const mostShapes = 50_000;
const extent = 4096;
const buffer = 64;

/** Layer that says of a tile how it was thinned; only such tiles have it. */
export const summaryLayer = 'tile-summary';

export type Tile = {
  /** Null where the tile is empty. */
  readonly bytes: Uint8Array | null;
  /** Number of features that the tile stands for, where it shows fewer. */
  readonly thinnedFrom: number | null;
};

/** Features of a tile: those shown as they are, and the cells in which the others are counted. */
type Content = { readonly whole: readonly Feature[]; readonly cells: readonly TileCell[] | null };

/** The vector tile of a collection at an address of a grid, of one time or of all. */
export async function tileOf(
  collection: FeatureCollection,
  at: { readonly grid: TileGrid; readonly address: TileAddress },
  datetime: string | undefined,
): Promise<Tile> {
  const { grid, address } = at;
  const bbox = tileBox(grid, address, buffer / extent).join(',');
  const request = itemsRequest(collection, { bbox, ...(datetime === undefined ? {} : { datetime }) });
  const { whole, cells } = await contentOf(collection, request, at);
  const thinned = cells === null ? null : coarsened(cells, mostFeatures);
  const features = [...whole.flatMap(geoJsonOf), ...(thinned?.cells ?? []).map(cellFeature)];
  const tile = cut(features, grid, address);
  if (tile === null || tile.features.length === 0) return { bytes: null, thinnedFrom: null };
  if (thinned === null) {
    return { bytes: fromGeojsonVt({ [collection.id]: tile }, { version: 2, extent }), thinnedFrom: null };
  }
  const matched = whole.length + thinned.cells.reduce((sum, { count }) => sum + count, 0);
  const summary = { matched, whole: whole.length, cells: thinned.cells.length, cellPixels: thinned.pixels };
  const layers = { [collection.id]: tile, [summaryLayer]: summaryTile(summary) };
  return { bytes: fromGeojsonVt(layers, { version: 2, extent }), thinnedFrom: matched };
}

async function contentOf(
  collection: FeatureCollection,
  request: ItemsRequest,
  { grid, address }: { readonly grid: TileGrid; readonly address: TileAddress },
): Promise<Content> {
  const first = await readPage(collection, { ...request, limit: mostFeatures });
  if (first.next === null) return { whole: first.features, cells: null };
  if (collection.kind === 'table') {
    const cells = await countCells(collection, request, { grid, zoom: address.zoom });
    if (cells !== null) return { whole: [], cells };
  }
  const features = [...first.features];
  for (let token: string | null = first.next; token !== null; ) {
    if (features.length > mostShapes) {
      const detail = `O mosaico teria mais de ${mostShapes} elementos com forma: peça um nível mais fundo.`;
      throw new AppError('export_too_large', { detail });
    }
    const page = await readPage(collection, { ...request, limit: mostFeatures, token });
    features.push(...page.features);
    token = page.next;
  }
  const placed = features.flatMap((feature) => {
    const box = boundsOf(feature);
    return box === null ? [] : [{ ...feature, box }];
  });
  return cellsOf(placed, grid, address);
}

type Box = readonly [west: number, south: number, east: number, north: number];

function boundsOf({ geometry }: Feature): Box | null {
  if (geometry === null) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) return;
    const [x, y] = coordinates as unknown[];
    if (typeof x !== 'number' || typeof y !== 'number') {
      for (const part of coordinates) visit(part);
      return;
    }
    [west, south] = [Math.min(west, x), Math.min(south, y)];
    [east, north] = [Math.max(east, x), Math.max(north, y)];
  };
  visit(geometry.coordinates);
  return west > east ? null : [west, south, east, north];
}

function geoJsonOf({ id, geometry, properties }: Feature): GeoJSON.Feature[] {
  if (geometry === null) return [];
  // Tiles have no null and no list.
  const known = Object.entries(properties).filter(([, value]) => value !== null && !Array.isArray(value));
  return [
    {
      type: 'Feature',
      geometry: structuredClone(geometry) as unknown as GeoJSON.Geometry,
      properties: Object.fromEntries([['id', id], ...known]),
    },
  ];
}

function cellFeature({ count, lon, lat, id }: TileCell): GeoJSON.Feature {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { count, ...(id === null ? {} : { id }) },
  };
}

/** The part of the features in a tile, in its own coordinates. */
function cut(features: GeoJSON.Feature[], grid: TileGrid, { zoom, row, column }: TileAddress) {
  // The library cuts the square map alone: in a grid of degrees each latitude becomes the one at the same height there,
  // the grid being the northern half of a square of twice as many rows.
  const isSquare = grid.firstColumns === 1;
  if (!isSquare) for (const { geometry } of features) squareLatitudes(geometry);
  const level = isSquare ? zoom : zoom + 1;
  const options = { maxZoom: level, indexMaxZoom: 0, extent, buffer };
  return new GeoJSONVT({ type: 'FeatureCollection', features }, options).getTile(level, column, row);
}

function squareLatitudes(geometry: GeoJSON.Geometry): void {
  const visit = (coordinates: unknown[]): void => {
    const [, lat] = coordinates;
    if (typeof lat !== 'number') for (const part of coordinates) visit(part as unknown[]);
    else coordinates[1] = (Math.atan(Math.sinh(Math.PI * (1 - (90 - lat) / 180))) * 180) / Math.PI;
  };
  if ('coordinates' in geometry) visit(geometry.coordinates as unknown[]);
}

/** One point with the numbers of a thinned tile. */
function summaryTile(tags: Readonly<Record<string, number>>) {
  const middle = extent / 2;
  return { features: [{ type: 1 as const, geometry: [[middle, middle]] as [number, number][], tags: { ...tags } }] };
}
