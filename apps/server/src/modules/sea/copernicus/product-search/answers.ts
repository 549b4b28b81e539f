import type { DataOf, Provenance, QueryOf } from '@kianda/contract';
import type { copernicusOData, copernicusOpenSearch } from '@kianda/contract/sea/ocean/copernicus.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import type { OceanModule, ProductRow, ProductSearch } from '../../ocean/index.ts';
import { odataProduct, restoFeature, servedNote } from './rows.ts';

const orders = { startDate: 'observed_at', completionDate: 'ended_at', published: 'published_at' } as const;
/** As far as the source let its listings be paged. */
const furthest = 10_000;

type Catalogue = OceanModule['catalogue'];
type Box = readonly [west: number, south: number, east: number, north: number];

/** The stored products in OData's form, the newest first. Throws `not_found` for an unknown collection. */
export async function odataDocument(
  catalogue: Catalogue,
  provenance: Provenance,
  query: QueryOf<typeof copernicusOData>,
): Promise<DataOf<typeof copernicusOData>> {
  assertHeld(query.collection);
  const search: ProductSearch = { order: 'observed_at', direction: 'desc' };
  const [total, rows] = await Promise.all([
    catalogue.count(search),
    catalogue.find(search, { limit: query.max_records, offset: query.skip }),
  ]);
  return {
    '@odata.context': '$metadata#Products(Attributes())',
    '@odata.count': total,
    value: rows.map(odataProduct),
    '@kianda': servedNote(provenance),
  };
}

/** The stored products in resto's form. Throws `not_found` for another collection, `validation_failed` for a bad query. */
export async function restoDocument(
  catalogue: Catalogue,
  provenance: Provenance,
  collection: string,
  query: QueryOf<typeof copernicusOpenSearch>,
): Promise<DataOf<typeof copernicusOpenSearch>> {
  assertHeld(collection);
  const skip = (query.page - 1) * query.maxRecords + query.index - 1;
  if (skip >= furthest) throw invalid('page', `O resultado ${skip + 1} está para lá dos primeiros ${furthest}.`);
  const search: ProductSearch = {
    sensedFrom: instant('startDate', query.startDate),
    sensedTo: instant('completionDate', query.completionDate),
    publishedFrom: instant('publishedAfter', query.publishedAfter),
    publishedTo: instant('publishedBefore', query.publishedBefore),
    type: query.productType,
    order: orders[query.sortParam],
    direction: query.sortOrder === 'descending' ? 'desc' : 'asc',
  };
  const box = query.box === undefined ? null : boxOf(query.box);
  const { total, rows } = await page(catalogue, search, box, { limit: query.maxRecords, offset: skip });
  return {
    type: 'FeatureCollection',
    properties: {
      id: 'kianda-sentinel3',
      totalResults: total,
      exactCount: true,
      startIndex: skip + 1,
      itemsPerPage: rows.length,
      query: { originalFilters: { ...query }, appliedFilters: { ...query } },
      links: [],
      discontinued: { bySource: true, since: '2026-03', note: 'Descontinuada pela fonte em março de 2026' },
      ...servedNote(provenance),
    },
    features: rows.map(restoFeature),
  };
}

async function page(
  catalogue: Catalogue,
  search: ProductSearch,
  box: Box | null,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ total: number; rows: readonly ProductRow[] }> {
  if (box === null) {
    const [total, rows] = await Promise.all([catalogue.count(search), catalogue.find(search, window)]);
    return { total, rows };
  }
  const all = await catalogue.find(search, { limit: furthest, offset: 0 });
  const inside = all.filter((row) => touches(row, box));
  return { total: inside.length, rows: inside.slice(window.offset, window.offset + window.limit) };
}

/** Whether the extents meet. A product without a place is in every box: the source would know, we do not. */
function touches({ footprint }: ProductRow, [west, south, east, north]: Box): boolean {
  if (footprint === null) return true;
  const positions = positionsOf(footprint.coordinates);
  if (positions.length === 0) return true;
  const lons = positions.map(([lon]) => lon);
  const lats = positions.map(([, lat]) => lat);
  return (
    Math.max(...lons) >= west && Math.min(...lons) <= east && Math.max(...lats) >= south && Math.min(...lats) <= north
  );
}

function positionsOf(coordinates: readonly unknown[]): [number, number][] {
  const [lon, lat] = coordinates;
  if (typeof lon === 'number' && typeof lat === 'number') return [[lon, lat]];
  return coordinates.flatMap((part) => (Array.isArray(part) ? positionsOf(part) : []));
}

function assertHeld(collection: string): void {
  if (/^sentinel-?3$/i.test(collection)) return;
  throw new AppError('not_found', { detail: `A coleção «${collection}» não está guardada; existe «SENTINEL-3».` });
}

function instant(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) throw invalid(name, `Esperada uma data ISO 8601; recebido «${text}».`);
  return new Date(timeMs);
}

function boxOf(text: string): Box {
  const [west, south, east, north, ...rest] = text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const numbers = [west, south, east, north].filter((value) => value !== undefined && Number.isFinite(value));
  if (
    west === undefined ||
    south === undefined ||
    east === undefined ||
    north === undefined ||
    rest.length > 0 ||
    numbers.length < 4 ||
    south > north
  ) {
    throw invalid('box', `Esperado «oeste,sul,este,norte» em graus; recebido «${text}».`);
  }
  return [west, south, east, north];
}

function invalid(name: string, message: string): AppError {
  return new AppError('validation_failed', { detail: message, issues: [{ path: `query.${name}`, message }] });
}
