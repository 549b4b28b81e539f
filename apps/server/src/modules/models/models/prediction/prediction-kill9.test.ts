import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@kianda/geo';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../../platform/db/migrate.ts';
import { killRounds, killTimeoutMs } from '../../../../testing/kill-rounds.ts';
import { createModulePlatform, type ModulePlatform } from '../../../../testing/module.ts';
import { evidenceWorld } from '../evidence/testing/evidence-world.ts';
import { mapMigrations } from '../maps/maps.migrations.ts';
import { addTrainedVersion } from '../maps/testing/map-world.ts';
import { modelMigrations } from '../models.migrations.ts';
import { batchItems, batchOf, predictionWorld, retentionMigrationsOf } from './testing/prediction-world.ts';

const moments = ['computed', 'counted', 'answered', 'keeping', 'kept'] as const;
const rounds = killRounds(moments.length);
/** To write so few answers takes less. */
const longestMs = 30;
const type = 'biodiversity_predictor';

let base: ModulePlatform;
let version: number;
beforeAll(async () => {
  const models = { name: 'models', migrations: [...modelMigrations, ...mapMigrations] };
  base = await createModulePlatform([models]);
  const retention = { name: 'retention', migrations: retentionMigrationsOf(base.platform) ?? [] };
  await migrate(base.platform.database, [models, retention], base.platform.log);
  version = await addTrainedVersion(base.platform, randomUUID());
  const by = { account_id: 'a', account_name: 'Ensaio', reason: 'Ensaio.', at: new Date(base.platform.clock.nowMs()) };
  await world().versions.deploy({ model_type: type, version, kind: 'approve', ...by });
});
afterAll(() => base.close());

const world = () => predictionWorld(base.platform, (repository) => repository);
const counted = async () => Number((await world().versions.deployed(type))?.predictions);
async function held(): Promise<{ readonly rows: number; readonly told: number }> {
  const { rows } = await sql<{ rows: number; told: number }>`SELECT
    (SELECT count(*) FROM retention.records)::int AS rows,
    (SELECT coalesce(sum(records), 0) FROM retention.totals)::int AS told`.execute(base.platform.database.for());
  return rows[0] ?? { rows: 0, told: 0 };
}

test(`kill -9 during a batch of predictions, ${rounds} times: what was answered is counted, and what is kept is whole`, {
  timeout: killTimeoutMs(rounds),
}, async () => {
  const folder = dirname(dirname(base.platform.storage.localPath?.('any') ?? ''));
  const predictor = fileURLToPath(new URL('./testing/doomed-predictor.ts', import.meta.url));
  const random = seededRandom('predictions');
  let answered = await counted();
  for (let round = 0; round < rounds; round += 1) {
    const which = moments[round % moments.length] ?? 'computed';
    const moment = which === 'keeping' ? `keeping${Math.floor(random() * longestMs)}` : which;
    const doomed = fork(predictor, [base.platform.database.url, folder, String(round), moment]);
    expect(await once(doomed, 'exit')).toEqual([null, 'SIGKILL']);
    if (which !== 'computed') answered += batchItems;
    expect(await counted()).toBe(answered);
    const { rows, told } = await held();
    expect(told).toBe(rows);
    // The batch again, and alone in a request too great for the cache: the same answers.
    const { predict, close } = world();
    const items = batchOf(round) as never[];
    const again = await predict('biodiversity', { items });
    const computed = await predict('biodiversity', { items: [...items, ...items] });
    await close();
    answered += 3 * batchItems;
    expect(again.items.map(({ value, similarity }) => [value, similarity])).toEqual(
      computed.items.slice(0, batchItems).map(({ value, similarity }) => [value, similarity]),
    );
    expect(again.items.every(({ value }) => value !== null)).toBe(true);
  }
  expect((await held()).rows).toBeGreaterThan(batchItems);
});

test('kill -9 during the proof of a version: there is no half of it, the one before stays, and the next attempt measures the same', {
  timeout: killTimeoutMs(3 * killRounds(1)),
}, async () => {
  const folder = dirname(dirname(base.platform.storage.localPath?.('any') ?? ''));
  const prover = fileURLToPath(new URL('../evidence/testing/doomed-prover.ts', import.meta.url));
  const { kept, evidence } = evidenceWorld(base.platform, (repository) => repository);
  const input = { modelType: type, version, nullModels: 1 } as const;
  const attempt = (runId: string, requestedBy: string) =>
    evidence.prove(
      { ...input, requestedBy },
      {
        ...{ runId, signal: new AbortController().signal, log: base.platform.log },
        progress: async () => undefined,
      },
    );
  await attempt(randomUUID(), 'Antes');
  const first = await kept.find(type, version);
  expect(first?.jackknife.variables.length).toBeGreaterThan(0);
  let last = 'Antes';
  for (const moment of ['measuring', 'measured', 'kept'] as const) {
    for (let round = 0; round < killRounds(1); round += 1) {
      const runId = randomUUID();
      const doomed = fork(prover, [base.platform.database.url, folder, runId, String(version), moment]);
      expect(await once(doomed, 'exit')).toEqual([null, 'SIGKILL']);
      const left = await kept.find(type, version);
      expect(left?.requestedBy).toBe(moment === 'kept' ? 'Ensaio' : last);
      // The queue runs it again, with the same id.
      last = `Ensaio ${moment}`;
      expect(await attempt(runId, last)).toEqual({ refusal: null });
      const now = await kept.find(type, version);
      expect([now?.requestedBy, now?.jackknife, now?.nullModels]).toEqual([last, first?.jackknife, first?.nullModels]);
    }
  }
});
