import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { fullMark, prepareArchive, spoolOf } from './archive.ts';

const run = promisify(execFile);
const name = '00000001000000000000000A';
const segment = Buffer.concat([Buffer.from('cabeçalho'), Buffer.alloc(1_000_000), Buffer.from('fim')]);
let home: string;
let extras: Awaited<ReturnType<typeof prepareArchive>>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'kianda arquivo $HOME "é" %p-'));
  await mkdir(join(home, 'data/pg_wal'), { recursive: true });
  extras = await prepareArchive(home, 60, null);
  await writeFile(join(home, 'data/pg_wal', name), segment);
  return () => rm(home, { recursive: true, force: true });
});

/** As the server runs it: through the shell, in its data folder, names put in the place of %p and %f. */
const command = () => (extras.settings.archive_command ?? '').replaceAll('%p', `pg_wal/${name}`).replaceAll('%f', name);
const options = () => ({ cwd: join(home, 'data'), env: { PATH: '/usr/bin:/bin', ...extras.env } });
const archive = () => run('/bin/sh', ['-c', command()], options());
const spool = () => readdir(spoolOf(home));

test('a segment is archived whole; the same again passes, another content under its name is refused', async () => {
  await archive();
  expect(await spool()).toEqual([name]);
  expect((await readFile(join(spoolOf(home), name))).equals(segment)).toBe(true);
  await archive();
  await writeFile(join(home, 'data/pg_wal', name), 'outro');
  await expect(archive()).rejects.toThrow('another content');
  expect((await readFile(join(spoolOf(home), name))).equals(segment)).toBe(true);
});

test('cut half-way, nothing lies under its name, and the next time makes it whole', async () => {
  // A segment that never ends: the copy is under way for as long as nobody kills it.
  await rm(join(home, 'data/pg_wal', name));
  await run('mkfifo', [join(home, 'data/pg_wal', name)]);
  const child = spawn('/bin/sh', ['-c', command()], { ...options(), detached: true, stdio: 'ignore' });
  const writer = spawn('/bin/sh', ['-c', `head -c 300000 /dev/zero; exec sleep 60`], {
    stdio: ['ignore', (await import('node:fs')).openSync(join(home, 'data/pg_wal', name), 'r+'), 'ignore'],
  });
  await expect.poll(spool).toContain(`.${name}.parte`);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  await ended;
  writer.kill('SIGKILL');
  expect(await spool()).toEqual([`.${name}.parte`]);
  await rm(join(home, 'data/pg_wal', name));
  await writeFile(join(home, 'data/pg_wal', name), segment);
  await archive();
  expect(await spool()).toEqual([name]);
  expect((await readFile(join(spoolOf(home), name))).equals(segment)).toBe(true);
});

test('without room, segments are let go rather than kept by the server until its disk is full', async () => {
  await writeFile(join(spoolOf(home), fullMark), '');
  await archive();
  expect(await spool()).toEqual([fullMark]);
  await rm(join(spoolOf(home), fullMark));
  await writeFile(join(home, 'df'), '#!/bin/sh\necho h; echo /dev/x 9 9 1000 99% /\n', { mode: 0o700 });
  extras = { ...extras, env: { ...extras.env, PATH: `${home}:/usr/bin:/bin` } };
  await archive();
  expect(await spool()).toEqual([fullMark]);
});
