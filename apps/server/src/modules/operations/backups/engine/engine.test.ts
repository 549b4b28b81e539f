import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../platform/db/database.ts';
import { openDatabase } from '../../../../platform/db/open.ts';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { createLogger } from '../../../../platform/log/log.ts';
import { createFolderStorage } from '../../../../platform/storage/folder.ts';
import { databaseAddress } from './connection.ts';
import { type CreateOptions, createBackup } from './create.ts';
import { backupKeyOf } from './key.ts';
import { dropDatabase, loadDatabase } from './load.ts';
import { listBackups, type Manifest, manifestPath, readManifest } from './manifest.ts';
import { restoreObjects } from './restore-objects.ts';
import { storageTarget } from './target.ts';
import { verifyBackup } from './verify.ts';

const log = createLogger({ level: 'silent', pretty: false });
const modules = [
  {
    name: 'sea',
    migrations: [
      {
        id: '0001-sea',
        sql: `
          create table sea.species (id bigint generated always as identity primary key, name text not null unique);
          create table sea.catches (
            id integer primary key, species_id bigint not null references sea.species, weight_kg numeric not null,
            at timestamptz not null, body bytea, tags text[] not null default '{}', extra jsonb, area box,
            weight_t numeric generated always as (weight_kg / 1000) stored);
          create index catches_at on sea.catches (at desc);
          create unique index catches_once on sea.catches (species_id, id);
          create table sea.tracks (ship integer not null, at timestamptz not null, lon real) partition by range (at);
          create index tracks_ship on sea.tracks (ship);
          create table sea.tracks_2026_01 partition of sea.tracks for values from ('2026-01-01') to ('2026-02-01');
          create table sea.writes (n bigserial primary key, worker integer not null);
          create table sea.sealed (id integer primary key);
          create function sea.refuse() returns trigger language plpgsql as
            $$ begin raise exception 'append only'; end $$;
          create trigger sealed_stays before update or delete or truncate on sea.sealed
            for each statement execute function sea.refuse();
          alter table sea.sealed enable always trigger sealed_stays;
          insert into sea.species (name) values ('seed of the migration');`,
      },
    ],
  },
];

let folder: string;
let source: { database: Database; drop(): Promise<void> };
let storage: ReturnType<typeof createFolderStorage>;
let target: ReturnType<typeof storageTarget>;
let copies: string;
const key = backupKeyOf(randomBytes(32));
const masterKey = { bytes: randomBytes(32), isFile: true };
const none = new AbortController().signal;
const quiet = async () => undefined;
let number = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kianda-copia-'));
  source = await createTestDatabase(modules);
  const db = source.database.for();
  await sql`insert into sea.species (name) select 'especie ' || n from generate_series(1, 50) n`.execute(db);
  // Rows of very different lengths: a filling that used gaps of earlier pages would put them in another order.
  await sql`insert into sea.catches (id, species_id, weight_kg, at, body, tags, extra, area)
    select n, 1 + n % 50, n * 1.5, '2026-01-01'::timestamptz + n * interval '1 minute',
      decode(repeat(md5(n::text), (n * 7919) % 120), 'hex'), array['a', 'ç' || n], jsonb_build_object('n', n),
      box(point(n, 1), point(0, 0))
    from generate_series(1, 4000) n`.execute(db);
  await sql`create table sea.tracks_2026_02 partition of sea.tracks for values from ('2026-02-01') to ('2026-03-01')`.execute(
    db,
  );
  await sql`insert into sea.tracks select n, '2026-01-15'::timestamptz + (n % 40) * interval '1 day', n / 7.0
    from generate_series(1, 5000) n where n % 40 < 30`.execute(db);
  await sql`insert into sea.sealed select generate_series(1, 10)`.execute(db);
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  number += 1;
  copies = join(folder, `copias-${number}`);
  target = storageTarget({ kind: 'folder', folder: copies }, copies);
  storage = createFolderStorage({ folder: join(folder, `objetos-${number}`) });
  for (let index = 0; index < 5; index += 1) await storage.put(`raw/${index}.bin`, randomBytes(1000 * index));
  await storage.put('fields/grande.bin', randomBytes(5_000_000));
  await storage.put('audit/checkpoints/2026-01-01.json', Buffer.from('{}'));
});

const backup = (name: string, over: Partial<CreateOptions> = {}): Promise<Manifest> =>
  createBackup({
    url: source.database.url,
    storage,
    target,
    key,
    name,
    kind: 'full',
    base: null,
    masterKey,
    appVersion: '2.0.0',
    now: () => new Date(Date.UTC(2026, 0, 1)).toISOString(),
    signal: none,
    progress: quiet,
    ...over,
  });

