import type pg from 'pg';
import { type ModuleMigrations, migrate, migrationChecksum } from '../../../../platform/db/migrate.ts';
import { openDatabase } from '../../../../platform/db/open.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { connectFor, databaseAddress, literal, quoted } from './connection.ts';
import { BackupError } from './errors.ts';
import type { BackupKey } from './key.ts';
import type { Manifest, ManifestTable } from './manifest.ts';
import { readSealed } from './sealed-file.ts';
import { movePreviousFolder } from './structure.ts';
import { copyIn, hashed, tableDigest } from './tables.ts';
import type { BackupTarget } from './target.ts';
import { contentDiffers, verifyFiles } from './verify.ts';

const loaders = 2;

export type TableEvidence = {
  readonly table: string;
  readonly rows: number;
  readonly foundRows: number;
  readonly isSame: boolean;
};

export type LoadOptions = {
  /** Address of any database of the server, by an account that may create databases. */
  readonly url: string;
  /** Name of the database to create; it must not exist. */
  readonly database: string;
  readonly manifest: Manifest;
  readonly target: BackupTarget;
  readonly key: BackupKey;
  readonly modules: readonly ModuleMigrations[];
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly progress: (fraction: number | null, message: string) => Promise<void>;
};

/** The migrations that the backup's database had, from this program. Throws `incompatible` where it has not all of them. */
export function migrationsOf(manifest: Manifest, modules: readonly ModuleMigrations[]): ModuleMigrations[] {
  const wanted = new Map(manifest.migrations.map(({ module, id, checksum }) => [`${module}/${id}`, checksum]));
  for (const [name, checksum] of wanted) {
    const [module, id] = name.split('/');
    const known = modules.find(({ name }) => name === module)?.migrations.find((migration) => migration.id === id);
    if (known === undefined || migrationChecksum(known) !== checksum) {
      throw new BackupError(
        'incompatible',
        `A cópia ${manifest.name} é da versão ${manifest.appVersion}, com a migração ${name}, que este programa não tem: use essa versão da Kianda, ou uma mais recente.`,
      );
    }
  }
  return modules.map(({ name, migrations }) => ({
    name,
    migrations: migrations.filter(({ id }) => wanted.has(`${name}/${id}`)),
  }));
}

/** Makes an empty database beside the one in use. */
export async function createDatabase(url: string, database: string): Promise<void> {
  const client = await connectFor(url, 'kianda-reposicao');
  try {
    await client.query(`create database ${quoted(database)} template template0 encoding 'UTF8'`);
  } catch (error) {
    throw new BackupError(
      'refused',
      `A base de dados ${database} não pôde ser criada (${error instanceof Error ? error.message : String(error)}). A conta da base de dados precisa de poder criar bases (CREATEDB).`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

/** Removes a database, and ends the connections to it. */
export async function dropDatabase(url: string, database: string): Promise<void> {
  const client = await connectFor(url, 'kianda-reposicao');
  try {
    await client.query(`drop database if exists ${quoted(database)} with (force)`);
  } finally {
    await client.end();
  }
}

const fullName = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`;

/** Partitions as the backup had them, whatever the migrations make on their own. */
async function makePartitions(client: pg.Client, tables: readonly ManifestTable[]): Promise<void> {
  const wanted = new Set(tables.map(fullName));
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname::text as schema, c.relname::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relispartition and c.relkind in ('r', 'p')`);
  for (const row of rows) {
    if (!wanted.has(fullName(row))) await client.query(`drop table if exists ${quoted(row.schema, row.name)} cascade`);
  }
  const present = new Set(rows.map(fullName));
  let missing = tables.filter((table) => table.parent !== null && !present.has(fullName(table)));
  while (missing.length > 0) {
    // A partition of a partition waits for its parent.
    const ready = missing.filter(({ parent }) => !missing.some((other) => fullName(other) === parent));
    if (ready.length === 0) throw new BackupError('incompatible', 'As partições da cópia não têm princípio.');
    for (const { schema, name, parent, bound, partitionKey } of ready) {
      const [parentSchema = '', ...parentName] = (parent ?? '').split('.');
      const further = partitionKey === null ? '' : ` partition by ${partitionKey}`;
      await client.query(
        `create table ${quoted(schema, name)} partition of ${quoted(parentSchema, parentName.join('.'))} ${bound ?? ''}${further}`,
      );
    }
    missing = missing.filter((table) => !ready.includes(table));
  }
}

async function assertTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname::text as schema, c.relname::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p')`);
  const present = new Set(rows.map(fullName));
  const absent = manifest.tables.find((table) => !present.has(fullName(table)));
  if (absent === undefined) return;
  throw new BackupError(
    'incompatible',
    `A cópia tem a tabela ${fullName(absent)}, que as migrações deste programa não fazem: use a versão ${manifest.appVersion} da Kianda.`,
  );
}

