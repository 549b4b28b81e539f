import type { AlertRule } from '@kianda/contract/fleet/surveillance/alerts.resource';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { containsWords, folded } from '../../../../platform/db/folded.ts';
import type { AlertRow, SurveillanceTables } from '../surveillance.tables.ts';
import { openStates } from './alert-list.repository.ts';
import type { SoughtAlerts } from './alert-search.rules.ts';

/** An alert with what tells it from others. */
export type FoundAlertRow = Pick<
  AlertRow,
  'id' | 'rule' | 'description' | 'state' | 'raised_at' | 'lon' | 'lat' | 'ship_ids'
>;

/** Where alerts are looked for; each that answers any of it is found. */
export type AlertSearch = {
  /** All of them are in the text of the alert. */
  readonly words: readonly string[];
  /** Open alerts of these rules. */
  readonly rules: readonly AlertRule[];
  /** Open alerts of these ships; of these rules alone, where there are any. */
  readonly ships: { readonly ids: readonly number[]; readonly rules: readonly AlertRule[] };
  readonly numbers: SoughtAlerts['numbers'];
};

/** Alerts that each way of looking finds at most: the list shows all. */
const mostFound = 40;
/** Written out, so that the indexes of open alerts are known to hold them. */
const isOpen = sql<boolean>`state IN (${sql.join(openStates.map((state) => sql.lit(state)))})`;

type Way = RawBuilder<unknown>;

/** Open alerts first, then those raised last. */
const textWay = (words: readonly string[]): Way => sql`
  WHERE ${containsWords(folded(sql`description`), words)} ORDER BY ${isOpen} DESC, raised_at DESC`;

const shipsWay = ({ ids, rules }: AlertSearch['ships']): Way => sql`
  WHERE ${isOpen} AND ship_ids && ${[...ids]}::int4[] ${rules.length === 0 ? sql`` : sql`AND rule = ANY (${[...rules]})`}
  ORDER BY raised_at DESC`;

const ruleWay = (rule: AlertRule): Way => sql`WHERE ${isOpen} AND rule = ${rule} ORDER BY raised_at DESC`;

const numberWay = ([first, last]: readonly [string, string]): Way => sql`
  WHERE id BETWEEN ${first}::uuid AND ${last}::uuid ORDER BY id`;

/** Alerts by their text, their number, their rule or their vessels: a statement of one index for each way, all at once. */
export async function findAlerts(
  db: Kysely<SurveillanceTables>,
  { words, rules, ships, numbers }: AlertSearch,
): Promise<readonly FoundAlertRow[]> {
  const ways = [
    textWay(words),
    ...(ships.ids.length === 0 ? [] : [shipsWay(ships)]),
    ...rules.map(ruleWay),
    ...(numbers === null ? [] : [numberWay(numbers)]),
  ].map(
    (way) => sql`(SELECT id, rule, description, state, raised_at, lon, lat, ship_ids FROM surveillance.alerts ${way}
      LIMIT ${sql.lit(mostFound)})`,
  );
  const { rows } = await sql<FoundAlertRow>`${sql.join(ways, sql` UNION ALL `)}`.execute(db);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** How many alerts were raised since, and the newest of them. */
export async function alertsSince(
  db: Kysely<SurveillanceTables>,
  from: Date,
  limit: number,
): Promise<{ readonly count: number; readonly newest: readonly Pick<AlertRow, 'id' | 'description' | 'raised_at'>[] }> {
  const raised = db.selectFrom('surveillance.alerts').where('raised_at', '>=', from);
  const [counted, newest] = await Promise.all([
    raised.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
    raised.select(['id', 'description', 'raised_at']).orderBy('raised_at', 'desc').limit(limit).execute(),
  ]);
  return { count: Number(counted.count), newest };
}