async function restored<T>(manifest: Manifest, look: (database: Database) => Promise<T>): Promise<T> {
  const database = `kianda_test_restore_${randomBytes(8).toString('hex')}`;
  const { url } = source.database;
  await loadDatabase({ url, database, manifest, target, key, modules, log, signal: none, progress: quiet });
  const opened = await openDatabase({ url: databaseAddress(url, database), applicationName: 'kianda-test' });
  try {
    return await look(opened);
  } finally {
    await opened.close();
    await dropDatabase(url, database);
  }
}

async function digestOf(database: Database): Promise<unknown> {
  const { rows } = await sql`select
    (select md5(string_agg(t::text, ' ' order by id)) from sea.catches t) as catches,
    (select md5(string_agg(t::text, ' ' order by t::text)) from sea.tracks t) as tracks,
    (select md5(string_agg(t::text, ' ' order by id)) from sea.species t) as species,
    (select count(*)::int from sea.sealed) as sealed`.execute(database.for());
  return rows[0];
}

async function spoil(path: string, change: (bytes: Buffer) => Buffer): Promise<void> {
  const place = join(copies, 'objects', path);
  await writeFile(place, change(await readFile(place)));
}

test('a full backup restored is the same, with its indexes, keys, triggers, partitions and sequences', async () => {
  const manifest = await backup('a');
  await restored(manifest, async (database) => {
    expect(await digestOf(database)).toEqual(await digestOf(source.database));
    const shape = async (one: Database) =>
      (
        await sql`select indexdef as what from pg_indexes where schemaname = 'sea'
          union all select conname || pg_get_constraintdef(oid) || convalidated from pg_constraint
            where connamespace = 'sea'::regnamespace and contype <> 'n'
          union all select tgname || tgenabled::text from pg_trigger where not tgisinternal
          union all select c.relname || pg_get_expr(relpartbound, c.oid) from pg_class c where relispartition and relkind = 'r'
          order by 1`.execute(one.for())
      ).rows;
    expect(await shape(database)).toEqual(await shape(source.database));
    const next = await sql<{ id: number }>`insert into sea.species (name) values ('nova') returning id`.execute(
      database.for(),
    );
    expect(next.rows[0]?.id).toBe(52);
    await expect(sql`delete from sea.sealed`.execute(database.for())).rejects.toThrow('append only');
  });
  const elsewhere = createFolderStorage({ folder: join(folder, 'outro') });
  await elsewhere.put('raw/3.bin', Buffer.from('outro conteúdo'));
  const shared = { manifest, target, key, storage: elsewhere, signal: none, progress: quiet };
  expect(await restoreObjects(shared)).toMatchObject({ written: 7, same: 0 });
  expect(await restoreObjects(shared)).toMatchObject({ written: 0, same: 7 });
  for (const name of ['raw/0.bin', 'raw/3.bin', 'fields/grande.bin']) {
    expect(await elsewhere.get(name)).toEqual(await storage.get(name));
  }
});

test('under write load every row acknowledged before the mark is there', async () => {
  const acknowledged: { n: number; atMs: number }[] = [];
  let isOver = false;
  const write = async (worker: number) => {
    const writer = await openDatabase({ url: source.database.url, applicationName: 'writer', maxConnections: 1 });
    while (!isOver) {
      const { rows } = await sql<{ n: number; at: Date }>`
        insert into sea.writes (worker) values (${worker}) returning n, clock_timestamp() as at`.execute(writer.for());
      const [row] = rows;
      // The server's own time, read after the commit: what is acknowledged by then must be in a later mark.
      const told = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(writer.for());
      if (row !== undefined) acknowledged.push({ n: row.n, atMs: told.rows[0]?.at.getTime() ?? 0 });
    }
    await writer.close();
  };
  const writers = [1, 2, 3].map(write);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
  const manifest = await backup('carga');
  const atEnd = acknowledged.length;
  await expect.poll(() => acknowledged.length).toBeGreaterThan(atEnd + 20);
  isOver = true;
  await Promise.all(writers);
  const markMs = Date.parse(manifest.mark.at);
  const before = acknowledged.filter(({ atMs }) => atMs < markMs).map(({ n }) => n);
  expect(before.length).toBeGreaterThan(100);
  await restored(manifest, async (database) => {
    const { rows } = await sql<{ n: number }>`select n from sea.writes`.execute(database.for());
    const found = new Set(rows.map(({ n }) => n));
    expect(before.filter((n) => !found.has(n))).toEqual([]);
    expect(found.size).toBeLessThan(acknowledged.length);
  });
});

