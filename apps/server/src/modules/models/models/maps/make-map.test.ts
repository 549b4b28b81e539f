import { fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { killRounds, killTimeoutMs } from '../../../../testing/kill-rounds.ts';
import { createModulePlatform, type ModulePlatform } from '../../../../testing/module.ts';
import { modelMigrations } from '../models.migrations.ts';
import { makeMap } from './make-map.ts';
import { mapMigrations } from './maps.migrations.ts';
import { createMaps } from './maps.service.ts';
import { addTrainedVersion, mapWorld } from './testing/map-world.ts';

const roundsOfMoment = killRounds(1);

let base: ModulePlatform;
let version: number;
beforeEach(async () => {
  base = await createModulePlatform([{ name: 'models', migrations: [...modelMigrations, ...mapMigrations] }]);
  version = await addTrainedVersion(base.platform, randomUUID());
});
afterEach(() => base.close());

const input = (more: object = {}) => ({
  ...{ modelType: 'biodiversity_predictor' as const, version, cellDegrees: 0.1, month: null, inputs: {} },
  ...{ requestedBy: 'Ensaio', ...more },
});
const job = (runId: string, signal = new AbortController().signal) => ({
  ...{ runId, signal, log: base.platform.log },
  progress: async () => undefined,
});
const files = async () => (await Array.fromAsync(base.platform.storage.list('model-maps/'))).map(({ key }) => key);

/** Whether every map that is published has its whole file. */
async function areWhole(): Promise<boolean> {
  const rows = await mapWorld(base.platform).context.repository.maps();
  const whole = await Promise.all(
    rows.map(async ({ file_key, file_sha256, file_bytes }) => {
      const bytes = await base.platform.storage.get(file_key);
      const sum = createHash('sha256').update(bytes ?? '');
      return bytes?.byteLength === file_bytes && sum.digest('hex') === file_sha256;
    }),
  );
  return whole.every(Boolean);
}

test(
  'a worker killed at any moment leaves no half map, and the next attempt makes the one that was asked for',
  async () => {
    const { context } = mapWorld(base.platform);
    const folder = dirname(dirname(base.platform.storage.localPath?.('any') ?? ''));
    const maker = fileURLToPath(new URL('./testing/doomed-map-maker.ts', import.meta.url));
    let [before, rounds] = [null as string | null, 0];
    for (const moment of ['scoring', 'storing', 'stored', 'published', 'replaced'] as const) {
      for (let round = 0; round < roundsOfMoment; round += 1) {
        const runId = randomUUID();
        // The first map has no earlier one to delete.
        if (moment === 'replaced' && before === null) throw new Error('no map to replace');
        const doomed = fork(maker, [base.platform.database.url, folder, runId, String(version), moment]);
        expect(await once(doomed, 'exit')).toEqual([null, 'SIGKILL']);
        const published = (await context.repository.maps()).map(({ id }) => id);
        const isPublished = moment === 'published' || moment === 'replaced';
        expect(published).toEqual(isPublished ? [runId] : before === null ? [] : [before]);
        expect(await areWhole()).toBe(true);
        expect(await makeMap(context, input(), job(runId))).toEqual({ refusal: null });
        expect((await context.repository.maps()).map(({ id }) => id)).toEqual([runId]);
        expect(await areWhole()).toBe(true);
        before = runId;
        rounds += 1;
      }
    }
    expect(rounds).toBe(5 * roundsOfMoment);
    // Files that a kill left behind are cleared away once they are a day old, and the map's own stays.
    base.advance(Date.now() - base.platform.clock.nowMs() + 2 * 86_400_000);
    await createMaps(context).forget();
    expect(await files()).toEqual([`model-maps/biodiversity_predictor/${version}/${before}.tif`]);
  },
  killTimeoutMs(5 * roundsOfMoment),
);

test('the same run twice makes one map; one that is cancelled makes none', async () => {
  const { context } = mapWorld(base.platform);
  const runId = randomUUID();
  for (const _ of [1, 2]) expect(await makeMap(context, input(), job(runId))).toEqual({ refusal: null });
  expect((await files()).length).toBe(1);
  const stop = new AbortController();
  stop.abort(new Error('cancelado'));
  await expect(makeMap(context, input({ cellDegrees: 0.2 }), job(randomUUID(), stop.signal))).rejects.toThrow(
    'cancelado',
  );
  expect((await context.repository.maps()).length).toBe(1);
});

test('a version that is deleted while its map is made leaves neither row nor file', async () => {
  const { context, versions } = mapWorld(base.platform);
  const scores: typeof context.scores = async (...given) => {
    const scored = await context.scores(...given);
    await versions.removeVersion('biodiversity_predictor', version);
    return scored;
  };
  expect(await makeMap({ ...context, scores }, input(), job(randomUUID()))).toEqual({
    refusal: 'A versão foi eliminada entretanto.',
  });
  expect([await files(), await context.repository.maps()]).toEqual([[], []]);
});

test('without any field of its inputs it says what to do', async () => {
  const { context } = mapWorld(base.platform);
  const scores: typeof context.scores = async (...given) => {
    const scored = await context.scores(...given);
    return { ...scored, sources: [], value: scored.value.map(() => Number.NaN) };
  };
  const { refusal } = await makeMap({ ...context, scores }, input(), job(randomUUID()));
  expect(refusal).toContain('execute os conectores oceânicos');
});
