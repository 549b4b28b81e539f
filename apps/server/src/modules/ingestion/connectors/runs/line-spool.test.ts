import { execFileSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Spool, SpooledLines } from '@kianda/connectors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLineSpool } from './line-spool.ts';

let nowMs = Date.UTC(2026, 8, 1);
const clock = { nowMs: () => nowMs };
let directory: string;
const spools: Spool[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kianda-rececao-'));
});
afterEach(async () => {
  for (const spool of spools.splice(0)) spool.release();
  await rm(directory, { recursive: true });
});

function open(write?: (file: number, bytes: Uint8Array) => number): Spool {
  const spool = openLineSpool(join(directory, 'angola-ais', 'live'), clock, write);
  spools.push(spool);
  return spool;
}

const said = (text: string, feed = 'tcp 192.0.2.7'): SpooledLines => ({
  feed,
  receivedMs: nowMs,
  lines: Buffer.from(text, 'latin1'),
});
const texts = (received: readonly SpooledLines[] | undefined) =>
  received?.map(({ feed, receivedMs, lines }) => [feed, receivedMs, Buffer.from(lines).toString('latin1')]);

test('what an owner releases is taken over whole, in the order it came, and goes once it is stored', async () => {
  const one = open();
  one.append(said('!AIVDM,1\r\n!AIVDM,2\r\n'));
  one.append(said('{"feed":"x"}\n\xff\n', 'udp 2001:db8::5'));
  expect(one.cut()).not.toBeNull();
  one.append(said('!AIVDM,3\n'));
  one.release();

  const two = open();
  const first = await two.adopt();
  expect(texts(first?.received)).toEqual([
    ['tcp 192.0.2.7', nowMs, '!AIVDM,1\r\n!AIVDM,2\r\n'],
    ['udp 2001:db8::5', nowMs, '{"feed":"x"}\n\xff\n'],
  ]);
  const second = await two.adopt();
  expect(texts(second?.received)).toEqual([['tcp 192.0.2.7', nowMs, '!AIVDM,3\n']]);
  expect(await two.adopt()).toBeNull();
  for (const each of [first, second]) two.remove(each?.name ?? '');
  two.release();
  expect(await open().adopt()).toBeNull();
  expect(await readdir(join(directory, 'angola-ais', 'live'))).toEqual([]);
});

test('what a living owner has is its own; once nothing was heard of it for a minute it is taken over', async () => {
  const one = open();
  one.append(said('!AIVDM,1\n'));
  const two = open();
  expect(await two.adopt()).toBeNull();
  nowMs += 60_000;
  expect(texts((await two.adopt())?.received)).toEqual([['tcp 192.0.2.7', nowMs - 60_000, '!AIVDM,1\n']]);
  // The first one only slept: it goes on in a directory made anew.
  one.cut();
  one.append(said('!AIVDM,2\n'));
  one.release();
  expect(texts((await two.adopt())?.received)).toEqual([['tcp 192.0.2.7', nowMs, '!AIVDM,2\n']]);
});

test('lines outlast a process that is killed; a part that was not written whole is left out', async () => {
  const spool = join(directory, 'angola-ais', 'live');
  const script = `import { openLineSpool } from '${new URL('./line-spool.ts', import.meta.url).href}';
    const spool = openLineSpool('${spool}', { nowMs: () => ${nowMs} });
    spool.append({ feed: 'tcp 192.0.2.7', receivedMs: 1, lines: Buffer.from('!AIVDM,1\\n') });
    process.kill(process.pid, 'SIGKILL');`;
  expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', script])).toThrow();
  const [owner] = await readdir(spool);
  const [segment] = (await readdir(join(spool, owner ?? ''))).filter((name) => name !== 'vivo');
  await appendFile(join(spool, owner ?? '', segment ?? ''), '{"feed":"tcp 192.0.2.7","receivedMs":2,"bytes":50}\n!AIV');
  nowMs += 60_000;
  expect(texts((await open().adopt())?.received)).toEqual([['tcp 192.0.2.7', 1, '!AIVDM,1\n']]);
});

test('what the system wrote in part or not at all is cut off, and the lines after it are not lost', async () => {
  const disk = { room: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  const one = open((file, bytes) => {
    if (disk.room === 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const count = writeSync(file, bytes, 0, Math.min(bytes.length, disk.room, disk.most));
    disk.room -= count;
    return count;
  });
  one.append(said('!AIVDM,1\n'));
  disk.room = 20;
  one.append(said('!AIVDM,2\n'));
  disk.room = Number.POSITIVE_INFINITY;
  // The system may take fewer bytes than it is given without a fault.
  disk.most = 7;
  one.append(said('!AIVDM,3\n'));
  one.release();
  const feed = 'tcp 192.0.2.7';
  expect(texts((await open().adopt())?.received)).toEqual([
    [feed, nowMs, '!AIVDM,1\n'],
    [feed, nowMs, '!AIVDM,3\n'],
  ]);
});
