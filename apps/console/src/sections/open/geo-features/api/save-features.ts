import { toCsv } from '@kianda/contract/core/csv';
import { listFeatures } from '@kianda/contract/open/features/features.contract';
import type { Client } from '../../../../client/client.ts';
import { type FeatureFilters, itemsQuery } from '../search.ts';
import { type FeatureRow, nextToken, type PropertyInfo } from './use-features.ts';

/** As many elements as one file takes: beyond, a browser's memory is the wrong place for them. */
const mostSaved = 50_000;
const pageSize = '10000';

/** Every element that the filters leave, page after page, up to 50 000; `matched` null where the service counts no further. */
export async function allFeatures(
  client: Pick<Client, 'call'>,
  collectionId: string,
  filters: FeatureFilters,
  onCount: (count: number) => void,
): Promise<{ readonly features: readonly FeatureRow[]; readonly matched: number | null; readonly isWhole: boolean }> {
  const features: FeatureRow[] = [];
  const query = itemsQuery({ ...filters, limit: '10000' });
  let token: string | null = null;
  let matched: number | null = null;
  do {
    const input = {
      params: { collectionId },
      query: { ...query, limit: pageSize, ...(token === null ? {} : { token }) },
    };
    const { data } = await client.call(listFeatures, input, { timeoutSeconds: 60 });
    features.push(...data.features);
    matched = data.numberMatched ?? matched;
    token = nextToken(data);
    onCount(features.length);
  } while (token !== null && features.length < mostSaved);
  return { features, matched, isWhole: token === null };
}

/** Elements as GeoJSON text. */
export function geojsonText(features: readonly FeatureRow[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** Elements as CSV: identifier, position of points, and every property. */
export function featuresCsv(features: readonly FeatureRow[], properties: readonly PropertyInfo[]): string {
  const header = ['id', 'lon', 'lat', ...properties.map(({ name }) => name)];
  const rows = features.map((feature) => {
    const [lon, lat] = pointOf(feature) ?? [null, null];
    return [feature.id, lon, lat, ...properties.map(({ name }) => cellOf(feature.properties[name]))];
  });
  return toCsv(header, rows);
}

/** Position of an element that is a point; null for any other. */
export function pointOf({ geometry }: FeatureRow): readonly [number, number] | null {
  if (geometry?.type !== 'Point') return null;
  const coordinates: unknown = geometry.coordinates;
  if (!Array.isArray(coordinates)) return null;
  const [lon, lat]: readonly unknown[] = coordinates;
  return typeof lon === 'number' && typeof lat === 'number' ? [lon, lat] : null;
}

/** A property's value as one cell; lists and objects as JSON. */
export function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

/** A whole number without a unit, as people write it: years, MMSI and AphiaID are codes, and take no thousands mark. */
export function codeText(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : null;
}