test('an incremental backup keeps only what changed, and restores whole through its chain', async () => {
  const full = await backup('1');
  await sql`update sea.species set name = 'mudada' where id = 7`.execute(source.database.for());
  await storage.put('raw/novo.bin', Buffer.from('novo'));
  await storage.delete('raw/1.bin');
  const second = await backup('2', { kind: 'incremental', base: full });
  expect(second.files.map(({ path }) => path).filter((path) => path.startsWith('base/'))).toEqual([
    expect.stringContaining('sea.species'),
  ]);
  expect(second.requires).toEqual(['1']);
  expect(second.objects.map((object) => object.key)).not.toContain('raw/1.bin');
  await sql`delete from sea.tracks where at < '2026-01-20'`.execute(source.database.for());
  const third = await backup('3', { kind: 'incremental', base: second });
  expect(third.tables.find(({ name }) => name === 'species')?.file?.backup).toBe('2');
  expect(third.tables.find(({ name }) => name === 'tracks_2026_02')?.file?.backup).toBe('1');
  expect(third.requires).toEqual(['1', '2']);
  await restored(third, async (database) => expect(await digestOf(database)).toEqual(await digestOf(source.database)));
  const verified = await verifyBackup({ target, key, name: '3', signal: none, progress: quiet });
  expect(verified).toMatchObject({ objects: 7, rows: third.tables.reduce((sum, { rows }) => sum + rows, 0) });
});

test('one byte, a cut, a swap or another key: refused, and the file is named', async () => {
  const manifest = await backup('b');
  const [first] = manifest.files.filter(({ path }) => path.includes('sea.catches'));
  const path = `b/${first?.path}`;
  const whole = await readFile(join(copies, 'objects', path));
  const check = () => verifyBackup({ target, key, name: 'b', signal: none, progress: quiet });
  const load = () => restored(manifest, async () => undefined);
  await spoil(path, (bytes) => {
    bytes[Math.trunc(bytes.length / 2)] = (bytes[Math.trunc(bytes.length / 2)] ?? 0) ^ 1;
    return bytes;
  });
  await expect(check()).rejects.toThrow(path);
  // Nothing is made nor filled before every file is found whole.
  const steps: string[] = [];
  const database = `kianda_test_never_${randomBytes(8).toString('hex')}`;
  const progress = async (_fraction: number | null, message: string) => void steps.push(message.replace(/:.*/, ''));
  const into = { url: source.database.url, database, manifest, target, key, modules, log, signal: none };
  await expect(loadDatabase({ ...into, progress })).rejects.toMatchObject({ fault: 'corrupt' });
  expect(steps.filter((step) => step !== 'Somas de controlo')).toEqual([]);
  await expect(load()).rejects.toMatchObject({ fault: 'corrupt', message: expect.stringContaining(path) });
  await spoil(path, () => whole.subarray(0, whole.length - 20));
  await expect(load()).rejects.toMatchObject({ fault: 'corrupt', message: expect.stringContaining(path) });
  const [other] = manifest.files.filter((file) => file.path.includes('sea.species'));
  const otherBytes = await readFile(join(copies, 'objects', `b/${other?.path}`));
  await spoil(path, () => otherBytes);
  await expect(load()).rejects.toMatchObject({ fault: 'corrupt', message: expect.stringContaining(path) });
  await target.remove(path);
  await expect(load()).rejects.toMatchObject({ fault: 'missing', message: expect.stringContaining(path) });
  await writeFile(join(copies, 'objects', path), whole);
  await expect(check()).resolves.toMatchObject({ manifest: { name: 'b' } });
  const stranger = backupKeyOf(randomBytes(32));
  await expect(readManifest(target, stranger, 'b')).rejects.toMatchObject({ fault: 'wrong_key' });
  await spoil(manifestPath('b'), (bytes) => bytes.subarray(0, 60));
  await expect(readManifest(target, key, 'b')).rejects.toMatchObject({ fault: 'corrupt' });
});

test('a backup that is interrupted counts as none', async () => {
  const stop = new AbortController();
  const failing = backup('meio', {
    signal: stop.signal,
    progress: async (_fraction, message) => {
      if (message.startsWith('Base de dados')) stop.abort(new Error('parado'));
    },
  });
  await expect(failing).rejects.toThrow('parado');
  expect(await listBackups(target)).toEqual([]);
});

test('neither rows nor names nor objects can be read in what is kept', async () => {
  const manifest = await backup('z');
  await storage.put('raw/segredo.txt', Buffer.from('sardinha-secreta'.repeat(50)));
  const names = [manifestPath('z'), ...manifest.files.map(({ path }) => `z/${path}`)];
  for (const name of names) {
    const bytes = await readFile(join(copies, 'objects', name));
    for (const text of ['especie 1', 'sea.catches"', 'sardinha-secreta']) expect(bytes.includes(text)).toBe(false);
    expect(bytes.includes(Buffer.from(key.bytes))).toBe(false);
    expect(bytes.includes(masterKey.bytes)).toBe(false);
  }
  expect(createHash('sha256').update(key.bytes).digest().subarray(0, 8)).not.toEqual(key.fingerprint);
});
