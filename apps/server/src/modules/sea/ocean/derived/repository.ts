import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { OceanTables, ProfileLevelsRow, ProfileRow, SliceRow } from '../ocean.types.ts';
import type {
  BaselineRow,
  DayRow,
  DerivedTables,
  Detail,
  FieldRow,
  HeatwaveRow,
  NewDayRow,
  ValueRow,
} from './tables.ts';

const rowsPerInsert = 2_000;

export type NewValue = { readonly key: string; readonly value: number | null; readonly detail: Detail };
export type NewField = Omit<FieldRow, 'product' | 'observed_at'>;
export type DerivedDay = {
  readonly day: NewDayRow;
  readonly values: readonly NewValue[];
  readonly field: NewField | null;
};
type Period = { readonly from: Date; readonly to: Date };
type DayKey = { readonly observedAt: Date; readonly inputHash: string; readonly methodVersion: number };

/** The SQL of derived products. */
export function createDerivedRepository(database: Database) {
  const db = database.for<OceanTables & DerivedTables>();

  return {
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

    /** What of profiles tells them apart, oldest first. */
    profiles: (): Promise<ProfileRow[]> =>
      db.selectFrom('ocean.profiles').selectAll().orderBy('observed_at').orderBy('id').execute(),

    levels: (ids: readonly string[]): Promise<ProfileLevelsRow[]> =>
      db
        .selectFrom('ocean.profile_levels')
        .selectAll()
        .where('profile_id', 'in', [...ids])
        .execute(),

    async computed(product: string): Promise<DayKey[]> {
      const rows = await db
        .selectFrom('ocean.derived_days')
        .select(['observed_at', 'input_hash', 'method_version'])
        .where('product', '=', product)
        .execute();
      return rows.map((row) => ({
        observedAt: row.observed_at,
        inputHash: row.input_hash,
        methodVersion: row.method_version,
      }));
    },

    /** Replaces days as a whole: ledger, values and field change together or not at all. */
    async save(days: readonly DerivedDay[]): Promise<void> {
      await db.transaction().execute(async (trx) => {
        for (let start = 0; start < days.length; start += rowsPerInsert) {
          const part = days.slice(start, start + rowsPerInsert);
          const [first] = part;
          if (first === undefined) return;
          const { product } = first.day;
          await trx
            .deleteFrom('ocean.derived_days')
            .where('product', '=', product)
            .where(
              'observed_at',
              'in',
              part.map(({ day }) => day.observed_at),
            )
            .execute();
          await trx
            .insertInto('ocean.derived_days')
            .values(part.map(({ day }) => day))
            .execute();
          const values = part.flatMap(({ day, values: rows }) =>
            rows.map(({ key, value, detail }) => ({
              product,
              observed_at: day.observed_at,
              key,
              value,
              detail: JSON.stringify(detail),
            })),
          );
          for (let from = 0; from < values.length; from += rowsPerInsert) {
            await trx
              .insertInto('ocean.derived_values')
              .values(values.slice(from, from + rowsPerInsert))
              .execute();
          }
          const fields = part.flatMap(({ day, field }) =>
            field === null ? [] : [{ product, observed_at: day.observed_at, ...field }],
          );
          if (fields.length > 0) await trx.insertInto('ocean.derived_fields').values(fields).execute();
        }
      });
    },

    /** Makes every day of a product look out of date, so that it is computed again. */
    async outdate(product: string): Promise<void> {
      await db.updateTable('ocean.derived_days').set({ input_hash: '' }).where('product', '=', product).execute();
    },

    /** Removes days whose inputs are gone. */
    async forget(product: string, days: readonly Date[]): Promise<void> {
      if (days.length === 0) return;
      await db
        .deleteFrom('ocean.derived_days')
        .where('product', '=', product)
        .where('observed_at', 'in', [...days])
        .execute();
    },

    async replaceHeatwaves(events: readonly HeatwaveRow[], baselines: readonly BaselineRow[]): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('ocean.heatwaves').execute();
        await trx.deleteFrom('ocean.heatwave_baselines').execute();
        if (events.length > 0)
          await trx
            .insertInto('ocean.heatwaves')
            .values([...events])
            .execute();
        if (baselines.length > 0)
          await trx
            .insertInto('ocean.heatwave_baselines')
            .values([...baselines])
            .execute();
      });
    },

    async heatwaves(region: string | undefined, limit: number): Promise<HeatwaveRow[]> {
      let query = db
        .selectFrom('ocean.heatwaves')
        .selectAll()
        .orderBy('started_at', 'desc')
        .orderBy('region')
        .limit(limit);
      if (region !== undefined) query = query.where('region', '=', region);
      return query.execute();
    },

    baselines: (): Promise<BaselineRow[]> =>
      db.selectFrom('ocean.heatwave_baselines').selectAll().orderBy('region').execute(),

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

    /** Newest day of a period. */
    newestIn: (product: string, period: Period): Promise<DayRow | undefined> =>
      db
        .selectFrom('ocean.derived_days')
        .selectAll()
        .where('product', '=', product)
        .where('observed_at', '>=', period.from)
        .where('observed_at', '<=', period.to)
        .orderBy('observed_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Seed of a simulated input of any day of a period; null when all were observed. Days of years are many: only here. */
    async simulatedSeed(product: string, period: Period): Promise<number | null> {
      const row = await db
        .selectFrom('ocean.derived_days')
        .select('inputs')
        .where('product', '=', product)
        .where('observed_at', '>=', period.from)
        .where('observed_at', '<=', period.to)
        .where(sql<boolean>`jsonb_path_exists(inputs, '$[*].simulatedSeed ? (@ != null)')`)
        .limit(1)
        .executeTakeFirst();
      return row?.inputs.find((input) => input.simulatedSeed !== null)?.simulatedSeed ?? null;
    },

    /** Connectors whose data a period was made of. */
    async connectorIds(product: string, period: Period): Promise<string[]> {
      const rows = await db
        .selectFrom('ocean.derived_days')
        .select(sql<string>`jsonb_array_elements(inputs) ->> 'connectorId'`.as('id'))
        .distinct()
        .where('product', '=', product)
        .where('observed_at', '>=', period.from)
        .where('observed_at', '<=', period.to)
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    },

    newestDay: (product: string): Promise<DayRow | undefined> =>
      db
        .selectFrom('ocean.derived_days')
        .selectAll()
        .where('product', '=', product)
        .orderBy('observed_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    summaries: () =>
      db
        .selectFrom('ocean.derived_days')
        .select((eb) => [
          'product',
          eb.fn.countAll<number>().as('days'),
          eb.fn.min('observed_at').as('oldest'),
          eb.fn.max('observed_at').as('newest'),
          eb.fn.max('computed_at').as('computed'),
        ])
        .groupBy('product')
        .execute(),

    /** Products whose days name a run among those their inputs came from. */
    uses: (runId: string) =>
      db
        .selectFrom('ocean.derived_days')
        .select((eb) => [
          'product',
          eb.fn.countAll<number>().as('days'),
          eb.fn.min('observed_at').as('oldest'),
          eb.fn.max('observed_at').as('newest'),
        ])
        .where(sql<boolean>`inputs @> ${JSON.stringify([{ runIds: [runId] }])}::jsonb`)
        .groupBy('product')
        .orderBy('product')
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
