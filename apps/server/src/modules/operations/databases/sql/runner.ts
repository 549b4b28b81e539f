import { setTimeout as wait } from 'node:timers/promises';
import type { SqlResult } from '@kianda/contract/operations/databases/databases.contract';
import { sqlLimits } from '@kianda/contract/operations/databases/databases.contract';
import pg from 'pg';
import type { Database } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { type GuardedSql, lineAt } from './guard.ts';
import { connectAs, type SqlAccess } from './role.ts';

type Ready = Extract<SqlAccess, { state: 'ready' }>;
type Answer = Omit<SqlResult, 'id' | 'durationMs'>;
type Stop = 'person' | 'time';

/** Characters that an answer may carry in all. */
const answerCharacters = 4_000_000;
const batchRows = 100;
/** How often a run that goes on is asked to stop, and from which request on its connection is cut. */
const stopEveryMs = 100;
const stopAttempts = 30;
const patientAttempts = 15;
const queryCancelled = '57014';
const tooManyConnections = ['53300', '57P03'];
/** Functions that change and read nothing: harmless, though the server declares them volatile. */
const harmless = ['random', 'random_normal', 'clock_timestamp', 'timeofday', 'gen_random_uuid', 'uuidv4', 'uuidv7'];

const applicationOf = (id: string) => `kianda-sql ${id}`;

/** By the extended protocol a text holds one statement, whatever it says. */
const singleStatement = (text: string): pg.QueryArrayConfig & { readonly queryMode: 'extended' } => ({
  text,
  rowMode: 'array',
  queryMode: 'extended',
});

/** The query as a cursor; its own text begins after the declaration. */
const cursorOf = (name: string, text: string) => `declare ${name} no scroll cursor for ${text}`;

/** The driver tells a connection that did not open in time, or was cut, by its words alone; the system by a code. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|HOSTUNREACH)/.test(code ?? '') || /timeout|terminated/i.test(error.message);
}

function failureOf(error: unknown, stop: Stop | null, text: string, offset: number): Error {
  if (stop === 'person') return new AppError('sql_cancelled', { cause: error });
  if (stop === 'time') return new AppError('timeout', { detail: 'A consulta excedeu o tempo limite e foi parada.' });
  if (!(error instanceof pg.DatabaseError)) {
    const detail = 'A base de dados não respondeu à ligação. Tente de novo dentro de momentos.';
    return isConnectionLost(error)
      ? new AppError('unavailable', { detail, cause: error })
      : new Error('the query failed in this process', { cause: error });
  }
  const code = error.code ?? '';
  if (code === queryCancelled) {
    return error.message.includes('timeout')
      ? new AppError('timeout', { detail: 'A consulta excedeu o tempo limite e foi parada.', cause: error })
      : new AppError('sql_cancelled', { cause: error });
  }
  if (tooManyConnections.includes(code)) {
    return new AppError('unavailable', {
      detail: 'Há demasiadas consultas em curso. Tente de novo dentro de momentos.',
    });
  }
  const line = error.position === undefined ? '' : lineAt(text, Number(error.position) - 1 - offset);
  return new AppError('sql_failed', {
    detail: `A base de dados recusou a consulta${line}: ${error.message}.`,
    cause: error,
  });
}

type RunnerDependencies = { readonly database: Database; readonly log: Logger; readonly timeLimitMs: number };

/** Asks the server to stop a run, over a second connection of the same role, in whichever process the run is. */
async function signalRun(
  { database, log }: RunnerDependencies,
  access: Ready,
  id: string,
  how: 'pg_cancel_backend' | 'pg_terminate_backend',
): Promise<boolean> {
  const onLost = (error: Error) => log.debug({ err: error }, 'ligação de cancelamento cortada');
  const client = await connectAs(database, access, 'kianda-sql-stop', onLost);
  try {
    const { rows } = await client.query<{ stopped: boolean }>(
      `select ${how}(pid) as stopped from pg_stat_activity
       where application_name = $1 and usename = current_user and datname = current_database()`,
      [applicationOf(id)],
    );
    return rows.some(({ stopped }) => stopped);
  } finally {
    await client.end();
  }
}

