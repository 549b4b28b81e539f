import { fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killRounds, killTimeoutMs } from '../../../../testing/kill-rounds.ts';
import { createModulePlatform, type ModulePlatform } from '../../../../testing/module.ts';
import { mapMigrations } from '../maps/maps.migrations.ts';
import { modelMigrations } from '../models.migrations.ts';
import { createTrainings } from '../trainings.service.ts';
import { takeForeign } from './take-foreign.ts';
import { foreignTaking, foreignType, foreignWorld, sendForeignFile } from './testing/foreign-world.ts';

/** `0.2+` and `0.4+`: while a process of its own reads the file, and while it answers the rows held out. */
const moments = ['0.4+', 'stored', 'added', '0.2+', 'noted', 'storing', 'ended'] as const;
const rounds = killRounds(3);
const longestMs = 800;
const dayMs = 86_400_000;

let base: ModulePlatform;
let sent: string;
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'models', migrations: [...modelMigrations, ...mapMigrations] }]);
  sent = await sendForeignFile(base.platform);
});
afterAll(() => base.close());

const world = () => foreignWorld(base.platform, (versions) => versions);
const job = (runId: string) => ({
  ...{ runId, signal: new AbortController().signal, log: base.platform.log },
  progress: async () => undefined,
});

/** Numbers of the versions, each of which has its whole file. */
async function wholeVersions(): Promise<number[]> {
  const rows = await world().versions.versions(foreignType);
  for (const { artefact_key: key, artefact_sha256: sum } of rows) {
    const bytes = await base.platform.storage.get(key);
    expect(
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    ).toBe(sum);
  }
  return rows.map(({ version }) => version);
}

/** Processes that run the parser of models from elsewhere and have lost who started them; none where no one lists them. */
async function orphans(): Promise<string[]> {
  const parser = await realpath(fileURLToPath(new URL('./foreign-process.ts', import.meta.url)));
  const found: string[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    const [command, status] = await Promise.all(
      ['cmdline', 'status'].map((of) => readFile(`/proc/${pid}/${of}`, 'utf8').catch(() => '')),
    );
    if (command?.split('\0').includes(parser) === true && /^PPid:\t1$/m.test(status ?? '')) found.push(pid);
  }
  return found;
}

test(`kill -9 while a model from elsewhere becomes a version, ${rounds} times: it makes one version, whole, and no other`, {
  timeout: killTimeoutMs(rounds),
}, async () => {
  const folder = dirname(dirname(base.platform.storage.localPath?.('any') ?? ''));
  const taker = fileURLToPath(new URL('./testing/doomed-taker.ts', import.meta.url));
  const random = seededRandom('foreign');
  let made = 0;
  for (let round = 0; round < rounds; round += 1) {
    const which = moments[round % moments.length] ?? 'noted';
    const moment = which.endsWith('+') ? `${which}${Math.floor(random() * longestMs)}` : which;
    const runId = randomUUID();
    const doomed = fork(taker, [base.platform.database.url, folder, runId, moment]);
    expect(await once(doomed, 'exit')).toEqual([null, 'SIGKILL']);
    // A version that had not been added is none, and one that had is whole.
    const left = await wholeVersions();
    const possible = which.endsWith('+') ? [0, 1] : [Number(which === 'added' || which === 'ended')];
    expect(possible).toContain(left.length - made);
    expect(await world().versions.training(runId)).toMatchObject({ run_id: runId });
    // The queue runs it again, with the same id.
    made += 1;
    expect(await takeForeign(world().context as never, foreignTaking, job(runId))).toEqual({ version: made });
    expect(await wholeVersions()).toEqual(Array.from({ length: made }, (_, place) => made - place));
    expect(await world().versions.training(runId)).toMatchObject({ version: made, error: null });
  }
  // A process that answered for a killed one ends by itself.
  await expect.poll(orphans).toEqual([]);
  // The file that was sent is as it was; files of no version are gone after a day, those of versions stay.
  const kept = await base.platform.storage.get(foreignTaking.fileKey);
  expect(
    createHash('sha256')
      .update(kept ?? '')
      .digest('hex'),
  ).toBe(sent);
  base.advance(Date.now() - base.platform.clock.nowMs() + 2 * dayMs);
  await createTrainings(world().context as never).forget();
  const files = await Array.fromAsync(base.platform.storage.list('models/'));
  const versions = await world().versions.versions(foreignType);
  expect(files.map(({ key }) => key).sort()).toEqual(versions.map(({ artefact_key }) => artefact_key).sort());
  expect(versions.length).toBe(rounds);
});
