import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** Occurrences of accepted species, column by column, each observation once; `species` is a place in `names`. */
export type LearningOccurrences = {
  readonly names: readonly string[];
  readonly species: Int32Array;
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** Month 1–12 of the observation; NaN where the date says none. */
  readonly months: Float64Array;
  /** Metres; NaN where none was noted. */
  readonly depths: Float64Array;
  /** Rows by provider and licence, with the time that they cover. */
  readonly sources: readonly {
    readonly name: string;
    readonly licence: string | null;
    readonly rows: number;
    readonly from: Date | null;
    readonly to: Date | null;
    readonly isSimulated: boolean;
  }[];
};

type Row = {
  readonly name: string;
  readonly lon: number;
  readonly lat: number;
  readonly month: number | null;
  readonly depth: number | null;
};

/** A record of a day that is yet to come has a wrong date, and its month can't be learned from. */
const recordedBy = (now: Date) => sql`
  FROM biodiversity.occurrences AS o
  JOIN biodiversity.taxa AS t ON t.id = o.taxon_id
  JOIN biodiversity.register AS r ON r.aphia_id = t.register_id
  WHERE NOT o.absence AND o.duplicate_of IS NULL AND r.rank = 'Species'
    AND (o.event_start IS NULL OR o.event_start <= ${now})`;

/** A mark of all that `learningOccurrences` reads: another one as soon as any of it is another. */
export async function occurrencesMark(database: Database, now: Date): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    SELECT md5(coalesce((SELECT string_agg(mark::text, ' ' ORDER BY mark) FROM biodiversity.occurrence_changes), '')
      || coalesce((SELECT count(*) || ' ' || max(retrieved_at) FROM biodiversity.register), '')
      || (SELECT count(*) FROM biodiversity.occurrences WHERE event_start > ${now})) AS mark`.execute(
    database.for<Record<never, never>>(),
  );
  return rows[0]?.mark ?? '';
}

/** Reads what models of species learn from, in an order that never changes. */
export async function learningOccurrences(database: Database, now: Date): Promise<LearningOccurrences> {
  const recorded = recordedBy(now);
  const db = database.for<Record<never, never>>();
  const { rows } = await sql<Row>`
    SELECT coalesce(r.accepted_name, r.scientific_name) AS name, o.lon, o.lat, o.depth_meters AS depth,
      extract(month FROM o.event_start AT TIME ZONE 'UTC')::int AS month
    ${recorded} ORDER BY o.source, o.source_id`.execute(db);
  const { rows: sources } = await sql<LearningOccurrences['sources'][number]>`
    SELECT o.source AS name, o.licence, count(*)::int AS rows, min(o.event_start) AS "from", max(o.event_start) AS "to",
      bool_or(o.simulated_seed IS NOT NULL) AS "isSimulated"
    ${recorded} GROUP BY o.source, o.licence ORDER BY o.source, o.licence`.execute(db);
  const places = new Map<string, number>();
  const species = Int32Array.from(rows, ({ name }) => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, places.size);
    return places.size - 1;
  });
  return {
    ...{ names: [...places.keys()], species, sources },
    longitudes: Float64Array.from(rows, ({ lon }) => lon),
    latitudes: Float64Array.from(rows, ({ lat }) => lat),
    months: Float64Array.from(rows, ({ month }) => month ?? Number.NaN),
    depths: Float64Array.from(rows, ({ depth }) => depth ?? Number.NaN),
  };
}
