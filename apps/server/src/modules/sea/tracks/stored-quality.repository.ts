import { earthMeanRadiusMeters } from '@kianda/geo';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import {
  animalBounds,
  type StoredQuality,
  type StoredRows,
  storedRowsQuality,
} from '../../ingestion/connectors/index.ts';

const { fastestMetersPerSecond, shortestMs } = animalBounds;

/** Great-circle distance in metres to the fix before that is not marked (haversine on the mean radius). */
const meters = sql`2 * ${earthMeanRadiusMeters}::float8 * asin(least(1, sqrt(
  power(sin(radians(lat - before_lat) / 2), 2)
  + cos(radians(before_lat)) * cos(radians(lat)) * power(sin(radians(lon - before_lon) / 2), 2))))`;

const fixes: StoredRows = {
  ruleIds: ['track_speed', 'track_outliers'],
  from: sql`(
    SELECT connector_id, stream_id, name AS individual, observed_at, outlier,
      CASE WHEN seconds * 1000 >= ${shortestMs}::float8 THEN ${meters} / seconds END AS speed
    FROM (
      SELECT f.*, i.name, extract(epoch FROM observed_at - lag(observed_at) OVER previous)::float8 AS seconds,
        lag(lon) OVER previous AS before_lon, lag(lat) OVER previous AS before_lat
      FROM tracks.fixes AS f JOIN tracks.individuals AS i ON i.id = f.individual_id
      WINDOW previous AS (PARTITION BY individual_id, outlier ORDER BY observed_at)
    ) AS steps) AS fixes`,
  sample: sql`json_build_object('individual', individual, 'time', observed_at, 'metersPerSecond', round(speed))`,
  order: sql`individual, observed_at`,
  rulesAt: () => [
    {
      id: 'track_speed',
      fails: sql<boolean>`NOT outlier AND coalesce(speed > ${fastestMetersPerSecond}::float8, false)`,
    },
    { id: 'track_outliers', fails: sql<boolean>`outlier` },
  ],
};

const individuals: StoredRows = {
  ruleIds: ['track_taxon'],
  from: sql`(
    SELECT DISTINCT f.connector_id, f.stream_id, i.id, i.study_id, i.name, i.taxon
    FROM tracks.individuals AS i JOIN tracks.fixes AS f ON f.individual_id = i.id) AS individuals`,
  sample: sql`json_build_object('study', study_id, 'individual', name)`,
  order: sql`id`,
  rulesAt: () => [{ id: 'track_taxon', fails: sql<boolean>`taxon IS NULL` }],
};

/** The rules of animal tracks over all that are stored. */
export function trackQuality(database: Database): readonly StoredQuality[] {
  return [fixes, individuals].map((rows) => storedRowsQuality(database.for(), rows));
}
