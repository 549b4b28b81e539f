import type { QueryOf } from '@kianda/contract';
import type { LogLine, searchLogs } from '@kianda/contract/operations/diagnostics/logs.contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { levelName, levelNumbers, type StoredLine } from './log-line.rules.ts';

export type LogFilter = Pick<
  QueryOf<typeof searchLogs>,
  'level' | 'module' | 'q' | 'requestId' | 'from' | 'to' | 'before'
>;

const pruneBatch = 5_000;
/** Lines shown of one request: a loop that logs must not fill the page. */
const mostLines = 50;

type LineRow = {
  id: string | number;
  at: Date;
  level: number;
  module: string;
  message: string;
  requestId: string | null;
  instance: string;
  details: Record<string, unknown>;
};

function lineOf({ id, at, level, ...row }: LineRow): LogLine {
  return { ...row, id: Number(id), timestamp: at.toISOString(), level: levelName(level) };
}

/** The words of a search as a full-text query, each as the beginning of a word. */
export function searchTerms(text: string): string {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => `${word.toLowerCase()}:*`).join(' & ');
}

function conditionOf({ level, module, q, requestId, from, to, before }: LogFilter): RawBuilder<unknown> {
  const words = q === undefined ? '' : searchTerms(q);
  const conditions: RawBuilder<unknown>[] = [
    sql`true`,
    ...(level === undefined ? [] : [sql`level >= ${levelNumbers[level]}`]),
    ...(module === undefined ? [] : [sql`module = ${module}`]),
    ...(words === '' ? [] : [sql`words @@ to_tsquery('simple', ${words})`]),
    ...(requestId === undefined ? [] : [sql`request_id = ${requestId}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`at <= ${to}::timestamptz`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
  ];
  return sql.join(conditions, sql` AND `);
}

/** The only SQL that touches the `diagnostics` schema. */
export function createLogsRepository(database: Database, instance: string) {
  const db = database.for<Record<never, never>>();

  return {
    async add(lines: readonly StoredLine[]): Promise<void> {
      if (lines.length === 0) return;
      await sql`
        INSERT INTO diagnostics.logs (at, level, module, message, request_id, instance, details, searched)
        SELECT at, level, module, message, "requestId", ${instance}, details, searched
        FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
          AS line(at timestamptz, level smallint, module text, message text, "requestId" text, details jsonb,
            searched text)`.execute(db);
    },

    /** The newest lines first, `limit` at most. */
    async search(filter: LogFilter, limit: number): Promise<LogLine[]> {
      const { rows } = await sql<LineRow>`
        SELECT id, at, level, module, message, request_id AS "requestId", instance, details
        FROM diagnostics.logs WHERE ${conditionOf(filter)} ORDER BY id DESC LIMIT ${limit}`.execute(db);
      return rows.map(lineOf);
    },

    /** Requests whose log has an error, the newest first, each with its lines in the order they were written. */
    async failedRequests(limit: number): Promise<{ requestId: string; at: string; lines: LogLine[] }[]> {
      const { rows } = await sql<LineRow>`
        WITH failed AS (
          SELECT request_id, max(id) AS newest FROM (
            SELECT request_id, id FROM diagnostics.logs
            WHERE level >= ${levelNumbers.error} AND request_id IS NOT NULL ORDER BY id DESC LIMIT ${limit * 5}) newest
          GROUP BY request_id ORDER BY newest DESC LIMIT ${limit})
        SELECT l.id, l.at, l.level, l.module, l.message, l.request_id AS "requestId", l.instance, l.details
        FROM failed f JOIN diagnostics.logs l ON l.request_id = f.request_id
        ORDER BY f.newest DESC, l.id`.execute(db);
      return [...Map.groupBy(rows, ({ requestId }) => requestId)].map(([requestId, lines]) => ({
        requestId: requestId ?? '',
        at: lines.at(-1)?.at.toISOString() ?? '',
        lines: lines.slice(-mostLines).map(lineOf),
      }));
    },

    /** Modules that wrote a line; each is found by one step over the index instead of reading every line. */
    async modules(): Promise<string[]> {
      const { rows } = await sql<{ module: string }>`
        WITH RECURSIVE names AS (
          (SELECT module FROM diagnostics.logs ORDER BY module LIMIT 1)
          UNION ALL
          SELECT (SELECT l.module FROM diagnostics.logs l WHERE l.module > names.module ORDER BY l.module LIMIT 1)
          FROM names WHERE names.module IS NOT NULL
        ) SELECT module FROM names WHERE module IS NOT NULL`.execute(db);
      return rows.map(({ module }) => module);
    },

    /** Deletes everything; answers how many lines. */
    async clear(): Promise<number> {
      const result = await sql`DELETE FROM diagnostics.logs`.execute(db);
      return Number(result.numAffectedRows ?? 0n);
    },

    async prune(before: Date, signal: AbortSignal): Promise<number> {
      for (let removed = 0; ; ) {
        signal.throwIfAborted();
        const result = await sql`
          DELETE FROM diagnostics.logs WHERE id = ANY (ARRAY(
            SELECT id FROM diagnostics.logs WHERE at < ${before} LIMIT ${pruneBatch}))`.execute(db);
        const count = Number(result.numAffectedRows ?? 0n);
        removed += count;
        if (count < pruneBatch) return removed;
      }
    },
  };
}

export type LogsRepository = ReturnType<typeof createLogsRepository>;
