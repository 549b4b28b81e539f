import type { ReportTemplateId, ReportType } from '@kianda/contract/operations/reports/report-types';
import type { Kysely } from 'kysely';
import type { DeliveryRow, ReportRow, ReportSummaryRow, ReportsTables, ScheduleRow } from './reports.types.ts';

/** Reports that the list without pages shows. */
const mostListed = 500;

const summary = [
  'id',
  'name',
  'filename',
  'description',
  'template',
  'type',
  'icon',
  'format',
  'state',
  'config',
  'recipients',
  'delivery',
  'author_id',
  'author_name',
  'schedule_id',
  'created_at',
  'begun_at',
  'ended_at',
  'progress',
  'message',
  'error',
  'storage_key',
  'size_bytes',
  'pages',
  'checksum',
  'simulated',
] as const;

type Result = Pick<ReportRow, 'storage_key' | 'size_bytes' | 'pages' | 'checksum' | 'content' | 'simulated'>;

type Db = Kysely<ReportsTables>;

/** A report and the run that took it. */
type ClaimedReport = Pick<ReportRow, 'id'> & { readonly claim: string };
export type BufferedReport = ReportRow & ClaimedReport;

const openStates = ['queued', 'running'] as const;

/** Change of a report by the run that holds it: no row where another took it meanwhile. */
const claimed = (db: Db, { id, claim }: ClaimedReport) =>
  db.updateTable('reports.reports').where('id', '=', id).where('claim', '=', claim).where('state', '=', 'running');

const rowOf = ({ config, ...row }: ReportRow) => ({ ...row, config: JSON.stringify(config) });
const scheduleOf = ({ config, ...row }: ScheduleRow) => ({ ...row, config: JSON.stringify(config) });

