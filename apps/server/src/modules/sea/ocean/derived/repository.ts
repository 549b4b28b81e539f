import type { Database } from '../../../../platform/db/database.ts';
import type { OceanTables, ProfileLevelsRow, ProfileRow, SliceRow } from '../ocean.types.ts';
import { dayReading, dayWriting } from './days.repository.ts';
import { heatwaveSql } from './heatwaves.repository.ts';
import { regionalHistorySql } from './regional-history.repository.ts';
import type { DerivedTables, FieldRow, ValueRow } from './tables.ts';

type Period = { readonly from: Date; readonly to: Date };

/** SQL of derived products and of what they are computed from. */
export function createDerivedRepository(database: Database) {
  const db = database.for<OceanTables & DerivedTables>();
  const derived = database.for<DerivedTables>();

  return {
    ...dayWriting(derived),
    ...dayReading(derived),
    ...heatwaveSql(derived),
    ...regionalHistorySql(derived),

    /** All surface fields of some variables, oldest first, without their cells. */
    inputs: (variables: readonly string[]): Promise<SliceRow[]> =>
      db
        .selectFrom('ocean.field_slices')
        .selectAll()
        .where('variable', 'in', [...variables])
        .where('depth_meters', '<', 2)
        .orderBy('observed_at')
        .orderBy('dataset')
        .execute(),

    /** Profiles without their levels, oldest first. */
    profiles: (): Promise<ProfileRow[]> =>
      db.selectFrom('ocean.profiles').selectAll().orderBy('observed_at').orderBy('id').execute(),

    levels: (ids: readonly string[]): Promise<ProfileLevelsRow[]> =>
      db
        .selectFrom('ocean.profile_levels')
        .selectAll()
        .where('profile_id', 'in', [...ids])
        .execute(),

    async values(product: string, period: Period & { readonly key?: string | undefined }): Promise<ValueRow[]> {
      let query = db
        .selectFrom('ocean.derived_values')
        .selectAll()
        .where('product', '=', product)
        .where('observed_at', '>=', period.from)
        .where('observed_at', '<=', period.to)
        .orderBy('observed_at')
        .orderBy('key');
      if (period.key !== undefined) query = query.where('key', '=', period.key);
      return query.execute();
    },

    /** Fields of a period, oldest first, without their cells. */
    fieldsBetween: (product: string, { from, to }: Period, limit: number): Promise<FieldRow[]> =>
      db
        .selectFrom('ocean.derived_fields')
        .selectAll()
        .where('product', '=', product)
        .where('observed_at', '>=', from)
        .where('observed_at', '<=', to)
        .orderBy('observed_at')
        .limit(limit)
        .execute(),

    fieldAt: (product: string, notAfter: Date): Promise<FieldRow | undefined> =>
      db
        .selectFrom('ocean.derived_fields')
        .selectAll()
        .where('product', '=', product)
        .where('observed_at', '<=', notAfter)
        .orderBy('observed_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
  };
}

export type DerivedRepository = ReturnType<typeof createDerivedRepository>;