/** Reads the answer of a query in an open read-only transaction. */
async function readAnswer(client: pg.Client, sql: GuardedSql, check: () => void): Promise<Answer> {
  const volatile = await client.query<{ proname: string }>(
    `select distinct proname from pg_catalog.pg_proc
     where proname = any($1) and provolatile = 'v' and not proname = any($2) order by 1`,
    [sql.functions, harmless],
  );
  if (volatile.rows.length > 0) {
    const names = volatile.rows.map(({ proname }) => proname).join(', ');
    throw new AppError('sql_refused', {
      detail: `Uma consulta de leitura não usa funções que agem sobre o servidor ou mudam de valor: ${names}.`,
    });
  }
  check();
  if (sql.isExplain) {
    const plan = await client.query<(string | null)[]>(singleStatement(sql.text));
    const names = plan.fields.map(({ name }) => ({ name, type: 'text', isNumeric: false }));
    return collect(
      names,
      async () => plan.rows.splice(0).map((row) => row.map((cell) => (cell === null ? null : String(cell)))),
      check,
    );
  }
  await client.query(singleStatement(cursorOf('asked', sql.text)));
  const { fields } = await client.query(singleStatement('fetch 0 from asked'));
  await client.query(singleStatement('close asked'));
  if (fields.length === 0) throw new AppError('sql_failed', { detail: 'A consulta não devolve colunas.' });
  const types = await client.query<{ oid: number; name: string; is_numeric: boolean }>(
    `select oid::int as oid, pg_catalog.format_type(oid, null) as name, typcategory = 'N' as is_numeric
     from pg_catalog.pg_type where oid = any($1::int[]::oid[])`,
    [[...new Set(fields.map(({ dataTypeID }) => dataTypeID))]],
  );
  const typeOf = new Map(types.rows.map((row) => [row.oid, row]));
  const columns = fields.map(({ name, dataTypeID }) => {
    const type = typeOf.get(dataTypeID);
    return { name, type: type?.name ?? 'unknown', isNumeric: type?.is_numeric ?? false };
  });
  // Cut by the server: a cell of a gigabyte must not get here. What was read as one statement stands in brackets.
  const cells = columns.map(
    (_, index) => `pg_catalog.left(q.c${index}::pg_catalog.text, ${sqlLimits.cellCharacters + 1})`,
  );
  const names = columns.map((_, index) => `c${index}`);
  await client.query(
    singleStatement(cursorOf('shown', `select ${cells.join(', ')} from (\n${sql.text}\n) as q(${names.join(', ')})`)),
  );
  const size = Math.max(
    1,
    Math.min(batchRows, Math.floor(answerCharacters / (columns.length * sqlLimits.cellCharacters))),
  );
  const next = async () => (await client.query<(string | null)[]>(singleStatement(`fetch ${size} from shown`))).rows;
  return collect(columns, next, check);
}

/** Runs guarded queries on connections of the restricted role, each its own, and stops them. */
export function createSqlRunner(dependencies: RunnerDependencies) {
  const { database, log, timeLimitMs } = dependencies;
  const stops = new Map<string, Stop | null>();

  /**
   * Stops a run: asks again while it goes on here, because a request between two statements stops neither, and in the end
   * cuts its connection. A run in another process gets one request. Answers whether there was something to stop.
   */
  async function stop(access: Ready, id: string, why: Stop): Promise<boolean> {
    const isHere = stops.has(id);
    if (stops.get(id) === null) stops.set(id, why);
    const wasFound = await signalRun(dependencies, access, id, 'pg_cancel_backend');
    for (let attempt = 1; isHere && stops.has(id) && attempt <= stopAttempts; attempt += 1) {
      await wait(stopEveryMs);
      const how = attempt < patientAttempts ? 'pg_cancel_backend' : 'pg_terminate_backend';
      if (stops.has(id)) await signalRun(dependencies, access, id, how);
    }
    return isHere || wasFound;
  }

  return {
    stop,

    /**
     * The answer of one query. Throws `AppError`: `sql_refused`, `sql_failed`, `sql_cancelled`, `timeout`,
     * `unavailable`.
     */
    async run(access: Ready, id: string, sql: GuardedSql, abort: AbortSignal): Promise<Answer> {
      stops.set(id, null);
      const check = () => {
        if (stops.get(id) === 'person') throw new AppError('sql_cancelled');
        if (stops.get(id) === 'time') throw new AppError('timeout');
      };
      const halt = (why: Stop) =>
        void stop(access, id, why).catch((error: unknown) =>
          log.warn({ err: error }, 'uma consulta SQL não se deixou parar'),
        );
      const watchdog = setTimeout(() => halt('time'), timeLimitMs);
      const onAbort = () => halt('person');
      abort.addEventListener('abort', onAbort, { once: true });
      try {
        const client = await connectAs(database, access, applicationOf(id), (error) =>
          log.debug({ err: error }, 'ligação de uma consulta SQL cortada'),
        );
        try {
          check();
          await client.query('begin read only');
          await client.query(`set local statement_timeout = ${timeLimitMs}`);
          const answer = await readAnswer(client, sql, check);
          await client.query('rollback');
          return answer;
        } finally {
          await client.end();
        }
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw failureOf(error, stops.get(id) ?? null, sql.text, sql.isExplain ? 0 : cursorOf('asked', '').length);
      } finally {
        clearTimeout(watchdog);
        abort.removeEventListener('abort', onAbort);
        stops.delete(id);
      }
    },
  };
}

/** Rows from batches until there are no more, or a limit says stop. */
async function collect(
  columns: Answer['columns'],
  next: () => Promise<(string | null)[][]>,
  check: () => void,
): Promise<Answer> {
  const rows: (string | null)[][] = [];
  let characters = 0;
  let shortenedCells = 0;
  for (;;) {
    check();
    const batch = await next();
    if (batch.length === 0) return { columns, rows, truncated: null, shortenedCells };
    for (const row of batch) {
      if (rows.length === sqlLimits.rows) return { columns, rows, truncated: 'rows', shortenedCells };
      const cells = row.map((cell) => {
        if (cell === null || cell.length <= sqlLimits.cellCharacters) return cell;
        shortenedCells += 1;
        return cell.slice(0, sqlLimits.cellCharacters);
      });
      characters += cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
      if (characters > answerCharacters && rows.length > 0) return { columns, rows, truncated: 'size', shortenedCells };
      rows.push(cells);
    }
  }
}
