import { type Kysely, sql } from 'kysely';
import type { BiodiversityTables } from './biodiversity.types.ts';
import { referenceSource } from './duplicates.repository.ts';

/** The coast of a land register is not the sea's: what the register of marine species calls neither marine nor brackish is left out. */
const livesAtSea = sql<boolean>`(r.marine IS DISTINCT FROM false OR r.brackish IS TRUE)`;

/** The occurrences that figures and maps count: presences, each observation once, of what lives at sea. */
export function counted(db: Kysely<BiodiversityTables>) {
  return db
    .selectFrom('biodiversity.occurrences as o')
    .innerJoin('biodiversity.taxa as t', 't.id', 'o.taxon_id')
    .leftJoin('biodiversity.register as r', 'r.aphia_id', 't.register_id')
    .where('o.absence', '=', false)
    .where('o.duplicate_of', 'is', null)
    .where(livesAtSea);
}

/** Counts of occurrences, for figures. */
export function occurrenceCounts(db: Kysely<BiodiversityTables>) {
  return {
    /** Occurrences of each taxon that has any. Counting taxa here, not in SQL, spares a sort of all occurrences. */
    taxonCounts: () =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('biodiversity.occurrences')
            .where('absence', '=', false)
            .where('duplicate_of', 'is', null)
            .select(['taxon_id', eb.fn.countAll<number>().as('occurrences')])
            .groupBy('taxon_id')
            .as('o'),
        )
        .innerJoin('biodiversity.taxa as t', 't.id', 'o.taxon_id')
        .leftJoin('biodiversity.register as r', 'r.aphia_id', 't.register_id')
        .where(livesAtSea)
        .select((eb) => [
          sql<string>`coalesce(r.accepted_aphia_id, r.aphia_id, t.aphia_id)::text`.as('accepted_id'),
          't.scientific_name',
          'r.rank',
          eb.fn.coalesce('r.phylum', 't.phylum').as('phylum'),
          eb.fn.coalesce('r.class', 't.class').as('class'),
          't.red_list_category',
          'o.occurrences',
        ])
        // A species under several names is filed where its accepted name is, whichever came first.
        .orderBy(sql`r.accepted_aphia_id IS NULL OR r.accepted_aphia_id = r.aphia_id`, 'desc')
        .orderBy('t.id')
        .execute(),

    /** Rows of each source, and how many of them another provider has as well. */
    sourceCounts: () =>
      db
        .selectFrom('biodiversity.occurrences')
        .where('absence', '=', false)
        .select((eb) => [
          'source',
          eb.fn.countAll<number>().as('occurrences'),
          eb.fn.count<number>('duplicate_of').as('duplicates'),
        ])
        .groupBy('source')
        .orderBy('source')
        .execute(),

    /** Number of datasets. A dataset of another provider with a single duplicate is one of the reference. */
    async datasetCount(): Promise<number> {
      const rows = await db
        .selectFrom('biodiversity.occurrences')
        .where('absence', '=', false)
        .select(['source', 'dataset_id'])
        .groupBy(['source', 'dataset_id'])
        .having(sql<boolean>`source = ${referenceSource} OR count(duplicate_of) = 0`)
        .execute();
      return rows.length;
    },

    /** Occurrences per year (UTC) of the event, up to `now`: providers hand on dates that have not come yet. */
    countsByYear: (now: Date) =>
      counted(db)
        .where('o.event_start', '<=', now)
        .select((eb) => [
          sql<number>`extract(year from o.event_start at time zone 'UTC')::int`.as('year'),
          eb.fn.countAll<number>().as('occurrences'),
          sql<Date>`max(o.event_start)`.as('last_event'),
        ])
        .groupBy('year')
        .orderBy('year')
        .execute(),
  };
}
