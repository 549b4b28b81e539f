import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { ModelTables, VersionRow } from '../models.tables.ts';
import type { MapRow, MapTables } from './maps.tables.ts';

type Tables = MapTables & ModelTables;
export type NewMap = Insertable<MapTables['models.maps']>;
/** A map with what its version says. */
export type MapOfVersion = MapRow &
  Pick<VersionRow, 'algorithm' | 'skill' | 'data_sha256' | 'state' | 'code_version' | 'row_count'>;

/** Maps of versions. A map whose file is not stored has no row. */
export function createMapRepository(database: Database) {
  const db = database.for<Tables>();
  return {
    maps: (type?: ModelType): Promise<MapOfVersion[]> => {
      const all = withVersion(db).orderBy('m.made_at', 'desc').orderBy('m.id');
      return (type === undefined ? all : all.where('m.model_type', '=', type)).execute();
    },

    map: (id: string): Promise<MapOfVersion | undefined> => withVersion(db).where('m.id', '=', id).executeTakeFirst(),

    async countOfVersion(type: ModelType, version: number): Promise<number> {
      const { maps } = await db
        .selectFrom('models.maps')
        .select(({ fn }) => fn.countAll<string>().as('maps'))
        .where('model_type', '=', type)
        .where('version', '=', version)
        .executeTakeFirstOrThrow();
      return Number(maps);
    },

    /**
     * Publishes a map in place of an earlier one of the same subject. Answers the earlier one's file, or `gone` where the
     * version is not there any more.
     */
    publish: (row: NewMap): Promise<{ readonly state: 'published' | 'gone'; readonly replaced: string | null }> =>
      db.transaction().execute(async (transaction) => {
        const { model_type, version, cell_degrees, month, inputs } = row;
        // Until this transaction ends, nobody deletes the version.
        const of = await transaction
          .selectFrom('models.versions')
          .select('version')
          .where('model_type', '=', model_type)
          .where('version', '=', version)
          .forKeyShare()
          .executeTakeFirst();
        if (of === undefined) return { state: 'gone', replaced: null };
        await sql`SELECT pg_advisory_xact_lock(hashtext(${`maps ${model_type} ${version}`}))`.execute(transaction);
        const before = await transaction
          .selectFrom('models.maps')
          .select(['id', 'file_key'])
          .where('model_type', '=', model_type)
          .where('version', '=', version)
          .where('cell_degrees', '=', cell_degrees)
          .where('month', 'is not distinct from', month ?? null)
          .where(sql<boolean>`inputs = ${inputs}::jsonb`)
          .executeTakeFirst();
        // An earlier one is written over, so that the links to it lead to the new one.
        if (before === undefined) await transaction.insertInto('models.maps').values(row).execute();
        else await transaction.updateTable('models.maps').set(row).where('id', '=', before.id).execute();
        return { state: 'published', replaced: before?.file_key ?? null };
      }),

    remove: (id: string): Promise<MapRow | undefined> =>
      db.deleteFrom('models.maps').where('id', '=', id).returningAll().executeTakeFirst(),

    /** Keys of the files that maps have. */
    async fileKeys(): Promise<ReadonlySet<string>> {
      const rows = await db.selectFrom('models.maps').select('file_key').execute();
      return new Set(rows.map(({ file_key }) => file_key));
    },
  };
}

export type MapRepository = ReturnType<typeof createMapRepository>;

function withVersion(db: Kysely<Tables>) {
  return db
    .selectFrom('models.maps as m')
    .innerJoin('models.versions as v', (join) =>
      join.onRef('v.model_type', '=', 'm.model_type').onRef('v.version', '=', 'm.version'),
    )
    .selectAll('m')
    .select(['v.algorithm', 'v.skill', 'v.data_sha256', 'v.state', 'v.code_version', 'v.row_count']);
}
