import { type Kysely, type RawBuilder, sql } from 'kysely';
import { occurrenceBounds, type StoredQuality, type StoredTally } from '../../ingestion/connectors/index.ts';
import type { BiodiversityTables } from './biodiversity.types.ts';

const shownSamples = 5;

type RowRule = {
  readonly id: string;
  /** Rows the rule says something of. */
  readonly applies: RawBuilder<boolean>;
  readonly fails: RawBuilder<boolean>;
};

function rulesAt(now: Date): readonly RowRule[] {
  const { west, east, south, north, deepestMeters } = occurrenceBounds;
  const always = sql<boolean>`true`;
  return [
    {
      id: 'occurrence_in_box',
      applies: always,
      fails: sql<boolean>`(lon < ${west} OR lon > ${east} OR lat < ${south} OR lat > ${north})`,
    },
    {
      id: 'occurrence_depth',
      applies: sql<boolean>`depth_meters IS NOT NULL`,
      fails: sql<boolean>`(depth_meters < 0 OR depth_meters > ${deepestMeters})`,
    },
    {
      id: 'occurrence_date',
      applies: sql<boolean>`event_start IS NOT NULL`,
      fails: sql<boolean>`event_start > ${now}`,
    },
    { id: 'occurrence_has_date', applies: always, fails: sql<boolean>`event_start IS NULL` },
    { id: 'occurrence_licence', applies: always, fails: sql<boolean>`licence IS NULL` },
  ];
}

/** The rules of occurrences over all that are stored. */
export function storedOccurrenceQuality(db: Kysely<BiodiversityTables>): StoredQuality {
  return {
    rules: rulesAt(new Date(0)).map(({ id }) => id),
    async judge(now) {
      const tallies = await Promise.all(rulesAt(now).map((rule) => judged(db, rule)));
      return tallies.flat();
    },
  };
}

/** Stored rows whose event has not come yet at `now`, whoever sent them: the same rows that the rule of quality finds. */
export async function futureCount(db: Kysely<BiodiversityTables>, now: Date): Promise<number> {
  const row = await db
    .selectFrom('biodiversity.occurrences')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('event_start', '>', now)
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}

async function judged(db: Kysely<BiodiversityTables>, { id, applies, fails }: RowRule): Promise<StoredTally[]> {
  const rows = await db
    .selectFrom('biodiversity.occurrences')
    .select([
      'connector_id',
      'stream_id',
      sql<number>`count(*)::int`.as('evaluated'),
      sql<number>`(count(*) FILTER (WHERE ${fails}))::int`.as('failing'),
    ])
    .where(applies)
    .groupBy(['connector_id', 'stream_id'])
    .execute();
  return Promise.all(
    rows.map(async ({ connector_id: connectorId, stream_id: streamId, evaluated, failing }) => {
      const samples =
        failing === 0 ? [] : await failed(db, { connectorId, streamId, which: sql`${applies} AND ${fails}` });
      return { connectorId, streamId, rule: id, evaluated, failing, samples };
    }),
  );
}

function failed(
  db: Kysely<BiodiversityTables>,
  { connectorId, streamId, which }: { connectorId: string; streamId: string; which: RawBuilder<unknown> },
) {
  return db
    .selectFrom('biodiversity.occurrences')
    .select(['source_id as id', 'event_date as eventDate', 'lon', 'lat', 'depth_meters as depth'])
    .where('connector_id', '=', connectorId)
    .where('stream_id', '=', streamId)
    .where(sql<boolean>`${which}`)
    .orderBy('source_id')
    .limit(shownSamples)
    .execute();
}
