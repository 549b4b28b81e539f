import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../log/log.ts';
import type { Places } from './cluster-paths.ts';
import { finishSwap, forgetSwap, leaveSwap, readSwap } from './swap.ts';

const log = createLogger({ level: 'silent', pretty: false });
let places: Places;
let swap: Parameters<typeof leaveSwap>[1];

async function cluster(path: string, version: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'PG_VERSION'), version);
}
const read = (path: string) => readFile(join(path, 'PG_VERSION'), 'utf8').catch(() => null);

beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'kianda-troca-'));
  const data = join(home, 'data');
  places = { home, data, passwordFile: join(home, 'password'), socketFolder: join(home, 'run'), idFile: null };
  swap = { prepared: join(home, 'reposta/data'), aside: join(home, 'data-antes-1'), note: 'quem pediu' };
  await cluster(swap.prepared, 'reposta');
  return () => rm(home, { recursive: true, force: true });
});

test.each([
  ['before anything', 'em uso', null],
  ['between the two renames', null, 'em uso'],
])('a start that died %s goes on where it stood, and nothing is lost', async (_name, data, aside) => {
  if (data !== null) await cluster(places.data, data);
  if (aside !== null) await cluster(swap.aside, aside);
  await leaveSwap(places.home, swap);
  await finishSwap(places, log);
  expect([await read(places.data), await read(swap.aside), await read(swap.prepared)]).toEqual([
    'reposta',
    'em uso',
    null,
  ]);
  expect((await readSwap(places.home))?.note).toBe('quem pediu');
  await finishSwap(places, log);
  expect(await read(places.data)).toBe('reposta');
  await forgetSwap(places.home);
  expect(await readSwap(places.home)).toBeNull();
});

test('both renames done, but not noted: the cluster in place stays', async () => {
  await cluster(places.data, 'reposta');
  await cluster(swap.aside, 'em uso');
  await rm(join(places.home, 'reposta'), { recursive: true });
  await leaveSwap(places.home, swap);
  await finishSwap(places, log);
  expect([await read(places.data), await read(swap.aside)]).toEqual(['reposta', 'em uso']);
  expect(await readSwap(places.home)).not.toBeNull();
});
