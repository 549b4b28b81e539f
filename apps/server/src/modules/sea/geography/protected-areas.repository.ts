import { createHash } from 'node:crypto';
import type { ProtectedAreaRecord, WithdrawnAreaRecord } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import { boundsOf, toWkb } from '../../../platform/geometry/wkb.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';
import { boxOf, type GeographyTables, originColumns, type ProtectedAreaRow, touches } from './geography.types.ts';

const rowsPerInsert = 200;

type SiteRecord = ProtectedAreaRecord | WithdrawnAreaRecord;

export type AreaFilter = {
  readonly box: readonly [number, number, number, number];
  readonly marine: boolean | null;
};

/** SQL of protected areas. */
export function createProtectedAreaRepository(database: Database) {
  const db = database.for<GeographyTables>();

  function within({ box, marine }: AreaFilter) {
    const query = db
      .selectFrom('geography.protected_areas')
      .where('withdrawn_at', 'is', null)
      .where(touches('bounds', box));
    return marine === null ? query : query.where('marine', '=', marine);
  }

  return {
    /**
     * Inserts sites or corrects them by their id in the register, and marks those it no longer has; returns how many
     * changed. A site seen again unchanged gets the origin of the new run.
     */
    upsert: async (source: string, given: readonly SiteRecord[], origin: Origin): Promise<number> => {
      const records = latestByKey(given, ({ siteId }) => siteId);
      const present = records.flatMap((record) => (record.withdrawn ? [] : [rowOf(source, record, origin)]));
      const gone = records.flatMap(({ siteId, withdrawn }) => (withdrawn ? [siteId] : []));
      const changed = await upsertSites(db, present);
      await markSeen(db, { source, siteIds: present.map(({ site_id }) => site_id), origin });
      return changed + (await markWithdrawn(db, { source, siteIds: gone, origin }));
    },

    async count(filter: AreaFilter): Promise<number> {
      const row = await within(filter)
        .select((eb) => eb.fn.countAll<number>().as('areas'))
        .executeTakeFirst();
      return Number(row?.areas ?? 0);
    },

    page: (filter: AreaFilter, offset: number, limit: number): Promise<ProtectedAreaRow[]> =>
      within(filter).selectAll().orderBy('name').orderBy('site_id').offset(offset).limit(limit).execute(),

    /** Newest area, simulated ones before any other: its origin is that of all; undefined before the first. */
    newest: () =>
      db
        .selectFrom('geography.protected_areas')
        .selectAll()
        .where('withdrawn_at', 'is', null)
        .orderBy(sql`simulated_seed IS NULL`)
        .orderBy('retrieved_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
  };
}

async function upsertSites(db: Kysely<GeographyTables>, rows: readonly SiteRow[]): Promise<number> {
  let changed = 0n;
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const result = await db
      .insertInto('geography.protected_areas')
      .values(rows.slice(start, start + rowsPerInsert))
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'site_id'])
          .doUpdateSet((eb) => Object.fromEntries(written.map((column) => [column, eb.ref(`excluded.${column}`)])))
          .where(
            sql<boolean>`protected_areas.content_hash <> excluded.content_hash OR protected_areas.withdrawn_at IS NOT NULL`,
          ),
      )
      .executeTakeFirst();
    changed += result.numInsertedOrUpdatedRows ?? 0n;
  }
  return Number(changed);
}

type Sites = { readonly source: string; readonly siteIds: readonly string[]; readonly origin: Origin };

async function markSeen(db: Kysely<GeographyTables>, { source, siteIds, origin }: Sites): Promise<void> {
  if (siteIds.length === 0) return;
  await db
    .updateTable('geography.protected_areas')
    .set(originColumns(origin))
    .where('source', '=', source)
    .where('site_id', 'in', [...siteIds])
    .where('retrieved_at', '<', new Date(origin.retrievedAtMs))
    .execute();
}

/** Marks sites that the register no longer has; returns how many were not marked yet. */
async function markWithdrawn(db: Kysely<GeographyTables>, { source, siteIds, origin }: Sites): Promise<number> {
  if (siteIds.length === 0) return 0;
  const result = await db
    .updateTable('geography.protected_areas')
    .set({ withdrawn_at: new Date(origin.retrievedAtMs), run_id: origin.runId })
    .where('source', '=', source)
    .where('site_id', 'in', [...siteIds])
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

const written = [
  ...(['name', 'name_english', 'designation', 'jurisdiction', 'iucn_category', 'legal_status'] as const),
  ...(['legal_status_date', 'status_year', 'governance', 'management_authority', 'no_take', 'realm'] as const),
  ...(['marine', 'is_oecm', 'reported_area_km2', 'reported_marine_area_km2', 'gis_area_km2'] as const),
  ...(['gis_marine_area_km2', 'countries', 'reported_by', 'parcels', 'url', 'geometry', 'bounds'] as const),
  ...(['content_hash', 'withdrawn_at', 'connector_id', 'stream_id', 'run_id', 'retrieved_at'] as const),
  'simulated_seed',
] as const;

type SiteRow = ReturnType<typeof rowOf>;

function rowOf(source: string, record: ProtectedAreaRecord, origin: Origin) {
  return {
    source,
    site_id: record.siteId,
    name: record.name,
    name_english: record.nameEnglish,
    designation: record.designation,
    jurisdiction: record.jurisdiction,
    iucn_category: record.iucnCategory,
    legal_status: record.legalStatus,
    legal_status_date: record.legalStatusDate,
    status_year: record.statusYear,
    governance: record.governance,
    management_authority: record.managementAuthority,
    no_take: record.noTake,
    realm: record.realm,
    marine: record.marine,
    is_oecm: record.isOecm,
    reported_area_km2: record.reportedAreaKm2,
    reported_marine_area_km2: record.reportedMarineAreaKm2,
    gis_area_km2: record.gisAreaKm2,
    gis_marine_area_km2: record.gisMarineAreaKm2,
    countries: [...record.countries],
    reported_by: [...record.sources],
    parcels: record.parcels,
    url: record.url,
    geometry: record.geometry === null ? null : toWkb(record.geometry),
    bounds: record.geometry === null ? null : boxOf(boundsOf(record.geometry)),
    content_hash: createHash('sha256').update(JSON.stringify(record)).digest('hex'),
    withdrawn_at: null,
    ...originColumns(origin),
  };
}

export type ProtectedAreaRepository = ReturnType<typeof createProtectedAreaRepository>;