/** Runs `work` on every item by several connections at once. */
async function inParallel<T>(
  url: string,
  items: readonly T[],
  signal: AbortSignal,
  work: (client: pg.Client, item: T, index: number) => Promise<void>,
): Promise<void> {
  const waiting = items.entries();
  const loadNext = async () => {
    const client = await connectFor(url, 'kianda-reposicao');
    const stop = () => void client.end().catch(() => undefined);
    signal.addEventListener('abort', stop, { once: true });
    try {
      for (const [index, item] of waiting) {
        signal.throwIfAborted();
        await work(client, item, index);
      }
    } finally {
      signal.removeEventListener('abort', stop);
      await client.end().catch(() => undefined);
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: loaders }, loadNext));
  signal.throwIfAborted();
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Makes a database of what a backup holds, once each of its files is found whole: migrated to the same versions, filled table by table, indexes and foreign
 * keys afterwards, then every table read back and compared with the backup. Throws `BackupError`; the database is then
 * removed. Answers what was compared.
 */
export async function loadDatabase(options: LoadOptions): Promise<readonly TableEvidence[]> {
  const { manifest, database, target, key, signal, progress } = options;
  const modules = migrationsOf(manifest, options.modules);
  // A file that is not what it was is found before hours are spent on filling what comes before it.
  await verifyFiles({ target, key, manifest, signal, progress: (_share, message) => progress(0, message) });
  await createDatabase(options.url, database);
  try {
    const url = databaseAddress(options.url, database);
    await progress(0, 'A preparar as tabelas');
    const opened = await openDatabase({ url, applicationName: 'kianda-reposicao', maxConnections: 2 });
    try {
      await migrate(opened, modules, options.log);
    } finally {
      await opened.close();
    }
    const client = await connectFor(url, 'kianda-reposicao');
    const filled = manifest.tables.filter(({ partitionKey }) => partitionKey === null);
    try {
      await makePartitions(client, manifest.tables);
      await assertTables(client, manifest);
      const putBack = await movePreviousFolder(client);
      await inParallel(
        url,
        filled.toSorted((a, b) => b.rows - a.rows),
        signal,
        async (loader, table, index) => {
          await progress((index / filled.length) * 0.6, `A encher ${fullName(table)}`);
          await fill(loader, table, target, key);
        },
      );
      for (const { schema, name, last, isCalled } of manifest.sequences) {
        await client.query(`select setval(${literal(quoted(schema, name))}::regclass, ${last}, ${isCalled})`);
      }
      await progress(0.6, 'A refazer índices e chaves estrangeiras');
      await putBack();
      await client.query('analyze');
    } finally {
      await client.end();
    }
    const evidence: TableEvidence[] = [];
    await inParallel(url, filled, signal, async (reader, table, index) => {
      await progress(0.75 + (index / filled.length) * 0.25, `A comparar ${fullName(table)}`);
      evidence.push(await compare(reader, table));
    });
    const bad = evidence.find(({ isSame }) => !isSame);
    if (bad !== undefined) {
      throw new BackupError(
        'differs',
        `A tabela ${bad.table} reposta não é igual à da cópia: ${bad.foundRows} linhas, esperadas ${bad.rows}. Nada foi trocado.`,
      );
    }
    return evidence.toSorted((a, b) => (a.table < b.table ? -1 : 1));
  } catch (error) {
    await dropDatabase(options.url, database);
    throw error;
  }
}

async function fill(client: pg.Client, table: ManifestTable, target: BackupTarget, key: BackupKey): Promise<void> {
  if (table.file === null) {
    await client.query(`truncate only ${quoted(table.schema, table.name)}`);
    return;
  }
  const rows = hashed(readSealed(target, key, table.file));
  await copyIn(client, table, rows);
  if (rows.digest() !== table.sha256) throw contentDiffers(fullName(table));
}

async function compare(client: pg.Client, table: ManifestTable): Promise<TableEvidence> {
  const counted = await client.query<{ rows: number }>(
    `select count(*)::int8 as rows from only ${quoted(table.schema, table.name)}`,
  );
  const foundRows = counted.rows[0]?.rows ?? 0;
  const isSame = foundRows === table.rows && (table.rows === 0 || (await tableDigest(client, table)) === table.sha256);
  return { table: fullName(table), rows: table.rows, foundRows, isSame };
}
