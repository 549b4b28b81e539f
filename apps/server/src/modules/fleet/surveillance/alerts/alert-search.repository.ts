import { type Kysely, sql } from 'kysely';
import { containsWords, folded } from '../../../../platform/db/folded.ts';
import type { AlertRow, SurveillanceTables } from '../surveillance.tables.ts';
import { openStates } from './alert-list.repository.ts';

/** An alert with what tells it from others. */
export type FoundAlertRow = Pick<AlertRow, 'id' | 'rule' | 'description' | 'state' | 'raised_at' | 'lon' | 'lat'>;

/** Alerts that answer a search at most: the list shows all. */
const mostFound = 40;

/** Alerts whose text has all of the words: open ones first, then those raised last. */
export const findAlerts = (db: Kysely<SurveillanceTables>, words: readonly string[]): Promise<FoundAlertRow[]> =>
  db
    .selectFrom('surveillance.alerts')
    .select(['id', 'rule', 'description', 'state', 'raised_at', 'lon', 'lat'])
    .where(containsWords(folded(sql`description`), words))
    .orderBy(sql`state IN (${sql.join([...openStates])})`, 'desc')
    .orderBy('raised_at', 'desc')
    .limit(mostFound)
    .execute();

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
