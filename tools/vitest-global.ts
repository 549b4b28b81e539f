import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { createLogger } from '../apps/server/src/platform/log/log.ts';
import { temporaryFolder } from './shared/temporary-folder.ts';

/** A throw-away cluster: what a power cut would lose is never looked at again. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
};

/**
 * Puts the password of the cluster's own account anew, with one round of its digest for the usual 4,096: each test file
 * opens a dozen connections, and the rounds are worked out for each of them.
 */
async function weakenPassword(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { username, password } = new URL(url);
  await client.query('set scram_iterations = 1');
  const [user, secret] = [client.escapeIdentifier(username), client.escapeLiteral(decodeURIComponent(password))];
  await client.query(`alter role ${user} password ${secret}`);
  await client.end();
}

/** `vitest run packages/geo` needs no server: nothing outside the server's folder touches one. */
function needsDatabase(): boolean {
  const paths = process.argv.slice(2).filter((argument) => argument.includes('/'));
  const without = /^(\.\/)?(packages|apps\/(console|interfaces|simulator))\//;
  return paths.length === 0 || !paths.every((path) => without.test(path));
}

/** One PostgreSQL for the whole run, at `KIANDA_TEST_DATABASE_URL`: the one named there, or a cluster of our own. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if ((process.env.KIANDA_TEST_DATABASE_URL ?? '') !== '') return undefined;
  if (!needsDatabase()) return undefined;
  const folder = await mkdtemp(join(await temporaryFolder(), 'kianda-test-'));
  const rootHome = `${folder}-root`;
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    rootHome,
    log: createLogger({ level: 'warn', pretty: true }),
    settings: SETTINGS,
  });
  await weakenPassword(server.url);
  process.env.KIANDA_TEST_DATABASE_URL = server.url;
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(rootHome, { recursive: true, force: true });
  };
}
