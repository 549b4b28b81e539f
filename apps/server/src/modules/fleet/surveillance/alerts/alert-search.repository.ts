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
