import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import type { TrainingPlan, TrainingSchedule } from '@kianda/contract/models/registry/schedules.contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { ModelTables } from '../models.tables.ts';

export type ScheduleRow = Selectable<ModelTables['models.schedules']>;

/** When models train by themselves. */
export function createScheduleRepository(database: Database) {
  const db = database.for<ModelTables>();
  return {
    all: (): Promise<ScheduleRow[]> => db.selectFrom('models.schedules').selectAll().orderBy('model_type').execute(),

    find: (type: ModelType): Promise<ScheduleRow | undefined> =>
      db.selectFrom('models.schedules').selectAll().where('model_type', '=', type).executeTakeFirst(),

    async change(type: ModelType, plan: TrainingPlan, by: { readonly name: string; readonly at: Date }): Promise<void> {
      const written = {
        ...{ max_age_days: plan.maxAgeDays, new_rows: plan.newRows, on_drift: plan.onDrift },
        ...{ updated_by: by.name, updated_at: by.at },
        // The last look was at other triggers.
        ...{ looked_at: null, look: '[]' },
      };
      await db
        .insertInto('models.schedules')
        .values({ model_type: type, ...written })
        .onConflict((conflict) => conflict.column('model_type').doUpdateSet(written))
        .execute();
    },

    async looked(type: ModelType, at: Date, look: TrainingSchedule['look']): Promise<void> {
      await db
        .updateTable('models.schedules')
        .set({ looked_at: at, look: JSON.stringify(look) })
        .where('model_type', '=', type)
        .execute();
    },
  };
}

export type ScheduleRepository = ReturnType<typeof createScheduleRepository>;
