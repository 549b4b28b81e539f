import { type Kysely, sql } from 'kysely';
import type { DayRow, DerivedDay, DerivedTables } from './tables.ts';

const rowsPerInsert = 2_000;

type Period = { readonly from: Date; readonly to: Date };
type DayKey = { readonly observedAt: Date; readonly inputHash: string; readonly methodVersion: number };

/** SQL of the ledger of derived days: writing. */
export function dayWriting(db: Kysely<DerivedTables>) {
  return {
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
    save: (days: readonly DerivedDay[]): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        for (let start = 0; start < days.length; start += rowsPerInsert) {
          await replaceDays(transaction, days.slice(start, start + rowsPerInsert));
        }
      }),

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
  };
}

/** SQL of the ledger of derived days: reading. */
export function dayReading(db: Kysely<DerivedTables>) {
  return {
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
  };
}

/** Replaces days of one product. */
async function replaceDays(db: Kysely<DerivedTables>, days: readonly DerivedDay[]): Promise<void> {
  const [first] = days;
  if (first === undefined) return;
  const { product } = first.day;
  await db
    .deleteFrom('ocean.derived_days')
    .where('product', '=', product)
    .where(
      'observed_at',
      'in',
      days.map(({ day }) => day.observed_at),
    )
    .execute();
  await db
    .insertInto('ocean.derived_days')
    .values(days.map(({ day }) => day))
    .execute();
  const values = days.flatMap(({ day, values: rows }) =>
    rows.map(({ key, value, detail }) => ({
      product,
      observed_at: day.observed_at,
      key,
      value,
      detail: JSON.stringify(detail),
    })),
  );
  for (let from = 0; from < values.length; from += rowsPerInsert) {
    await db
      .insertInto('ocean.derived_values')
      .values(values.slice(from, from + rowsPerInsert))
      .execute();
  }
  const fields = days.flatMap(({ day, field }) =>
    field === null ? [] : [{ product, observed_at: day.observed_at, ...field }],
  );
  if (fields.length > 0) await db.insertInto('ocean.derived_fields').values(fields).execute();
}
