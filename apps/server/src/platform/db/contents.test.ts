import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../log/log.ts';
import { contentsMigrations, contentsModuleName } from './contents.migrations.ts';
import { createContents } from './contents.ts';
import { startEmbeddedPostgres } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { createTestDatabase } from './testing.ts';

const log = createLogger({ level: 'silent', pretty: false });
const modules = [{ name: contentsModuleName, migrations: contentsMigrations }];
const detail = 'A base de dados foi reposta ou trocada por outra: este processo tem de reiniciar.';

/** With owners: as root the server runs under an account of its own. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

async function repeat(times: number, work: () => Promise<string | null>): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await work()).toBeNull();
}

test('a server put back in place as it was before is noticed, though every number of its own is the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kianda-epoca-'));
  await chmod(folder, 0o755);
  const [dataDir, rootHome] = [join(folder, 'dados'), join(folder, 'postgres')];
  await mkdir(dataDir);
  const options = { dataDir, rootHome, log, settings: { shared_buffers: '16MB' } };
  let server = await startEmbeddedPostgres(options);
  const home = server.folder;
  const database = await openDatabase({ url: server.url, applicationName: 'kianda', maxConnections: 2, log });
  try {
    await migrate(database, modules, log);
    const onReplaced = vi.fn();
    const contents = createContents({ database, log, onReplaced, epochSeconds: 0 });
    const settled = () => expect.poll(() => contents.fault().catch(String), { timeout: 60_000 });
    await repeat(5, () => contents.fault());
    const restart = async (between: () => Promise<void>) => {
      await server.stop();
      await between();
      server = await startEmbeddedPostgres(options);
    };

    // A restart alone loses nothing, and is nothing to be noticed.
    await restart(() => copy(home, `${home}-antes`));
    await settled().toBeNull();
    await repeat(10, () => contents.fault());
    expect(onReplaced).not.toHaveBeenCalled();

    await restart(async () => {
      await rm(home, { recursive: true });
      await copy(`${home}-antes`, home);
    });
    await settled().toBe(detail);
    expect(await contents.fault()).toBe(detail);
    expect(onReplaced).toHaveBeenCalledOnce();
    await repeat(2, () => createContents({ database, log, epochSeconds: 0 }).fault());
  } finally {
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);

test('two processes share the steps, and a replica that lacks the last of them is taken for what it is', async () => {
  const { database, drop } = await createTestDatabase(modules);
  try {
    const [first, second] = [1, 2].map(() => createContents({ database, log, epochSeconds: 3_600 }));
    for (const contents of [first, second, first]) expect(await contents?.fault()).toBeNull();
    const value = async () => {
      const { rows } = await sql<{ value: string }>`select value from contents.epoch`.execute(database.for());
      return Number(rows[0]?.value);
    };
    expect(await value()).toBe(1);
    await sql`update contents.epoch set value = 100`.execute(database.for());
    expect(await first?.fault()).toBeNull();
    await sql`update contents.epoch set value = 97`.execute(database.for());
    expect(await first?.fault()).toBeNull();
    await sql`update contents.epoch set value = 90`.execute(database.for());
    expect(await first?.fault()).toBe(detail);
  } finally {
    await drop();
  }
});
