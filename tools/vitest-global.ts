import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { createLogger } from '../apps/server/src/platform/log/log.ts';

/** A throw-away cluster: what a power cut would lose is never looked at again. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
};

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
  const folder = await mkdtemp(join(tmpdir(), 'kianda-test-'));
  const rootHome = `${folder}-root`;
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    rootHome,
    log: createLogger({ level: 'warn', pretty: true }),
    settings: SETTINGS,
  });
  process.env.KIANDA_TEST_DATABASE_URL = server.url;
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(rootHome, { recursive: true, force: true });
  };
}
