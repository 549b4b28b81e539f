import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../log/log.ts';
import { openDatabase } from '../open.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { isPostmasterOf, postmasterPid } from './stale.ts';

const log = createLogger({ level: 'silent', pretty: false });
const asRoot = process.getuid?.() === 0;

let folder: string;
let dataDir: string;
const children: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

// Shared, so that the binaries are copied once.
const rootHome = join(tmpdir(), `kianda-pg clusters de ação ${process.pid}`);
afterAll(() => rm(rootHome, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-pg-'));
  await chmod(folder, 0o755);
  // Spaces and accents, and long enough for the socket to need a shorter folder.
  dataDir = join(folder, 'Dados do Ministério das Pescas e Recursos Marinhos', 'observações');
  await mkdir(dataDir, { recursive: true });
  return async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const server of servers.splice(0)) await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, rootHome, log, settings: { shared_buffers: '16MB' } });
  servers.push(server);
  return server;
}

async function clusterHome(): Promise<string> {
  if (!asRoot) return join(dataDir, 'postgres');
  return join(rootHome, (await readFile(join(dataDir, 'cluster-id'), 'utf8')).trim());
}

async function clusterData(): Promise<string> {
  return join(await clusterHome(), 'data');
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Another node process that starts the database and stays; settles with the address. */
async function startInChild(): Promise<{ child: ChildProcess; url: string }> {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)});
    const { createLogger } = await import(${JSON.stringify(new URL('../../log/log.ts', import.meta.url).href)});
    const log = createLogger({ level: 'silent', pretty: false });
    const [dataDir, rootHome] = process.argv.slice(1);
    const server = await startEmbeddedPostgres({ dataDir, rootHome, log, settings: { shared_buffers: '16MB' } });
    console.log(server.url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir, rootHome], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  if (child.stdout === null) throw new Error('no standard output');
  for await (const line of createInterface({ input: child.stdout })) return { child, url: line };
  throw new Error('the child ended without an address');
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

test('a real PostgreSQL 18, durable, reachable by no TCP port, keeps its data over a restart', async () => {
  const server = await start();
  const database = await openDatabase({ url: server.url, applicationName: 'test' });
  expect(database.serverVersion).toBeGreaterThanOrEqual(180_000);
  await database.close();
  const [settings] = await query(
    server.url,
    `select current_setting('fsync') as fsync, current_setting('listen_addresses') as tcp,
            current_setting('jit') as jit, lower('ÁGUA') as water`,
  );
  expect(settings).toEqual({ fsync: 'on', tcp: '', jit: 'off', water: 'água' });
  await query(server.url, 'create table kept as select 7 as n');
  await server.stop();
  await expect(query(server.url, 'select 1')).rejects.toThrow();
  const again = await start();
  expect(await query(again.url, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('a wrong password is refused', async () => {
  const server = await start();
  const url = new URL(server.url);
  url.password = 'wrong';
  await expect(query(url.toString(), 'select 1')).rejects.toThrow('password authentication failed');
});

test('the database ends when the process that started it is killed with SIGKILL', async () => {
  const { child, url } = await startInChild();
  await query(url, 'create table acknowledged as select 1 as n');
  const data = await clusterData();
  const pid = await postmasterPid(data);
  expect(pid).not.toBeNull();
  await killed(child);
  await expect.poll(async () => pid !== null && (await isPostmasterOf(pid, data))).toBe(false);
  const again = await start();
  expect(await query(again.url, 'select n from acknowledged')).toEqual([{ n: 1 }]);
});

test('starts right after a SIGKILL, whether or not the old server is gone, without losing a row', async () => {
  for (let round = 1; round <= 3; round += 1) {
    const { child, url } = await startInChild();
    if (round === 1) await query(url, 'create table acknowledged (n int)');
    await query(url, `insert into acknowledged values (${round})`);
    await killed(child);
  }
  const again = await start();
  expect(await query(again.url, 'select n from acknowledged order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('recovers when the server itself was killed, and says so through `lost`', async () => {
  const server = await start();
  await query(server.url, 'create table acknowledged as select 1 as n');
  const pid = await postmasterPid(await clusterData());
  if (pid === null) throw new Error('no postmaster.pid');
  process.kill(pid, 'SIGKILL');
  await server.lost;
  await server.stop();
  const again = await start();
  expect(await query(again.url, 'select n from acknowledged')).toEqual([{ n: 1 }]);
});

test('a left-over postmaster.pid that names another live process does not stop the start, nor that process', async () => {
  const server = await start();
  await server.stop();
  const bystander = spawn('sleep', ['60']);
  children.push(bystander);
  await writeFile(join(await clusterData(), 'postmaster.pid'), `${bystander.pid}\n/elsewhere\n1\n5432\n`);
  const again = await start();
  expect(await query(again.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(bystander.exitCode).toBeNull();
  expect(bystander.signalCode).toBeNull();
});

test('a second platform on the same data folder is refused with one line and the first goes on', async () => {
  const server = await start();
  await expect(start()).rejects.toThrow(`já está a ser usada por outra Kianda (processo ${process.pid})`);
  expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test.runIf(asRoot)(
  'as root the data folder and its cluster name each other; clusters never finished are removed',
  async () => {
    const abandoned = join(rootHome, randomUUID());
    const young = join(rootHome, randomUUID());
    await mkdir(abandoned, { recursive: true });
    await mkdir(young);
    await utimes(abandoned, new Date(0), new Date(0));
    await start();
    const names = await readdir(rootHome);
    expect(names).not.toContain(basename(abandoned));
    expect(names).toContain(basename(young));
    expect(await readFile(join(await clusterHome(), 'data-folder'), 'utf8')).toBe(`${dataDir}\n`);
  },
);

test.runIf(asRoot)('as root a data folder whose cluster vanished is refused, never silently begun anew', async () => {
  const server = await start();
  await server.stop();
  await rm(await clusterHome(), { recursive: true });
  await expect(start()).rejects.toThrow('desapareceu');
  await rm(join(dataDir, 'cluster-id'));
  const fresh = await start();
  expect(await query(fresh.url, 'select 1 as n')).toEqual([{ n: 1 }]);
});
