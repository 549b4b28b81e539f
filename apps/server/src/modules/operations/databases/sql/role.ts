import { createHash, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from '../../../../platform/db/database.ts';
import { connectionTo } from '../../../../platform/db/hosts.ts';
import { apartFromRequest } from '../../../../platform/db/request-scope.ts';
import { type ReadableTable, readableTables } from '../readable.rules.ts';

/** Roles belong to the whole server: each database has its own, named after it. */
export function sqlRoleName(databaseName: string): string {
  return `kianda_sql_${createHash('sha256').update(databaseName).digest('hex').slice(0, 16)}`;
}

/** Connections of the role, those that cancel included: what the console asks never fills the server. */
const connectionLimit = 12;
const iterations = 4_096;
/** Any fixed number: processes that start at once prepare the role one after the other. */
const lockKey = 4_611_200_931;
const connectTimeoutMs = 5_000;

export type SqlAccess =
  | { readonly state: 'ready'; readonly role: string; readonly password: string }
  | { readonly state: 'refused'; readonly role: string; readonly reason: string };

/** SCRAM-SHA-256 verifier (RFC 5802) as PostgreSQL stores it: the password itself is never sent, nor logged. */
function scramVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

/** Address of the database for another role. */
function urlFor(url: string, role: string, password: string): string {
  // An address without host (`postgresql:///base?host=/pasta`) cannot carry a user.
  const target = new URL(url.replace(/^(postgres(?:ql)?:\/\/)\//, '$1localhost/'));
  for (const name of ['user', 'password', 'application_name', 'options']) target.searchParams.delete(name);
  target.username = role;
  target.password = password;
  return target.toString();
}

/** Opens a connection of the restricted role, outside the pool; the caller ends it. */
export async function connectAs(
  database: Database,
  { role, password }: { readonly role: string; readonly password: string },
  applicationName: string,
  onLost: (error: Error) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionTo(urlFor(database.url, role, password)),
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
  });
  client.on('error', onLost);
  await client.connect();
  return client;
}

type Flags = { readonly name: string; readonly is_super: boolean; readonly may_create: boolean };

async function flagsOf(db: Kysely<unknown>, role: string): Promise<Flags | undefined> {
  const { rows } = await sql<Flags>`
    select rolname as name, rolsuper as is_super, rolcreaterole or rolsuper as may_create
    from pg_roles where rolname = ${role}`.execute(db);
  return rows[0];
}

/** Revokes the role's privileges in the database beyond the public ones, and grants the list anew. */
async function grantAll(trx: Transaction<unknown>, role: string): Promise<void> {
  const name = sql.id(role);
  const existing = await sql<{ schema: string; table: string }>`
    select n.nspname as schema, c.relname as table
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) acl
    where acl.grantee = ${role}::regrole
    union
    select n.nspname, c.relname
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace,
      aclexplode(a.attacl) acl
    where acl.grantee = ${role}::regrole`.execute(trx);
  for (const { schema, table } of existing.rows) {
    await sql`revoke all on ${sql.id(schema, table)} from ${name}`.execute(trx);
  }
  const found = await sql<{ schema: string; name: string; columns: string[] }>`
    select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p', 'v', 'm') and n.nspname = any(${[...new Set(readableTables.map(({ schema }) => schema))]})
    group by 1, 2`.execute(trx);
  const columnsOf = new Map(found.rows.map((row) => [`${row.schema}.${row.name}`, row.columns]));
  const granted: ReadableTable[] = [];
  for (const table of readableTables) {
    const columns = columnsOf.get(`${table.schema}.${table.name}`);
    if (columns === undefined) continue;
    const target = sql.id(table.schema, table.name);
    if (table.columns === '*') await sql`grant select on ${target} to ${name}`.execute(trx);
    else {
      const present = table.columns.filter((column) => columns.includes(column));
      if (present.length === 0) continue;
      const list = sql.join(present.map((column) => sql.id(column)));
      await sql`grant select (${list}) on ${target} to ${name}`.execute(trx);
    }
    granted.push(table);
  }
  for (const schema of new Set(granted.map((table) => table.schema))) {
    await sql`grant usage on schema ${sql.id(schema)} to ${name}`.execute(trx);
  }
}

async function prepare(trx: Transaction<unknown>, role: string, verifier: string): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx);
  const current = await sql<{ name: string }>`select current_user::text as name`.execute(trx);
  const me = await flagsOf(trx, current.rows[0]?.name ?? '');
  if (me === undefined || !me.may_create) {
    return 'A conta com que a plataforma se liga à base de dados não pode criar papéis (CREATEROLE), e as consultas só correm com um papel restrito.';
  }
  const name = sql.id(role);
  if ((await flagsOf(trx, role)) === undefined) {
    await sql`create role ${name} login nocreatedb nocreaterole noinherit`.execute(trx);
  }
  const { rows } = await sql<{ is_safe: boolean }>`
    select not (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)
      and not exists (select from pg_auth_members where member = r.oid)
      and not exists (select from pg_class where relowner = r.oid) as is_safe
    from pg_roles r where rolname = ${role}`.execute(trx);
  if (rows[0]?.is_safe !== true) {
    return `O papel ${role} da base de dados tem poderes a mais: alguém lhos deu. Retire-lhos, ou elimine o papel.`;
  }
  await sql`alter role ${name} login connection limit ${sql.lit(connectionLimit)} password ${sql.lit(verifier)}`.execute(
    trx,
  );
  const settings: [string, string][] = [
    ['default_transaction_read_only', 'on'],
    ['statement_timeout', '60s'],
    ['idle_in_transaction_session_timeout', '60s'],
    ['lock_timeout', '5s'],
    ['search_path', 'pg_catalog'],
    // The guard reads a backslash by this setting: the server must do the same, whatever its configuration.
    ['standard_conforming_strings', 'on'],
    // Only a superuser sets it: elsewhere the server's own limit stands.
    ...(me.is_super ? [['temp_file_limit', '512MB'] as [string, string]] : []),
  ];
  for (const [setting, value] of settings) {
    await sql`alter role ${name} set ${sql.id(setting)} = ${sql.lit(value)}`.execute(trx);
  }
  await grantAll(trx, role);
  return null;
}

