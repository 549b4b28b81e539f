import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killRounds, killTimeoutMs } from '../../../testing/kill-rounds.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { filterMigrations } from './filters.migrations.ts';
import { createRuns } from './runs.service.ts';
import { addFilter, filterWorld, ownFilter } from './testing/filter-world.ts';

const moments = ['noted', 'scored', 'storing', 'stored', 'told'] as const;
const rounds = killRounds(moments.length);

let base: ModulePlatform;
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'filters', migrations: filterMigrations }]);
  await addFilter(base.platform);
});
afterAll(() => base.close());

const input = { filterId: ownFilter.id, revision: ownFilter.revision, requestedBy: 'Ensaio' };
const job = (runId: string) => ({
  ...{ runId, signal: new AbortController().signal, log: base.platform.log },
  progress: async () => undefined,
});
const told = async () =>
  (await sql<{ key: string }>`SELECT key FROM filters.told`.execute(base.platform.database.for())).rows.map(
    ({ key }) => key,
  );

test(`kill -9 during a filter, ${rounds} times: the last whole result is served, and the next attempt makes the one asked for and tells of it once`, {
  timeout: killTimeoutMs(rounds),
}, async () => {
  const doomedPath = fileURLToPath(new URL('./testing/doomed-filter.ts', import.meta.url));
  const { repository } = filterWorld(base.platform, true);
  let last = randomUUID();
  await createRuns(filterWorld(base.platform, false)).run(input, job(last));
  const changes: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    base.advance(60_000);
    const moment = moments[round % moments.length] ?? 'noted';
    const [runId, isEastward] = [randomUUID(), round % 2 === 0];
    const now = base.platform.clock.nowMs();
    const doomed = fork(doomedPath, [
      ...[base.platform.database.url, String(now), runId, isEastward ? 'east' : 'west', moment],
    ]);
    expect(await once(doomed, 'exit')).toEqual([null, 'SIGKILL']);
    const isStored = moment === 'stored' || moment === 'told';
    const served = await repository.result(ownFilter.id);
    expect(served?.id).toBe(isStored ? runId : last);
    expect(served?.result.grid.cells.length).toBe(80);
    expect(served?.summary?.modelVersion).toBe(3);

    await createRuns(filterWorld(base.platform, isEastward)).run(input, job(runId));
    const whole = await repository.result(ownFilter.id);
    expect(whole?.id).toBe(runId);
    const chosen = whole?.result.grid.cells.filter(({ isChosen }) => isChosen).map(({ cell }) => cell % 10) ?? [];
    expect(chosen.every((column) => (isEastward ? column > 4 : column < 5))).toBe(true);
    expect(chosen.length).toBeGreaterThan(0);
    changes.push(`filter-change:${runId}`);
    expect((await told()).sort()).toEqual(changes.toSorted());
    last = runId;
  }
  const runs = await repository.runs(ownFilter.id, 100);
  expect(runs.map(({ ended_at, summary }) => ended_at !== null && summary !== null)).toEqual(
    Array.from({ length: rounds + 1 }, () => true),
  );
});
