import { sql } from 'kysely';
import type { Product, ProductAsset } from '../collections.ts';
import { rectangle } from '../collections.ts';
import { type Table, type TableFormat, tableFile, tableFormats } from './table.ts';

/** Assets of a table, one a format: `presence.csv`, `presence.parquet`. */
export function tableAssets(stem: string, title: string, formats: readonly TableFormat[]): ProductAsset[] {
  return formats.map((format) => ({
    key: `${stem}.${format}`,
    title: `${title}, ${tableFormats[format].label}`,
    mediaType: tableFormats[format].mediaType,
    roles: ['data'],
  }));
}

/** File of a table in the format that an asset's key ends with; null for any other key, and for a table without rows. */
export async function tableAsset(key: string, load: () => Promise<Table | null>): Promise<Uint8Array | null> {
  const format = (Object.keys(tableFormats) as TableFormat[]).find((name) => key.endsWith(`.${name}`));
  const table = format === undefined ? null : await load();
  return format === undefined || table === null || table.rows.length === 0 ? null : tableFile(table, format);
}

/** Rows summed up to one product: how many, where, and of what origin. */
export type TableSummary = {
  readonly rows: string;
  readonly retrieved_at: Date;
  readonly connector_id: string;
  readonly stream_id: string;
  readonly simulated_seed: number | null;
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
};

/** Columns that every summary selects of rows with provenance. `version` changes with the files' columns. */
export const originSummary = [
  sql<string>`count(*)`.as('rows'),
  sql<Date>`max(retrieved_at)`.as('retrieved_at'),
  sql<string>`min(connector_id)`.as('connector_id'),
  sql<string>`min(stream_id)`.as('stream_id'),
  sql<number | null>`max(simulated_seed)`.as('simulated_seed'),
] as const;

/** Summary of a product: footprint, number of rows, origin, and a hash that any change of rows changes. */
export function summaryParts(
  summary: TableSummary,
  version: number,
): Pick<Product, 'geometry' | 'bbox' | 'contentHash' | 'origin'> & { readonly properties: { 'kianda:rows': number } } {
  const { west, south, east, north, rows, retrieved_at: retrievedAt } = summary;
  const bbox =
    west === null || south === null || east === null || north === null ? null : ([west, south, east, north] as const);
  const isPoint = bbox !== null && west === east && south === north;
  return {
    geometry: bbox === null ? null : isPoint ? { type: 'Point', coordinates: [bbox[0], bbox[1]] } : rectangle(bbox),
    bbox,
    contentHash: `${version}-${rows}-${retrievedAt.getTime()}`,
    properties: { 'kianda:rows': Number(rows) },
    origin: {
      connectorId: summary.connector_id,
      streamId: summary.stream_id,
      retrievedAtMs: retrievedAt.getTime(),
      simulatedSeed: summary.simulated_seed,
    },
  };
}
