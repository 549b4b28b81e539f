import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** An accepted taxon with everything it is called, and how often it was recorded. */
export type NamedTaxon = {
  readonly aphia_id: number;
  readonly name: string;
  readonly genus: string | null;
  readonly family: string | null;
  readonly order: string | null;
  readonly class: string | null;
  readonly phylum: string | null;
  readonly common_names: readonly string[];
  readonly former_names: readonly string[];
  readonly occurrences: number;
};

/** Taxa that the search looks through: the most recorded. */
const mostNamed = 20_000;

/** Accepted taxa of the register that have records, with their common names in Portuguese first, and their synonyms. */
export const readTaxonNames = async (database: Database): Promise<readonly NamedTaxon[]> => {
  const { rows } = await sql<NamedTaxon>`
    WITH counted AS (
      SELECT coalesce(r.accepted_aphia_id, r.aphia_id) AS aphia_id, count(*)::int AS occurrences
      FROM biodiversity.occurrences AS o
      JOIN biodiversity.taxa AS t ON t.id = o.taxon_id
      JOIN biodiversity.register AS r ON r.aphia_id = t.register_id
      WHERE NOT o.absence AND o.duplicate_of IS NULL
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${mostNamed}
    )
    SELECT c.aphia_id, coalesce(r.scientific_name, s.accepted_name) AS name, r.genus, r.family, r."order", r.class,
      r.phylum, c.occurrences, coalesce(s.former_names, '{}') AS former_names,
      array_remove(array_prepend(r.vernacular_pt, ARRAY(
        SELECT v ->> 'name' FROM jsonb_array_elements(coalesce(r.vernaculars, '[]')) AS v
        ORDER BY (v ->> 'language') <> 'por')), NULL) AS common_names
    FROM counted AS c
    LEFT JOIN biodiversity.register AS r ON r.aphia_id = c.aphia_id
    LEFT JOIN LATERAL (
      SELECT array_agg(scientific_name) AS former_names, max(accepted_name) AS accepted_name
      FROM biodiversity.register AS f WHERE f.accepted_aphia_id = c.aphia_id AND f.aphia_id <> c.aphia_id) AS s ON true
    WHERE coalesce(r.scientific_name, s.accepted_name) IS NOT NULL`.execute(database.for());
  return rows;
};
