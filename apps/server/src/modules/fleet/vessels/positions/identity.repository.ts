import type { VesselIdentityRecord } from '@kianda/connectors';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Origin } from '../../../ingestion/connectors/index.ts';
import { noteShips } from '../directory.repository.ts';
import { agree, type IdentityPeriod, joined, periodOf } from './identity-history.ts';
import type { Registers } from './registers.ts';
import type { PositionTables } from './tables.ts';

/** Ships repeat themselves every few minutes: what says nothing new is written this often. */
const rewriteMs = 10 * 60_000;
const mostRemembered = 200_000;

type Period = IdentityPeriod & { readonly id: number };
/** Identity and voyage that were last written of a ship by a feed. */
type Written = IdentityPeriod & Pick<VesselIdentityRecord, 'destination' | 'draughtMeters'>;
type Report = VesselIdentityRecord & { readonly shipId: number; readonly feedId: number };

const endOf = ({ timeMs, untilMs }: VesselIdentityRecord) => untilMs ?? timeMs;

/** Keeps who each vessel said it was, by feed and period, and what is known of it now. */
export function createIdentityWriter(db: Kysely<PositionTables>, registers: Registers) {
  /** Until when what a ship says by a feed is written already. */
  const written = new Map<string, Written>();

  function isKnown(report: Report): boolean {
    const known = written.get(`${report.shipId}/${report.feedId}`);
    if (known === undefined || !agree(known, report)) return false;
    if (report.destination !== known.destination || report.draughtMeters !== known.draughtMeters) return false;
    if (JSON.stringify(joined(known, report)) !== JSON.stringify(joined(known, known))) return false;
    return report.timeMs >= known.fromMs && endOf(report) <= known.toMs + rewriteMs;
  }

  return {
    /** Stores reports; answers how many were new or prolonged a period. */
    async store(records: readonly VesselIdentityRecord[], origin: Origin): Promise<number> {
      if (records.length === 0) return 0;
      const ships = await registers.shipIds(records);
      const feeds = await registers.feedIds(origin.connectorId, new Set(records.map(({ feed }) => feed)));
      const originId = await registers.originId(origin);
      const reports = records
        .map(
          (record): Report => ({
            ...record,
            shipId: ships.get(record.vesselKey) ?? 0,
            feedId: feeds.get(record.feed) ?? 0,
          }),
        )
        .filter((report) => !isKnown(report))
        .sort((a, b) => a.shipId - b.shipId || a.timeMs - b.timeMs);
      if (reports.length === 0) return 0;
      const changed = await db.transaction().execute(async (trx) => {
        // Two writers must not both begin a period of the same report.
        await sql`SELECT pg_advisory_xact_lock(hashtext('vessels.identity_periods'))`.execute(trx);
        const written = await write(trx, reports, originId);
        await noteShips(trx, [...new Set(reports.map(({ shipId }) => shipId))]);
        return written;
      });
      if (written.size > mostRemembered) written.clear();
      for (const [key, period] of changed.periods) written.set(key, period);
      return changed.count;
    },
  };
}

async function write(trx: Transaction<PositionTables>, reports: readonly Report[], originId: number) {
  const known = await periodsOf(trx, [...new Set(reports.map(({ shipId }) => shipId))]);
  const touched = new Map<string, Written>();
  let count = 0;
  for (const report of reports) {
    const key = `${report.shipId}/${report.feedId}`;
    const periods = known.get(key) ?? [];
    const found = periodOf(periods, report);
    const period = found === null ? await begin(trx, report, originId) : await prolong(trx, found, report);
    known.set(key, [...periods.filter((other) => other !== found), period]);
    touched.set(key, { ...period, destination: report.destination, draughtMeters: report.draughtMeters });
    if (period !== found) count += 1;
    await describe(trx, report);
  }
  return { count, periods: touched };
}

async function periodsOf(trx: Transaction<PositionTables>, shipIds: readonly number[]) {
  const rows = await trx
    .selectFrom('vessels.identity_periods')
    .selectAll()
    .where(sql<boolean>`ship_id = ANY(${shipIds}::int4[])`)
    .execute();
  const periods = new Map<string, Period[]>();
  for (const row of rows) {
    const key = `${row.ship_id}/${row.feed_id}`;
    const period = {
      id: row.id,
      fromMs: row.from_at.getTime(),
      toMs: row.to_at.getTime(),
      name: row.ship_name,
      callsign: row.callsign,
      imo: row.imo,
      flag: row.flag,
      registration: row.registration,
    };
    periods.set(key, [...(periods.get(key) ?? []), period]);
  }
  return periods;
}

async function begin(trx: Transaction<PositionTables>, report: Report, originId: number): Promise<Period> {
  const at = new Date(report.timeMs);
  const until = new Date(endOf(report));
  const { id } = await trx
    .insertInto('vessels.identity_periods')
    .values({
      ship_id: report.shipId,
      feed_id: report.feedId,
      origin_id: originId,
      from_at: at,
      to_at: until,
      ship_name: report.name,
      callsign: report.callsign,
      imo: report.imo,
      flag: report.flag,
      registration: report.registration,
      ship_type: report.shipType,
      length_meters: report.lengthMeters,
      width_meters: report.widthMeters,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, fromMs: report.timeMs, toMs: endOf(report), ...joined(report, report) };
}

/** The same object when the report adds nothing. */
async function prolong(trx: Transaction<PositionTables>, period: Period, report: Report): Promise<Period> {
  const core = joined(period, report);
  const fromMs = Math.min(period.fromMs, report.timeMs);
  const toMs = Math.max(period.toMs, endOf(report));
  const isSame =
    fromMs === period.fromMs && toMs === period.toMs && JSON.stringify(core) === JSON.stringify(joined(period, period));
  if (isSame) return period;
  await trx
    .updateTable('vessels.identity_periods')
    .set((eb) => ({
      from_at: new Date(fromMs),
      to_at: new Date(toMs),
      ship_name: core.name,
      callsign: core.callsign,
      imo: core.imo,
      flag: core.flag,
      registration: core.registration,
      ship_type: eb.fn.coalesce(eb.val(report.shipType), 'ship_type'),
      length_meters: eb.fn.coalesce(eb.val(report.lengthMeters), 'length_meters'),
      width_meters: eb.fn.coalesce(eb.val(report.widthMeters), 'width_meters'),
    }))
    .where('id', '=', period.id)
    .execute();
  return { id: period.id, fromMs, toMs, ...core };
}

/** Updates the present identity of a ship: a newer report replaces the fields that it gives, an older one fills gaps. */
async function describe(trx: Transaction<PositionTables>, report: Report): Promise<void> {
  const at = new Date(endOf(report));
  const given = {
    ship_name: report.name,
    callsign: report.callsign,
    imo: report.imo,
    flag: report.flag,
    registration: report.registration,
    ship_type: report.shipType,
    length_meters: report.lengthMeters,
    width_meters: report.widthMeters,
    draught_meters: report.draughtMeters,
    destination: report.destination,
  };
  const columns = Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const column = sql.ref(name);
      return sql`${column} = CASE WHEN identity_at IS NULL OR identity_at <= ${at} OR ${column} IS NULL
        THEN ${value} ELSE ${column} END`;
    });
  await sql`UPDATE vessels.ships SET ${sql.join([...columns, sql`identity_at = greatest(identity_at, ${at}::timestamptz)`])}
    WHERE id = ${report.shipId}`.execute(trx);
}
