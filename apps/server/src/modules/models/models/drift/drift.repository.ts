import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { ModelTables } from '../models.tables.ts';
import type { DriftReference } from './drift.types.ts';

type CheckRow = Selectable<ModelTables['models.drift_checks']>;
export type CheckPoint = Pick<CheckRow, 'model_type' | 'version' | 'at' | 'row_count' | 'share' | 'has_drifted'>;

/** References of versions, and what the checks against them found. */
export function createDriftRepository(database: Database) {
  const db = database.for<ModelTables>();
  const points = db
    .selectFrom('models.drift_checks')
    .select(['model_type', 'version', 'at', 'row_count', 'share', 'has_drifted']);
  return {
    /** Null of a version that was trained before references were kept. */
    async reference(
      type: ModelType,
      version: number,
    ): Promise<{ readonly reference: DriftReference; readonly marks: Uint32Array } | null> {
      const row = await db
        .selectFrom('models.drift_references')
        .select(['reference', 'row_marks'])
        .where('model_type', '=', type)
        .where('version', '=', version)
        .executeTakeFirst();
      return row === undefined ? null : { reference: row.reference, marks: marksOf(row.row_marks) };
    },

    async add(row: Omit<Insertable<ModelTables['models.drift_checks']>, 'id'>): Promise<void> {
      await db.insertInto('models.drift_checks').values(row).execute();
    },

    /** The last check of a version. */
    last: (type: ModelType, version: number): Promise<CheckRow | undefined> =>
      db
        .selectFrom('models.drift_checks')
        .selectAll()
        .where('model_type', '=', type)
        .where('version', '=', version)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** The last checks of a model, whatever the version, the newest first. */
    history: (type: ModelType, limit: number): Promise<CheckPoint[]> =>
      points.where('model_type', '=', type).orderBy('id', 'desc').limit(limit).execute(),

    /** Checks of every model after an instant, the oldest first. */
    after: (at: Date): Promise<CheckPoint[]> => points.where('at', '>', at).orderBy('at').execute(),

    async forget(before: Date): Promise<void> {
      await db.deleteFrom('models.drift_checks').where('at', '<', before).execute();
    },

    async addAsked(row: Omit<Insertable<ModelTables['models.asked']>, 'id'>): Promise<void> {
      await db.insertInto('models.asked').values(row).execute();
    },

    /** The questions to a version after an instant, the newest requests first. */
    async asked(type: ModelType, version: number, after: Date, requests: number): Promise<(number | null)[][]> {
      const rows = await db
        .selectFrom('models.asked')
        .select('items')
        .where('model_type', '=', type)
        .where('version', '=', version)
        .where('at', '>', after)
        .orderBy('at', 'desc')
        .limit(requests)
        .execute();
      return rows.flatMap(({ items }) => items);
    },

    async forgetAsked(before: Date): Promise<void> {
      await db.deleteFrom('models.asked').where('at', '<', before).execute();
    },
  };
}

export type DriftRepository = ReturnType<typeof createDriftRepository>;

function marksOf(bytes: Buffer): Uint32Array {
  const own = new Uint8Array(bytes);
  return new Uint32Array(own.buffer, 0, Math.floor(own.length / Uint32Array.BYTES_PER_ELEMENT));
}
