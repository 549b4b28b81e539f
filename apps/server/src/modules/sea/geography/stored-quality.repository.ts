import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import {
  extentBounds,
  type StoredQuality,
  type StoredRows,
  storedRowsQuality,
} from '../../ingestion/connectors/index.ts';

/** Kinds of geometry with an extent, as well-known binary numbers them in its second byte (OGC 06-103r4). */
const polygonKinds = sql`(3, 6)`;

const areas: StoredRows = {
  ruleIds: ['protected_area_outline', 'protected_area_extent', 'protected_area_date'],
  from: sql`(SELECT * FROM geography.protected_areas WHERE withdrawn_at IS NULL) AS areas`,
  sample: sql`json_build_object('site', site_id, 'name', name, 'declared', reported_area_km2, 'computed', gis_area_km2,
    'date', legal_status_date)`,
  order: sql`site_id`,
  rulesAt: (now) => [
    {
      id: 'protected_area_outline',
      fails: sql<boolean>`geometry IS NULL OR get_byte(geometry, 1) NOT IN ${polygonKinds}`,
    },
    {
      id: 'protected_area_extent',
      applies: sql<boolean>`reported_area_km2 <> 0 AND gis_area_km2 <> 0`,
      fails: sql<boolean>`gis_area_km2 / nullif(reported_area_km2, 0) NOT BETWEEN ${extentBounds.least} AND ${extentBounds.most}`,
    },
    {
      id: 'protected_area_date',
      fails: sql<boolean>`legal_status_date IS NULL OR legal_status_date > (${now}::timestamptz AT TIME ZONE 'UTC')`,
    },
  ],
};

const layers: StoredRows = {
  ruleIds: ['layer_with_features', 'layer_attributes'],
  from: sql`(
    SELECT l.connector_id, l.stream_id, l.layer_id, l.feature_count, f.features, f.bare
    FROM geography.layers AS l LEFT JOIN (
      SELECT source, layer_id, count(*) AS features, count(*) FILTER (WHERE properties = '{}') AS bare
      FROM geography.layer_features GROUP BY source, layer_id
    ) AS f USING (source, layer_id)
    WHERE l.withdrawn_at IS NULL AND l.feature_count IS NOT NULL) AS layers`,
  sample: sql`json_build_object('layer', layer_id, 'bare', bare)`,
  order: sql`layer_id`,
  rulesAt: () => [
    { id: 'layer_with_features', fails: sql<boolean>`features IS NULL` },
    {
      id: 'layer_attributes',
      applies: sql<boolean>`features IS NOT NULL`,
      fails: sql<boolean>`bare > 0`,
      counts: { evaluated: sql<number>`features`, failing: sql<number>`bare` },
    },
  ],
};

/** The rules of protected areas and of regional layers over all that are stored. */
export function geographyQuality(database: Database): readonly StoredQuality[] {
  return [areas, layers].map((rows) => storedRowsQuality(database.for(), rows));
}
