import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killRounds, killTimeoutMs } from '../../../../testing/kill-rounds.ts';
import { createModulePlatform, type ModulePlatform } from '../../../../testing/module.ts';
import { studyMigrations } from '../studies.migrations.ts';
import { addBatch, batchSpecies, batchWorld, recordedSpecies } from './testing/batch-world.ts';

/** Each within the species that is next: what was begun, what was measured, what was stored, what was told. */
const moments = ['created', 'fitted', 'stored', 'ended'] as const;
const rounds = killRounds(moments.length);

let base: ModulePlatform;
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'studies', migrations: studyMigrations }]);
});
afterAll(() => base.close());

const count = async (query: string): Promise<number> =>
  (await sql.raw<{ n: number }>(`SELECT count(*)::int AS n FROM ${query}`).execute(base.platform.database.for()))
    .rows[0]?.n ?? 0;
const job = (runId: string) => ({
  ...{ runId, signal: new AbortController().signal, log: base.platform.log },
  progress: async () => undefined,
});

test(`kill -9 during a batch of ${batchSpecies.length} species, ${rounds} times: what is done stays, and no species is studied twice`, {
  timeout: killTimeoutMs(rounds),
}, async () => {
  const folder = dirname(dirname(base.platform.storage.localPath?.('any') ?? ''));
  const doomedPath = fileURLToPath(new URL('./testing/doomed-batch.ts', import.meta.url));
  const { batches, service } = batchWorld(base.platform);
  for (let round = 0; round < rounds; ) {
    await sql`TRUNCATE studies.studies, studies.batches CASCADE`.execute(base.platform.database.for());
    const id = randomUUID();
    await addBatch(
      batches,
      id,
      new Date(base.platform.clock.nowMs()),
      batchSpecies.map(() => randomUUID()),
    );
    // One batch dies at each moment in turn, and is resumed each time.
    for (let done = 0; done < moments.length && round < rounds; round += 1, done += 1) {
      const moment = moments[round % moments.length] ?? 'created';
      const before = (await batches.items(id)).filter(({ state }) => state === 'done').length;
      const doomed = fork(doomedPath, [base.platform.database.url, folder, id, moment]);
      expect(await once(doomed, 'exit')).toEqual([null, 'SIGKILL']);
      const after = (await batches.items(id)).filter(({ state }) => state === 'done').length;
      // One that was stored when its worker died is not told as done before another takes it up.
      expect(after - before).toBe(moment === 'ended' ? 1 : 0);
      const [runs, studied] = [
        await count('studies.runs'),
        await count('(SELECT DISTINCT study_id FROM studies.runs) AS s'),
      ];
      expect(runs).toBe(studied);
      expect(
        await count(
          "studies.batch_items i WHERE state = 'done' AND NOT EXISTS (SELECT FROM studies.runs r WHERE r.study_id = i.study_id)",
        ),
      ).toBe(0);
    }
    await service.run(id, job(id));
    const items = await batches.items(id);
    expect(items.map(({ state }) => state)).toEqual([...recordedSpecies.map(() => 'done'), 'refused']);
    expect(items.at(-1)?.reason).toContain('Sereia angolensis');
    expect(await count('studies.studies')).toBe(recordedSpecies.length);
    expect(await count('studies.runs')).toBe(recordedSpecies.length);
  }
});
