import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEvents } from '../events/distributed.ts';
import { eventMigrations, eventsModuleName } from '../events/events.migrations.ts';
import { jobMigrations, jobsModuleName } from '../jobs/jobs.migrations.ts';
import { log, startQueue, stopQueues, testJob } from '../jobs/testing/harness.ts';
import { contentsMigrations, contentsModuleName } from './contents.migrations.ts';
import { createContents } from './contents.ts';
import type { Database } from './database.ts';
import { connectionTo, databaseUrlOf, hostsOf } from './hosts.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

const binaries = '/usr/lib/postgresql/15/bin';
const isRoot = process.getuid?.() === 0;
// PostgreSQL refuses to run as root.
const hasServer =
  existsSync(join(binaries, 'postgres')) && (!isRoot || spawnSync('id', ['-u', 'postgres']).status === 0);
const whyNot = hasServer ? '' : ' (skipped: the server of Debian, postgresql-15, is not installed)';
const execute = promisify(execFile);

function asPostgres(program: string, parameters: readonly string[]) {
  const command = [join(binaries, program), ...parameters];
  const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  return execute(file, rest, { cwd: '/' });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('addresses of several hosts', () => {
  it('are one URL that every parser reads, and name their hosts', () => {
    const url = databaseUrlOf('postgresql://k:s@a:5432,b:5433/kianda?target_session_attrs=read-write&sslmode=require');
    expect(url).not.toBeNull();
    expect(new URL(url ?? '')).toMatchObject({ host: 'a:5432', pathname: '/kianda', username: 'k', password: 's' });
    expect(hostsOf(url ?? '')).toEqual(['a:5432', 'b:5433']);
    expect(connectionTo(url ?? '').connectionString).toBe('postgresql://k:s@a:5432/kianda?sslmode=require');
  });

  it('of one host, or of a socket, stay as they were', () => {
    for (const same of ['postgresql://k:s@a:5432/kianda', 'postgresql:///kianda?host=/var/run/postgresql']) {
      expect(databaseUrlOf(same)).toBe(same);
      expect(connectionTo(same)).toEqual({ connectionString: same });
    }
  });
});

describe.skipIf(!hasServer)(`a primary that dies${whyNot}`, () => {
  let folder = '';
  let ports: readonly [number, number] = [0, 0];
  const data = (which: 0 | 1): string => join(folder, which === 0 ? 'first' : 'second');
  const databases: Database[] = [];

  async function startServer(which: 0 | 1, settings: readonly string[] = []): Promise<void> {
    const options = [`port=${ports[which]}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
    const all = [...options, 'shared_buffers=16MB', 'max_connections=100', ...settings]
      .map((one) => `-c ${one}`)
      .join(' ');
    const parameters = ['-D', data(which), '-l', join(folder, `log-${which}`), '-o', all];
    await asPostgres('pg_ctl', ['-w', 'start', ...parameters]);
  }

  const psql = (which: 0 | 1, text: string) =>
    asPostgres('psql', ['-h', '127.0.0.1', '-p', String(ports[which]), '-U', 'postgres', '-c', text]);

  async function open(applicationName: string, replicaUrl: string | null = null): Promise<Database> {
    const [first, second] = ports;
    // The replica comes first: it is not the order that says which server takes writes.
    const url = databaseUrlOf(`postgresql://postgres@127.0.0.1:${second},127.0.0.1:${first}/postgres`) ?? '';
    const database = await openDatabase({ url, replicaUrl, applicationName, maxConnections: 4, log });
    databases.push(database);
    return database;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kianda-failover-'));
    await chmod(folder, 0o777);
    ports = [await freePort(), await freePort()];
    await asPostgres('initdb', ['-D', data(0), '-A', 'trust', '-E', 'UTF8', '--no-sync', '-U', 'postgres']);
    await startServer(0);
    const from = `host=127.0.0.1 port=${ports[0]} user=postgres application_name=second`;
    await asPostgres('pg_basebackup', ['-d', from, '-D', data(1), '-R', '-c', 'fast', '--no-sync']);
    await startServer(1);
    // Only now: without a replica, a synchronous primary would let no commit return.
    await psql(0, "alter system set synchronous_standby_names = 'second'");
    await asPostgres('pg_ctl', ['reload', '-D', data(0)]);
  }, 120_000);

  afterAll(async () => {
    await stopQueues();
    await Promise.all(databases.map((database) => database.close()));
    for (const which of [0, 1] as const) {
      await asPostgres('pg_ctl', ['stop', '-m', 'immediate', '-D', data(which)]).catch(() => undefined);
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('has heavy reads sent to its replica, with the lag told, while that one keeps up', async () => {
    const database = await open('kianda-reads', `postgresql://postgres@127.0.0.1:${ports[1]}/postgres`);
    const db = database.for();
    const where = async () => {
      const { value, lagMs } = await database.reads(async () => {
        const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db);
        return rows[0]?.port;
      });
      return { port: value, lagMs };
    };
    // Nothing was replayed before the first write.
    await sql`create table read_apart (number int)`.execute(db);
    await expect.poll(where, { timeout: 60_000 }).toEqual({ port: ports[1], lagMs: 0 });
    expect(await database.reads(() => sql`select 1`.execute(db)).then(({ lagMs }) => lagMs)).toBe(0);
    await expect(database.reads(() => sql`insert into read_apart values (1)`.execute(db))).rejects.toThrow('read-only');
    await psql(1, 'select pg_wal_replay_pause()');
    await sql`insert into read_apart values (2)`.execute(db);
    await expect.poll(async () => (await where()).lagMs, { timeout: 60_000 }).toBeGreaterThan(0);
    expect((await where()).port).toBe(ports[1]);
    await psql(1, 'select pg_wal_replay_resume()');
    const gone = await open('kianda-alone', 'postgresql://postgres@127.0.0.1:1/postgres');
    const alone = await gone.reads(() => sql<{ port: number }>`select inet_server_port() as port`.execute(gone.for()));
    expect([alone.value.rows[0]?.port, alone.lagMs]).toEqual([ports[0], null]);
  }, 120_000);

  it('is followed by the promoted replica: two APIs and two workers go on, nothing acknowledged is lost, no job runs twice', async () => {
    const admin = await open('kianda-migrations');
    await migrate(
      admin,
      [
        { name: eventsModuleName, migrations: eventMigrations },
        { name: jobsModuleName, migrations: jobMigrations },
        { name: contentsModuleName, migrations: contentsMigrations },
      ],
      log,
    );
    await sql`create table written (api int, number int, primary key (api, number))`.execute(admin.for());

    const runs = new Map<string, number>();
    const promoted = Promise.withResolvers<void>();
    const run = async ({ key }: { key: string }) => {
      runs.set(key, (runs.get(key) ?? 0) + 1);
      if (key.startsWith('across')) await promoted.promise;
    };
    const job = testJob(run, { retry: { limit: 3, delaySeconds: 1, backoff: false } });
    for (const name of ['kianda-worker-1', 'kianda-worker-2']) await startQueue(await open(name), [job]);
    const apis = await Promise.all(
      ['kianda-api-1', 'kianda-api-2'].map(async (name) => {
        const database = await open(name);
        return { database, ...(await startQueue(database, [job], { roles: ['api'] })) };
      }),
    );
    const contents = createContents({ database: await open('kianda-contents'), log, epochSeconds: 0 });
    const epochs = async () => {
      for (let step = 0; step < 10; step += 1) expect(await contents.fault()).toBeNull();
    };
    await epochs();
    const heard: string[] = [];
    const buses = apis.map(({ database }) => createEvents(database, log));
    await Promise.all(buses.map((bus) => bus.start()));
    let gaps = 0;
    buses[1]?.onGap(() => (gaps += 1));
    buses[1]?.subscribe(({ type }) => heard.push(type));

    const writing = { goesOn: true };
    const acknowledged = apis.map((): number[] => []);
    const writers = apis.map(async ({ database }, api) => {
      for (let number = 0; writing.goesOn; number += 1) {
        const write = sql`insert into written values (${api}, ${number})`.execute(database.for());
        await write.then(
          () => acknowledged[api]?.push(number),
          () => new Promise((resolve) => setTimeout(resolve, 20)),
        );
      }
    });
    /** Asks the other API for the outcome, again where its connection broke. */
    const succeeds = async (key: string, api: number): Promise<void> => {
      const id = (await apis[api]?.queue.enqueue('test.job', { key })) ?? '';
      const state = async () => (await apis[1 - api]?.queue.get(id))?.state;
      await expect.poll(state, { timeout: 60_000 }).toBe('succeeded');
    };
    const allSucceed = (...keys: readonly string[]) => Promise.all(keys.map((key, index) => succeeds(key, index % 2)));
    const written = (): number[] => acknowledged.map(({ length }) => length);
    const moreThan = (before: readonly number[]) =>
      expect.poll(() => written().every((count, api) => count > (before[api] ?? 0)), { timeout: 60_000 }).toBe(true);

    await allSucceed('a', 'b', 'c', 'd');
    const across = allSucceed('across-1', 'across-2');
    await expect.poll(() => runs.size, { timeout: 60_000 }).toBe(6);
    await moreThan([20, 20]);
    const [pid] = (await readFile(join(data(0), 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    const killedAtMs = performance.now();
    await asPostgres('pg_ctl', ['-w', 'promote', '-D', data(1)]);
    await moreThan(written());
    const seconds = ((performance.now() - killedAtMs) / 1_000).toFixed(1);
    process.stdout.write(`failover: both writers go on ${seconds} s after the primary was killed\n`);
    promoted.resolve();
    // A new timeline with all that was acknowledged is the same database.
    await expect.poll(() => contents.fault().catch(String), { timeout: 60_000 }).toBeNull();
    await epochs();
    await across;
    await allSucceed('e', 'f', 'g', 'h');
    expect([...runs.values()]).toEqual(Array(10).fill(1));
    await expect.poll(() => gaps, { timeout: 60_000 }).toBeGreaterThan(0);
    buses[0]?.publish({ channel: 'jobs', type: 'test.after', payload: {} });
    await expect.poll(() => heard, { timeout: 60_000 }).toContain('test.after');

    writing.goesOn = false;
    await Promise.all(writers);
    await Promise.all(buses.map((bus) => bus.stop()));
    const { rows } = await sql<{ api: number; number: number }>`select api, number from written`.execute(admin.for());
    const stored = new Set(rows.map(({ api, number }) => `${api}/${number}`));
    const lost = acknowledged.flatMap((numbers, api) => numbers.filter((number) => !stored.has(`${api}/${number}`)));
    expect(lost).toEqual([]);

    // Nobody fenced the first: it comes back and takes writes, which nobody may send there.
    // Processes that it left running give their memory back when they notice.
    await expect.poll(() => startServer(0), { timeout: 60_000 }).toBeUndefined();
    const late = await open('kianda-late');
    const { rows: served } = await sql<{ port: number }>`select inet_server_port() as port`.execute(late.for());
    expect(served).toEqual([{ port: ports[1] }]);
  }, 240_000);
});
