/**
 * Asks another PostgreSQL whether it understands each statement that the server's tests sent to ours:
 * `node tools/compare-statements.ts <address> <folder of vitest-statements.ts>`. Both servers get the platform's tables, and
 * both prepare every statement; what only ours accepts, or describes otherwise, is a fault.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { createTestApplication } from '../apps/server/src/testing/application.ts';
import { differencesOf, isPreparable, type Prepared } from './shared/statements.ts';
import startTestServer from './vitest-global.ts';

const [address = '', folder = ''] = process.argv.slice(2);

function readStatements(): readonly string[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'));
  const texts = new Set(lines.filter((line) => line !== '').map((line) => JSON.parse(line) as string));
  return [...texts].filter(isPreparable).sort();
}

/** Prepares each statement, one after the other; with the types that the server gives to its parameters and columns. */
async function prepareAll(url: string, statements: readonly string[]): Promise<readonly Prepared[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const prepared: Prepared[] = [];
  for (const statement of statements) {
    try {
      await client.query(`PREPARE compared AS ${statement}`);
      const { rows } = await client.query<{ types: string }>(
        `SELECT parameter_types::text AS types FROM pg_prepared_statements WHERE name = 'compared'`,
      );
      await client.query('DEALLOCATE compared');
      prepared.push({ statement, types: rows[0]?.types ?? '' });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      prepared.push({ statement, refusal: error.message });
    }
  }
  await client.end();
  return prepared;
}

/** The same on a database with the platform's tables, on the test server at this address. */
async function prepareOn(server: string, statements: readonly string[]): Promise<readonly Prepared[]> {
  process.env.KIANDA_TEST_DATABASE_URL = server;
  const application = await createTestApplication();
  try {
    return await prepareAll(application.database.url, statements);
  } finally {
    await application.close();
  }
}

const statements = readStatements();
delete process.env.KIANDA_TEST_DATABASE_URL;
const stop = await startTestServer();
try {
  const ours = await prepareOn(process.env.KIANDA_TEST_DATABASE_URL ?? '', statements);
  const theirs = await prepareOn(address, statements);
  const { understood, faults } = differencesOf(ours, theirs);
  process.stdout.write(`${understood} instruções entendidas por ambos os servidores, de ${statements.length}\n`);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  // Statements of a whole run of the server's tests are thousands: a handful says that nothing was noted.
  if (faults.length > 0 || understood < 1_000) process.exitCode = 1;
} finally {
  await stop?.();
}
