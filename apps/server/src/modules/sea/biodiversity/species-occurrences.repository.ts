import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { containsWords, folded } from '../../../platform/db/folded.ts';

/** A record of one species as it is stored, those of the same observation too. */
export type SpeciesOccurrence = {
  readonly source: string;
  readonly sourceId: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly depth: number | null;
  /** As the publisher wrote it. */
  readonly date: string | null;
  readonly start: Date | null;
  readonly licence: string | null;
  readonly flags: readonly string[];
  /** `source_id` of the row of the same observation that counts in place of this one. */
  readonly duplicateOf: string | null;
  readonly isSimulated: boolean;
};

export type RecordedSpecies = {
  /** Of the register; of the accepted name. */
  readonly aphiaId: number;
  readonly name: string;
  readonly commonName: string | null;
  readonly records: number;
};

export type SpeciesQuery = {
  /** Words of the scientific or the common name, as `foldText` leaves them. */
  readonly words?: readonly string[];
  readonly aphiaId?: number;
  readonly names?: readonly string[];
  readonly limit: number;
};

/** Records of accepted species, and whose they are. */
export function createSpeciesOccurrences(database: Database) {
  const db = database.for<Record<never, never>>();
  return {
    /** Those with most records first. */
    async species({ words = [], aphiaId, names, limit }: SpeciesQuery): Promise<readonly RecordedSpecies[]> {
      const conditions = [
        words.length === 0 ? sql`true` : containsWords(folded(sql`concat_ws(' ', s.name, s."commonName")`), words),
        aphiaId === undefined ? sql`true` : sql`s."aphiaId" = ${aphiaId}`,
        names === undefined ? sql`true` : sql`s.name = ANY(${[...names]})`,
      ];
      const { rows } = await sql<RecordedSpecies>`
        SELECT * FROM (
          SELECT coalesce(r.accepted_aphia_id, r.aphia_id) AS "aphiaId",
            min(coalesce(r.accepted_name, r.scientific_name)) AS name, max(r.vernacular_pt) AS "commonName",
            count(*)::int AS records
          FROM biodiversity.occurrences AS o
          JOIN biodiversity.taxa AS t ON t.id = o.taxon_id
          JOIN biodiversity.register AS r ON r.aphia_id = t.register_id
          WHERE NOT o.absence AND o.duplicate_of IS NULL AND r.rank = 'Species'
          GROUP BY 1) AS s
        WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY s.records DESC, s.name LIMIT ${limit}`.execute(db);
      return rows;
    },

    /** In an order that never changes. */
    async occurrences(name: string): Promise<readonly SpeciesOccurrence[]> {
      const { rows } = await sql<SpeciesOccurrence>`
        SELECT o.source, o.source_id AS "sourceId", o.lon AS longitude, o.lat AS latitude, o.depth_meters AS depth,
          o.event_date AS date, o.event_start AS start, o.licence, o.flags, o.duplicate_of AS "duplicateOf",
          o.simulated_seed IS NOT NULL AS "isSimulated"
        FROM biodiversity.occurrences AS o
        JOIN biodiversity.taxa AS t ON t.id = o.taxon_id
        JOIN biodiversity.register AS r ON r.aphia_id = t.register_id
        WHERE NOT o.absence AND r.rank = 'Species' AND coalesce(r.accepted_name, r.scientific_name) = ${name}
        ORDER BY o.source DESC, o.source_id`.execute(db);
      return rows;
    },
  };
}

export type SpeciesOccurrences = ReturnType<typeof createSpeciesOccurrences>;
