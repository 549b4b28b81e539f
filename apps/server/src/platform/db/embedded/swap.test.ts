import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../log/log.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import { finishSwap, forgetSwap, leaveSwap, readSwap } from './swap.ts';

const log = createLogger({ level: 'silent', pretty: false });
let paths: ClusterPaths;
let swap: Parameters<typeof leaveSwap>[1];

async function cluster(path: string, version: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'PG_VERSION'), version);
}
const read = (path: string) => readFile(join(path, 'PG_VERSION'), 'utf8').catch(() => null);

beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'kianda-troca-'));
  const data = join(home, 'data');
  paths = { home, data, passwordFile: join(home, 'password'), socketFolder: join(home, 'run'), idFile: null };
  swap = { prepared: join(home, 'reposta/data'), aside: join(home, 'data-antes-1'), note: 'quem pediu' };
  await cluster(swap.prepared, 'reposta');
  return () => rm(home, { recursive: true, force: true });
});

test.each([
  ['before anything', 'em uso', null],
  ['between the two renames', null, 'em uso'],
])('a start that died %s goes on where it stood, and nothing is lost', async (_name, data, aside) => {
  if (data !== null) await cluster(paths.data, data);
  if (aside !== null) await cluster(swap.aside, aside);
  await leaveSwap(paths.home, swap);
  await finishSwap(paths, log);
  expect([await read(paths.data), await read(swap.aside), await read(swap.prepared)]).toEqual([
    'reposta',
    'em uso',
    null,
  ]);
  expect((await readSwap(paths.home))?.note).toBe('quem pediu');
  await finishSwap(paths, log);
  expect(await read(paths.data)).toBe('reposta');
  await forgetSwap(paths.home);
  expect(await readSwap(paths.home)).toBeNull();
});

test('both renames done, but not noted: the cluster in place stays', async () => {
  await cluster(paths.data, 'reposta');
  await cluster(swap.aside, 'em uso');
  await rm(join(paths.home, 'reposta'), { recursive: true });
  await leaveSwap(paths.home, swap);
  await finishSwap(paths, log);
  expect([await read(paths.data), await read(swap.aside)]).toEqual(['reposta', 'em uso']);
  expect(await readSwap(paths.home)).not.toBeNull();
});
