import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { createLogger } from '../log/log.ts';
import type { Database } from './database.ts';
import { type ModuleMigrations, migrate, migrationChecksum, orderedMigrations } from './migrate.ts';
import { openDatabase } from './open.ts';

const MAX_CONNECTIONS = 8;

/** Address of the shared test server. */
export function testServerUrl(): string {
  const url = process.env.KIANDA_TEST_DATABASE_URL;
  if (url === undefined || url === '') {
    throw new Error('KIANDA_TEST_DATABASE_URL is empty: run tests with vitest from the root (tools/vitest-global.ts)');
  }
  return url;
}

function withDatabase(name: string): string {
  const url = new URL(testServerUrl());
  url.pathname = `/${name}`;
  return url.toString();
}

async function administer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function templateName(modules: readonly ModuleMigrations[]): string {
  const hash = createHash('sha256');
  for (const module of modules) {
    hash.update(`module ${module.name}\n`);
    for (const migration of orderedMigrations(module)) {
      hash.update(`${migration.id} ${migrationChecksum(migration)} ${migration.requiresPostgis ?? false}\n`);
    }
  }
  return `kianda_template_${hash.digest('hex').slice(0, 20)}`;
}

/** Filled once a test server; made under another name and renamed when complete. */
async function ensureTemplate(client: pg.Client, name: string, fill: Fill): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rows.length > 0) return;
    const partial = `${name}_new`;
    await client.query(`drop database if exists ${partial} with (force)`);
    await client.query(`create database ${partial}`);
    const database = await openDatabase({ url: withDatabase(partial), applicationName: 'kianda-template' });
    try {
      await fill(database);
    } finally {
      await database.close();
    }
    await client.query(`alter database ${partial} rename to ${name}`);
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
  }
}

type Fill = (database: Database) => Promise<void>;
type TestDatabase = { database: Database; drop(): Promise<void> };

/**
 * A fresh migrated database on the shared test server, for one test file. `drop` closes it and removes it, whoever is
 * still connected. With no modules: an empty database.
 */
export async function createTestDatabase(modules: readonly ModuleMigrations[]): Promise<TestDatabase> {
  if (modules.length === 0) return copyOf('template0');
  return createFilledDatabase(templateName(modules), (database) =>
    migrate(database, modules, createLogger({ level: 'silent', pretty: false })),
  );
}

/** The same of a database that `fill` fills the first time that its name is asked for on this test server. */
export async function createFilledDatabase(template: string, fill: Fill): Promise<TestDatabase> {
  return copyOf(template, (client) => ensureTemplate(client, template, fill));
}

async function copyOf(
  template: string,
  prepare: (client: pg.Client) => Promise<void> = async () => undefined,
): Promise<TestDatabase> {
  const name = `kianda_test_${randomUUID().replaceAll('-', '')}`;
  await administer(async (client) => {
    await prepare(client);
    // Copied as files: the usual way, block by block through the journal, takes three times the processor time.
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const database = await openDatabase({
    url: withDatabase(name),
    applicationName: 'kianda-test',
    maxConnections: MAX_CONNECTIONS,
  });
  return {
    database,
    async drop() {
      await database.close();
      await administer((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
