import type { DataOf } from '@kianda/contract';
import type {
  DatabaseSchema,
  databaseActivity,
  databaseOverview,
  databaseTable,
} from '@kianda/contract/operations/databases/databases.contract';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../../platform/db/database.ts';

type Overview = DataOf<typeof databaseOverview>;
type Activity = DataOf<typeof databaseActivity>;
type Detail = DataOf<typeof databaseTable>;

export type TableRow = {
  readonly oid: number;
  readonly name: string;
  readonly kind: Detail['kind'];
  readonly estimatedRows: number | null;
  readonly totalBytes: number;
  readonly indexBytes: number;
  readonly deadRows: number | null;
  readonly analysedAt: Date | null;
};

const longestQuery = 2_000;
const mostStatements = 20;
const queryCancelled = '57014';
/** Every schema but the server's own, which hold no data of the platform. */
const userSchemas = sql`n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`;

type ConnectionRow = { application: string; state: string | null; connections: number };

/** Connections in all, by state and by application, the most numerous application first. */
function connectionsOf(rows: readonly ConnectionRow[], limit: number): Overview['connections'] {
  const sum = (isCounted: (state: string | null) => boolean) =>
    rows.reduce((total, { state, connections }) => total + (isCounted(state) ? connections : 0), 0);
  const byApplication = new Map<string, number>();
  for (const { application, connections } of rows) {
    byApplication.set(application, (byApplication.get(application) ?? 0) + connections);
  }
  return {
    total: sum(() => true),
    active: sum((state) => state === 'active'),
    idle: sum((state) => state === 'idle'),
    idleInTransaction: sum((state) => state?.startsWith('idle in transaction') === true),
    limit,
    byApplication: [...byApplication]
      .map(([application, connections]) => ({ application, connections }))
      .sort((a, b) => b.connections - a.connections || (a.application < b.application ? -1 : 1)),
  };
}

const connect = (database: Database) => database.for<unknown>();
type Db = ReturnType<typeof connect>;

function overviewQueries(db: Db) {
  return {
    async overview(): Promise<Omit<Overview, 'schemas'>> {
      const [about, states, extensions] = await Promise.all([
        sql<{ name: string; version: string; bytes: number; started_at: Date; connection_limit: number }>`
          select current_database()::text as name, current_setting('server_version') as version,
            pg_database_size(current_database()) as bytes, pg_postmaster_start_time() as started_at,
            current_setting('max_connections')::int as connection_limit`.execute(db),
        sql<ConnectionRow>`
          select coalesce(nullif(split_part(application_name, ' ', 1), ''), '—') as application, state,
            count(*) as connections
          from pg_stat_activity where datname = current_database() group by 1, 2`.execute(db),
        sql<{ name: string; version: string }>`
          select extname::text as name, extversion as version from pg_extension order by 1`.execute(db),
      ]);
      const [row] = about.rows;
      if (row === undefined) throw new Error('the server returned no row about its database');
      return {
        name: row.name,
        version: row.version,
        totalBytes: row.bytes,
        startedAt: row.started_at.toISOString(),
        extensions: extensions.rows,
        connections: connectionsOf(states.rows, row.connection_limit),
      };
    },

    async schemas(): Promise<DatabaseSchema[]> {
      const { rows } = await sql<DatabaseSchema>`
        select n.nspname::text as name,
          count(*) filter (where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition) as tables,
          coalesce(sum(pg_total_relation_size(c.oid)) filter (where c.relkind in ('r', 'm')), 0)::bigint as "totalBytes"
        from pg_namespace n
        left join pg_class c on c.relnamespace = n.oid
        where ${userSchemas}
        group by 1 order by 1`.execute(db);
      return rows;
    },
  };
}

/** Tables and views of the catalogue. */
function tableQueries(db: Db) {
  return {
    /** Tables and views of a schema, or one of them; partitions are counted with their table. */
    async tables(schema: string, table: string | null = null): Promise<TableRow[]> {
      const { rows } = await sql<TableRow>`
        select c.oid::int as oid, c.relname::text as name,
          case c.relkind when 'p' then 'partitioned' when 'v' then 'view' when 'm' then 'materialized' else 'table' end
            as kind,
          case when c.relkind = 'v' or parts.unknown then null else parts.rows end as "estimatedRows",
          case when c.relkind = 'v' then 0 else parts.total end as "totalBytes",
          case when c.relkind = 'v' then 0 else parts.indexes end as "indexBytes",
          case when c.relkind = 'v' then null else parts.dead end as "deadRows",
          parts.analysed_at as "analysedAt"
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        cross join lateral (
          select coalesce(bool_or(p.reltuples < 0), false) as unknown, coalesce(sum(p.reltuples), 0)::bigint as rows,
            coalesce(sum(pg_total_relation_size(p.oid)), 0)::bigint as total,
            coalesce(sum(pg_indexes_size(p.oid)), 0)::bigint as indexes,
            coalesce(sum(s.n_dead_tup), 0)::bigint as dead,
            max(greatest(s.last_analyze, s.last_autoanalyze)) as analysed_at
          from pg_class p
          left join pg_stat_all_tables s on s.relid = p.oid
          where p.relkind in ('r', 'm')
            and (p.oid = c.oid or c.relkind = 'p' and p.oid in (select relid from pg_partition_tree(c.oid)))
        ) parts
        where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and ${userSchemas}
          and (${table}::text is null or c.relname = ${table})
        order by c.relname`.execute(db);
      return rows;
    },

    /** True where a schema has tables of its own; those of extensions (PostGIS has some in `public`) are none. */
    async hasOwnTables(schema: string): Promise<boolean> {
      const { rows } = await sql`
        select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v', 'm') and not exists (
          select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
        limit 1`.execute(db);
      return rows.length > 0;
    },

    /** Tables and views of these schemas with their columns. */
    async catalogue(schemas: readonly string[]): Promise<{ schema: string; name: string; columns: string[] }[]> {
      const { rows } = await sql<{ schema: string; name: string; columns: string[] }>`
        select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'p', 'v', 'm') and n.nspname = any(${[...schemas]})
        group by 1, 2 order by 1, 2`.execute(db);
      return rows;
    },
  };
}