function reportReads(db: Db) {
  return {
    /** How many reports were finished since, and the newest of them. */
    async finishedSince(visible: readonly ReportTemplateId[], from: Date, limit: number) {
      const finished = db
        .selectFrom('reports.reports')
        .where('template', 'in', [...visible])
        .where('state', '=', 'completed')
        .where('ended_at', '>=', from);
      const [counted, newest] = await Promise.all([
        finished.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
        finished
          .select(['id', 'name', 'ended_at'])
          .$narrowType<{ ended_at: Date }>()
          .orderBy('ended_at', 'desc')
          .limit(limit)
          .execute(),
      ]);
      return { count: Number(counted.count), newest };
    },

    /** The most recent reports, and how many there are of each type. */
    async list(visible: readonly ReportTemplateId[]) {
      const [rows, counts] = await Promise.all([
        db
          .selectFrom('reports.reports')
          .select(summary)
          .where('template', 'in', [...visible])
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .limit(mostListed)
          .execute(),
        db
          .selectFrom('reports.reports')
          .select(['type', (eb) => eb.fn.countAll<number>().as('count')])
          .where('template', 'in', [...visible])
          .groupBy('type')
          .execute(),
      ]);
      return { rows: rows satisfies ReportSummaryRow[], counts };
    },

    async page(filter: {
      visible: readonly ReportTemplateId[];
      type?: ReportType | undefined;
      search?: string | undefined;
      page: number;
      pageSize: number;
    }) {
      let query = db.selectFrom('reports.reports').where('template', 'in', [...filter.visible]);
      const { type, search = '' } = filter;
      if (type !== undefined) query = query.where('type', '=', type);
      if (search !== '') {
        const like = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
        query = query.where((eb) => eb.or([eb('name', 'ilike', like), eb('description', 'ilike', like)]));
      }
      const [rows, count] = await Promise.all([
        query
          .select(summary)
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .limit(filter.pageSize)
          .offset((filter.page - 1) * filter.pageSize)
          .execute(),
        query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { rows: rows satisfies ReportSummaryRow[], total: count.total };
    },

    find: (id: string): Promise<ReportRow | undefined> =>
      db.selectFrom('reports.reports').selectAll().where('id', '=', id).executeTakeFirst(),
  };
}

/** Requests and runs of reports. */
function reportRuns(db: Db) {
  return {
    async insert(row: ReportRow): Promise<void> {
      await db.insertInto('reports.reports').values(rowOf(row)).execute();
    },
    /** Reports that have not ended, the oldest first: nobody began them, or whoever did may be gone. */
    async open(): Promise<string[]> {
      const rows = await db
        .selectFrom('reports.reports')
        .select('id')
        .where('state', 'in', openStates)
        .orderBy('created_at')
        .execute();
      return rows.map(({ id }) => id);
    },
    /** Takes a report for a run. Undefined where it has ended, is gone, or was begun `most` times. */
    begin: (
      id: string,
      { claim, most, at }: { claim: string; most: number; at: Date },
    ): Promise<BufferedReport | undefined> =>
      db
        .updateTable('reports.reports')
        .set((eb) => ({
          ...{ state: 'running' as const, begun_at: at, progress: 0, message: null, error: null, claim },
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', '=', id)
        .where('state', 'in', openStates)
        .where('attempts', '<', most)
        .returningAll()
        .$narrowType<{ claim: string }>()
        .executeTakeFirst(),
    /** False where the run no longer holds the report. */
    async progress({ id, claim }: ClaimedReport, progress: number, message: string): Promise<boolean> {
      const changed = await claimed(db, { id, claim }).set({ progress, message }).executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
    /** Queues a failed report again; undefined for any other. */
    again: (id: string): Promise<ReportRow | undefined> =>
      db
        .updateTable('reports.reports')
        .set({ state: 'queued', error: null, ended_at: null, begun_at: null, attempts: 0 })
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .returningAll()
        .executeTakeFirst(),
    /** Back in line. `counts`: the attempt is one of those it has. */
    async release({ id, claim }: ClaimedReport, { counts }: { readonly counts: boolean }): Promise<void> {
      await claimed(db, { id, claim })
        .set((eb) => ({
          ...{ state: 'queued' as const, begun_at: null, progress: null, message: null },
          attempts: counts ? eb.ref('attempts') : eb('attempts', '-', 1),
        }))
        .execute();
    },
  };
}

/** Ends of reports: completed, failed, removed. */
function reportEnds(db: Db) {
  return {
    /** Stores the result and the mail to send in one transaction. False where the run no longer holds the report. */
    complete: (row: ClaimedReport, result: Result, deliveries: readonly DeliveryRow[], at: Date): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const changed = await claimed(trx, row)
          .set({ ...result, state: 'completed', ended_at: at, progress: 1, message: null })
          .executeTakeFirst();
        if (changed.numUpdatedRows === 0n) return false;
        if (deliveries.length === 0) return true;
        await trx
          .insertInto('reports.deliveries')
          .values([...deliveries])
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return true;
      }),
    /** False where the run no longer holds the report. */
    async fail(row: ClaimedReport, error: string, at: Date): Promise<boolean> {
      const changed = await claimed(db, row)
        .set({ state: 'failed', error, ended_at: at, progress: null, message: null })
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
    /** Fails a report that was begun `most` times and never ended; false for any other. */
    async giveUp(id: string, { most, error, at }: { most: number; error: string; at: Date }): Promise<boolean> {
      const changed = await db
        .updateTable('reports.reports')
        .set({ state: 'failed', error, ended_at: at, progress: null, message: null })
        .where('id', '=', id)
        .where('state', 'in', openStates)
        .where('attempts', '>=', most)
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
    /** Reports that ended before an instant, the oldest first. */
    endedBefore: (before: Date, limit: number): Promise<Pick<ReportRow, 'id' | 'storage_key'>[]> =>
      db
        .selectFrom('reports.reports')
        .select(['id', 'storage_key'])
        .where('state', 'in', ['completed', 'failed'])
        .where('ended_at', '<', before)
        .orderBy('ended_at')
        .limit(limit)
        .execute(),
    remove: (id: string): Promise<ReportRow | undefined> =>
      db.deleteFrom('reports.reports').where('id', '=', id).returningAll().executeTakeFirst(),
  };
}

function deliveryTable(db: Db) {
  return {
    deliveriesOf: (reportId: string): Promise<DeliveryRow[]> =>
      db.selectFrom('reports.deliveries').selectAll().where('report_id', '=', reportId).orderBy('recipient').execute(),
    dueDeliveries: (at: Date): Promise<DeliveryRow[]> =>
      db
        .selectFrom('reports.deliveries')
        .selectAll()
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', at)
        .orderBy('next_attempt_at')
        .limit(100)
        .execute(),
    async updateDelivery({ id, ...row }: DeliveryRow): Promise<void> {
      await db.updateTable('reports.deliveries').set(row).where('id', '=', id).execute();
    },
  };
}

function scheduleTable(db: Db) {
  return {
    schedules: (): Promise<ScheduleRow[]> =>
      db
        .selectFrom('reports.schedules')
        .selectAll()
        .where('deleted_at', 'is', null)
        .orderBy('name')
        .orderBy('id')
        .execute(),
    schedule: (id: string): Promise<ScheduleRow | undefined> =>
      db
        .selectFrom('reports.schedules')
        .selectAll()
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    async insertSchedule(row: ScheduleRow): Promise<void> {
      await db
        .insertInto('reports.schedules')
        .values(scheduleOf(row))
        .onConflict((conflict) => conflict.column('seed').doNothing())
        .execute();
    },
    async countSchedules(ownerId: string): Promise<number> {
      const { total } = await db
        .selectFrom('reports.schedules')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    /** Ends the schedules of an account: they would run with the permissions of an account that is gone. */
    async endSchedules(ownerId: string, at: Date): Promise<void> {
      await db
        .updateTable('reports.schedules')
        .set({ enabled: false, next_run_at: null, deleted_at: at, updated_at: at })
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .execute();
    },
    async updateSchedule({ id, ...row }: ScheduleRow): Promise<void> {
      const { config, ...rest } = row;
      await db
        .updateTable('reports.schedules')
        .set({ ...rest, config: JSON.stringify(config) })
        .where('id', '=', id)
        .execute();
    },
  };
}

function dueSchedules(db: Db) {
  return {
    /** Takes the schedules that are due, one process each, and writes the outcome of `next` in the same transaction. */
    takeDue: (
      at: Date,
      next: (row: ScheduleRow) => { readonly schedule: ScheduleRow; readonly report: ReportRow | null },
    ): Promise<number> =>
      db.transaction().execute(async (trx) => {
        const due = await trx
          .selectFrom('reports.schedules')
          .selectAll()
          .where('enabled', '=', true)
          .where('deleted_at', 'is', null)
          .where('next_run_at', '<=', at)
          .forUpdate()
          .skipLocked()
          .execute();
        for (const row of due) {
          const { schedule, report } = next(row);
          if (report !== null) await trx.insertInto('reports.reports').values(rowOf(report)).execute();
          const { id, config, ...rest } = schedule;
          await trx
            .updateTable('reports.schedules')
            .set({ ...rest, config: JSON.stringify(config) })
            .where('id', '=', id)
            .execute();
        }
        return due.length;
      }),
  };
}

/** The only SQL that touches the `reports` schema. `visible`: templates whose reports may be seen. */
export function createReportsRepository(db: Kysely<ReportsTables>) {
  return {
    ...reportReads(db),
    ...reportRuns(db),
    ...reportEnds(db),
    ...deliveryTable(db),
    ...scheduleTable(db),
    ...dueSchedules(db),
  };
}

export type ReportsRepository = ReturnType<typeof createReportsRepository>;