/**
 * Makes the restricted role what it must be (attributes, password, exactly the rights of `readable.ts`) and signs in
 * once as it. A role taken on by SET ROLE would not do: the user of such a connection can give the role back.
 */
export async function openSqlAccess(database: Database, masterKey: Uint8Array): Promise<SqlAccess> {
  const db = database.for<unknown>();
  const named = await sql<{ name: string }>`select current_database()::text as name`.execute(db);
  const role = sqlRoleName(named.rows[0]?.name ?? '');
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', masterKey, role, `kianda/databases/${purpose}/v1`, bytes));
  const password = derived('sql-password', 32).toString('base64url');
  const refused = (reason: string): SqlAccess => ({ state: 'refused', role, reason });
  try {
    const verifier = scramVerifier(password, derived('sql-salt', 16));
    // The sign-in that follows is another session: it must find the role.
    const reason = await apartFromRequest(() => db.transaction().execute((trx) => prepare(trx, role, verifier)));
    if (reason !== null) return refused(reason);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return refused(`A base de dados não deixou preparar o papel restrito: ${error.message}.`);
  }
  let lost: Error | null = null;
  try {
    const client = await connectAs(database, { role, password }, 'kianda-sql', (error) => {
      lost = error;
    });
    try {
      const { rows } = await client.query<{ own: boolean }>('select session_user = $1 and current_user = $1 as own', [
        role,
      ]);
      if (rows[0]?.own !== true) return refused('A base de dados deu à ligação outro papel que não o restrito.');
    } finally {
      await client.end();
    }
  } catch (error) {
    const cause: unknown = lost ?? error;
    return refused(
      `O papel restrito não consegue iniciar sessão na base de dados: ${cause instanceof Error ? cause.message : String(cause)}.`,
    );
  }
  return { state: 'ready', role, password };
}
