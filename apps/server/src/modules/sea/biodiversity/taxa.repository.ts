import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { BiodiversityTables } from './biodiversity.types.ts';

export type TaxonQuery = {
  /** As `searchText` leaves it. */
  readonly text: string | null;
  /** Scientific names, in lower case, that the text stands for beside those that hold it. */
  readonly alsoNamed: readonly string[];
  readonly rank: string | null;
  readonly accepted: boolean | null;
  readonly recorded: boolean;
  readonly limit: number;
  readonly offset: number;
};

/** Reads names of the register with what was recorded of them. */
export function createTaxaRepository(database: Database) {
  const db = database.for<BiodiversityTables>();

  return {
    /** Names that fit, accepted and most recorded first, and how many there are. */
    async search(query: TaxonQuery) {
      let found = withOccurrences(db);
      // The text is free of `%`, `_` and backslashes: only letters, digits and blanks are left of it.
      if (query.text !== null) found = found.where(isNamed(query.text, query.alsoNamed));
      if (query.rank !== null) found = found.where(sql<boolean>`lower(r.rank) = ${query.rank.toLowerCase()}`);
      if (query.accepted !== null) found = found.where(sql<boolean>`(r.status = 'accepted') = ${query.accepted}`);
      if (query.recorded) found = found.where('n.occurrences', '>', 0);
      const [rows, { total }] = await Promise.all([
        rowsOf(found)
          .orderBy(sql`r.status = 'accepted'`, 'desc')
          .orderBy(sql`coalesce(n.occurrences, 0)`, 'desc')
          .orderBy('r.scientific_name')
          .orderBy('r.aphia_id')
          .limit(query.limit)
          .offset(query.offset)
          .execute(),
        found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { rows, total };
    },

    byId: (aphiaId: number) =>
      rowsOf(withOccurrences(db))
        .select([
          'r.unaccept_reason',
          'r.parent_aphia_id',
          'r.marine',
          'r.brackish',
          'r.freshwater',
          'r.terrestrial',
          'r.extinct',
          'r.citation',
          'r.modified_at',
          'r.vernaculars',
          'r.lineage',
        ])
        .where('r.aphia_id', '=', aphiaId)
        .$narrowType<{
          vernaculars: readonly { name: string; language: string }[] | null;
          lineage: readonly { aphiaId: number; rank: string; name: string }[] | null;
        }>()
        .executeTakeFirst(),

    synonyms: (acceptedId: number) =>
      db
        .selectFrom('biodiversity.register')
        .select(['aphia_id', 'scientific_name', 'authority'])
        .where('accepted_aphia_id', '=', acceptedId)
        .where('aphia_id', '<>', acceptedId)
        .orderBy('scientific_name')
        .execute(),

    /** Records of every name that stands for an accepted one, by source, with the red-list categories they were given. */
    records: (acceptedId: number) =>
      db
        .selectFrom('biodiversity.occurrences as o')
        .innerJoin('biodiversity.taxa as t', 't.id', 'o.taxon_id')
        .innerJoin('biodiversity.register as r', 'r.aphia_id', 't.register_id')
        .where(sql<boolean>`coalesce(r.accepted_aphia_id, r.aphia_id) = ${acceptedId}`)
        .where('o.absence', '=', false)
        .select((eb) => [
          'o.source',
          eb.fn.countAll<number>().as('occurrences'),
          eb.fn.count<number>('o.duplicate_of').as('duplicates'),
          sql<number | null>`extract(year from min(o.event_start) at time zone 'UTC')::int`.as('first_year'),
          sql<number | null>`extract(year from max(o.event_start) at time zone 'UTC')::int`.as('last_year'),
          eb.fn.max('t.red_list_category').as('red_list_category'),
        ])
        .groupBy('o.source')
        .orderBy('o.source')
        .execute(),
  };
}

function isNamed(text: string, alsoNamed: readonly string[]) {
  return sql<boolean>`(r.search LIKE ${`%${text}%`}
    OR lower(coalesce(r.accepted_name, r.scientific_name)) = ANY (${alsoNamed}))`;
}

/** Names with the occurrences of their accepted name, each observation once. */
function withOccurrences(db: Kysely<BiodiversityTables>) {
  return db.selectFrom('biodiversity.register as r').leftJoin(
    (eb) =>
      eb
        .selectFrom('biodiversity.occurrences as o')
        .innerJoin('biodiversity.taxa as t', 't.id', 'o.taxon_id')
        .innerJoin('biodiversity.register as named', 'named.aphia_id', 't.register_id')
        .where('o.absence', '=', false)
        .where('o.duplicate_of', 'is', null)
        .select((inner) => [
          sql<number>`coalesce(named.accepted_aphia_id, named.aphia_id)`.as('accepted_id'),
          inner.fn.countAll<number>().as('occurrences'),
        ])
        .groupBy('accepted_id')
        .as('n'),
    (join) => join.on(sql<boolean>`n.accepted_id = coalesce(r.accepted_aphia_id, r.aphia_id)`),
  );
}

function rowsOf(found: ReturnType<typeof withOccurrences>) {
  return found.select([
    'r.aphia_id',
    'r.scientific_name',
    'r.authority',
    'r.rank',
    'r.status',
    'r.accepted_aphia_id',
    'r.accepted_name',
    sql<string | null>`coalesce(r.vernacular_pt, (
      SELECT a.vernacular_pt FROM biodiversity.register a WHERE a.aphia_id = r.accepted_aphia_id))`.as('vernacular'),
    'r.kingdom',
    'r.phylum',
    'r.class',
    'r.order',
    'r.family',
    'r.genus',
    sql<number>`coalesce(n.occurrences, 0)`.as('occurrences'),
  ]);
}

export type TaxonRow = Awaited<ReturnType<ReturnType<typeof createTaxaRepository>['search']>>['rows'][number];