/** One table in detail. */
function detailQueries(db: Db) {
  return {
    async columns(oid: number): Promise<{ name: string; type: string; nullable: boolean }[]> {
      const { rows } = await sql<{ name: string; type: string; nullable: boolean }>`
        select attname::text as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable
        from pg_attribute where attrelid = ${oid}::oid and attnum > 0 and not attisdropped order by attnum`.execute(db);
      return rows;
    },

    async indexes(oid: number): Promise<Detail['indexes']> {
      const { rows } = await sql<Detail['indexes'][number]>`
        select c.relname::text as name, pg_get_indexdef(i.indexrelid) as definition,
          coalesce((select sum(pg_relation_size(t.relid)) from pg_partition_tree(i.indexrelid) t where t.isleaf),
            pg_relation_size(i.indexrelid))::bigint as bytes,
          coalesce((select sum(s.idx_scan) from pg_stat_all_indexes s
            where s.indexrelid = i.indexrelid or s.indexrelid in (select relid from pg_partition_tree(i.indexrelid))),
            0)::bigint as uses,
          i.indisunique as "isUnique", i.indisvalid as "isValid"
        from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = ${oid}::oid order by 1`.execute(db);
      return rows;
    },

    /** Rows counted one by one; null when it takes longer than `limitMs`. */
    async count(schema: string, table: string, limitMs: number): Promise<number | null> {
      try {
        return await db.transaction().execute(async (trx) => {
          await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(trx);
          const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.id(schema, table)}`.execute(
            trx,
          );
          return rows[0]?.rows ?? 0;
        });
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === queryCancelled) return null;
        throw error;
      }
    },
  };
}

/** Statements that run now, and those that took the most time. */
function activityQueries(db: Db) {
  return {
    async running(): Promise<Activity['running']> {
      const { rows } = await sql<Activity['running'][number]>`
        select pid, coalesce(nullif(split_part(application_name, ' ', 1), ''), '—') as application,
          coalesce(state, 'unknown') as state,
          case when application_name like 'kianda-sql%' or query = '<insufficient privilege>' then null
            else left(query, ${sql.lit(longestQuery)}) end as query,
          greatest(0, extract(epoch from clock_timestamp() - coalesce(query_start, xact_start, backend_start)) * 1000)
            ::double precision as "durationMs",
          wait_event_type || ': ' || wait_event as "waitingFor"
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
          and state is distinct from 'idle'
        order by "durationMs" desc limit 100`.execute(db);
      return rows;
    },

    /** Statements by total time; null with the reason where the server does not count them. */
    async statements(): Promise<Pick<Activity, 'statements' | 'statementsReason'>> {
      const { rows: found } = await sql<{ schema: string }>`
        select n.nspname::text as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
        where e.extname = 'pg_stat_statements'`.execute(db);
      const [extension] = found;
      if (extension === undefined) {
        return {
          statements: null,
          statementsReason:
            'Este servidor não soma o tempo das consultas: falta-lhe a extensão pg_stat_statements nesta base de dados.',
        };
      }
      try {
        const { rows } = await sql<NonNullable<Activity['statements']>[number]>`
          select s.userid::text || '-' || s.queryid::text || '-' || s.toplevel::text as id,
            left(s.query, ${sql.lit(longestQuery)}) as query, s.calls as calls,
            s.total_exec_time as "totalMs", s.mean_exec_time as "meanMs", s.rows as rows
          from ${sql.id(extension.schema, 'pg_stat_statements')} s
          where s.dbid = (select oid from pg_database where datname = current_database()) and s.queryid is not null
          order by s.total_exec_time desc limit ${sql.lit(mostStatements)}`.execute(db);
        return { statements: rows, statementsReason: null };
      } catch (error) {
        // The extension exists, but the server was not started with its library.
        if (!(error instanceof pg.DatabaseError)) throw error;
        return { statements: null, statementsReason: `A extensão pg_stat_statements não responde: ${error.message}.` };
      }
    },
  };
}

/** Reads the server's own catalogue and statistics; of the modules' tables it reads only the number of rows. */
export function createDatabasesRepository(database: Database) {
  const db = connect(database);
  return { ...overviewQueries(db), ...tableQueries(db), ...detailQueries(db), ...activityQueries(db) };
}

export type DatabasesRepository = ReturnType<typeof createDatabasesRepository>;
