import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Origin } from '../../ingestion/connectors/index.ts';

type OriginColumns = {
  connector_id: string;
  stream_id: string;
  run_id: string;
  retrieved_at: Date;
  simulated_seed: number | null;
};

export type GeographyTables = {
  'geography.protected_areas': OriginColumns & {
    source: string;
    site_id: string;
    name: string;
    name_english: string | null;
    designation: string | null;
    jurisdiction: string | null;
    iucn_category: string | null;
    legal_status: string | null;
    legal_status_date: string | null;
    status_year: number | null;
    governance: string | null;
    management_authority: string | null;
    no_take: string | null;
    realm: string | null;
    marine: boolean | null;
    is_oecm: boolean | null;
    reported_area_km2: number | null;
    reported_marine_area_km2: number | null;
    gis_area_km2: number | null;
    gis_marine_area_km2: number | null;
    countries: string[];
    reported_by: string[];
    parcels: number;
    url: string | null;
    geometry: Buffer | null;
    bounds: RawBuilder<unknown> | string | null;
    content_hash: string;
    withdrawn_at: Date | null;
  };
  'geography.layers': OriginColumns & {
    source: string;
    layer_id: string;
    title: string;
    abstract: string | null;
    keywords: string[];
    west: number | null;
    south: number | null;
    east: number | null;
    north: number | null;
    updated_at: Date | null;
    url: string | null;
    licence: string | null;
    feature_count: number | null;
    content_hash: string;
    withdrawn_at: Date | null;
  };
  'geography.layer_features': {
    source: string;
    layer_id: string;
    feature_id: string;
    ordinal: number;
    geometry: Buffer;
    bounds: RawBuilder<unknown> | string;
    properties: RawBuilder<unknown> | Record<string, unknown>;
  };
};

export type ProtectedAreaRow = Selectable<GeographyTables['geography.protected_areas']>;
export type LayerRow = Selectable<GeographyTables['geography.layers']>;

/** Origin columns of a row. */
export function originColumns(origin: Origin): OriginColumns {
  return {
    connector_id: origin.connectorId,
    stream_id: origin.streamId,
    run_id: origin.runId,
    retrieved_at: new Date(origin.retrievedAtMs),
    simulated_seed: origin.simulatedSeed,
  };
}

export function boxOf([west, south, east, north]: readonly [number, number, number, number]): RawBuilder<unknown> {
  return sql`box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;
}

/** Whether a row's bounds touch a box: west, south, east, north. */
export function touches(column: string, box: readonly [number, number, number, number]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} && ${boxOf(box)}`;
}
