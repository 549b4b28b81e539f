import pg from 'pg';
import { connectFor, quoted } from './connection.ts';
import { BackupError } from './errors.ts';

export type SnapshotTable = {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly parent: string | null;
  readonly bound: string | null;
  readonly partition_key: string | null;
  readonly columns: string[];
  readonly filenode: string | null;
  readonly size_bytes: number;
};

export type Snapshot = {
  readonly id: string;
  readonly mark: { readonly at: string; readonly lsn: string; readonly snapshot: string };
  readonly serverVersion: number;
  /** Distinguishes this database from any other, a restored one included. */
  readonly databaseId: string;
  readonly tables: readonly SnapshotTable[];
  readonly sequences: readonly { schema: string; name: string; last: string; isCalled: boolean }[];
  readonly migrations: readonly { module: string; id: string; checksum: string }[];
  release(): Promise<void>;
};

/** Tables that the modules' migrations made, and their partitions. The queue's own schema is made anew by the queue. */
const tablesSql = `
  select c.oid::int8 as oid, n.nspname::text as schema, c.relname::text as name,
    case when c.relispartition then (
      select pn.nspname || '.' || p.relname from pg_inherits i
      join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
      where i.inhrelid = c.oid) end as parent,
    pg_get_expr(c.relpartbound, c.oid) as bound,
    case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as partition_key,
    coalesce((select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '{}') as columns,
    pg_relation_filenode(c.oid)::text as filenode,
    case when c.relkind = 'r' then pg_table_size(c.oid) else 0 end as size_bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and c.relpersistence <> 't'
    and n.nspname in (select module from platform.migrations union select 'platform')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by 2, 3`;

const attempts = 3;

async function readSequences(client: pg.Client) {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname::text as schema, c.relname::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname in (select module from platform.migrations union select 'platform') order by 1, 2`);
  const sequences: { schema: string; name: string; last: string; isCalled: boolean }[] = [];
  for (const { schema, name } of rows) {
    const found = await client.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${quoted(schema, name)}`,
    );
    const [row] = found.rows;
    if (row !== undefined) sequences.push({ schema, name, last: row.last, isCalled: row.is_called });
  }
  return sequences;
}

async function hold(client: pg.Client): Promise<Omit<Snapshot, 'release'>> {
  // Before the snapshot, never with it: what is acknowledged while it is being taken may or may not be in it.
  const { rows: marks } = await client.query<{ at: Date; lsn: string }>(
    `select clock_timestamp() as at, case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
      else pg_current_wal_lsn() end::text as lsn`,
  );
  await client.query('begin isolation level repeatable read read only');
  const { rows: taken } = await client.query<{ id: string; snapshot: string; version: number; database: string }>(`
    select pg_export_snapshot() as id, pg_current_snapshot()::text as snapshot,
      current_setting('server_version_num')::int as version,
      (select oid::text from pg_database where datname = current_database()) as database`);
  const [mark] = marks;
  const [image] = taken;
  if (mark === undefined || image === undefined) throw new Error('the server gave no snapshot');
  const { rows: tables } = await client.query<SnapshotTable>(tablesSql);
  // Locked as pg_dump does: a table that is dropped or emptied while it is read would tear a hole into the snapshot.
  await client.query(`set local lock_timeout = '30s'`);
  for (const { schema, name } of tables)
    await client.query(`lock table only ${quoted(schema, name)} in access share mode`);
  const migrations = await client.query<{ module: string; id: string; checksum: string }>(
    'select module, id, checksum from platform.migrations order by module, id',
  );
  return {
    id: image.id,
    mark: { at: mark.at.toISOString(), lsn: mark.lsn, snapshot: image.snapshot },
    serverVersion: image.version,
    databaseId: image.database,
    tables,
    sequences: await readSequences(client),
    migrations: migrations.rows,
  };
}

/**
 * Holds one instant of the whole database until it is released: what was acknowledged before its mark is in it, what
 * comes after is not, and writers are not held up. Other connections read it by its id.
 */
export async function lockSnapshot(url: string): Promise<Snapshot> {
  const client = await connectFor(url, 'kianda-copia');
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { ...(await hold(client)), release: () => client.end() };
      } catch (error) {
        // 42P01: a partition was dropped between the snapshot and its lock; 55P03: someone else holds a table.
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        await client.query('rollback');
        if (attempt >= attempts || (code !== '42P01' && code !== '55P03')) throw error;
      }
    }
  } catch (error) {
    await client.end();
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new BackupError('refused', `A base de dados não deixou ler uma imagem consistente: ${error.message}.`, {
      cause: error,
    });
  }
}

/** A connection that reads the snapshot `id`, and nothing else. */
export async function readerOf(url: string, id: string): Promise<pg.Client> {
  const client = await connectFor(url, 'kianda-copia');
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set transaction snapshot '${id.replaceAll("'", "''")}'`);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}
