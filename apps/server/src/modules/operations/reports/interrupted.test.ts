import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalEvents } from '../../../platform/events/events.ts';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import { JobStopped } from '../../../platform/jobs/runner.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { createGenerator } from './generation.service.ts';
import { createReportsRepository, type ReportsRepository } from './reports.repository.ts';
import { newReport } from './reports.service.ts';
import type { ReportRow, ReportsTables } from './reports.types.ts';
import { openReportsDesk, type ReportOperations } from './testing/reports-world.ts';

let desk: ReportOperations;
let repository: ReportsRepository;
beforeAll(async () => {
  desk = await openReportsDesk();
  repository = createReportsRepository(desk.app.database.for<ReportsTables>());
});
afterAll(() => desk.close());

const author = { id: randomUUID(), name: 'Direção', email: 'direcao@exemplo.ao', role: 'administrador' as const };

/** A report in line, without its job. */
async function asked(): Promise<ReportRow> {
  const config: ReportRow['config'] = { region: 'zee', format: 'html', sections: ['decisions'] };
  const send = { recipients: ['quem@exemplo.ao'], delivery: 'auto' } as const;
  const row = newReport({ template: 'releases', config, ...send }, author, null, desk.app.clock.nowMs());
  await repository.insert(row);
  return row;
}

/** Generators of a process of its own. `at` is called before each step, and with the storage key once the file is stored. */
function processWith(at: (step: string) => Promise<void>) {
  const { database, clock, storage, composition } = desk.app;
  const watched: ObjectStorage = {
    ...storage,
    async put(key, ...rest) {
      await storage.put(key, ...rest);
      await at(key);
    },
  };
  const log = desk.app.server.log as unknown as JobContext['log'];
  const generator = createGenerator({
    platform: { database, clock, log, storage: watched, random: () => 0.5, events: createLocalEvents() },
    repository,
    bindings: () => composition.bindings,
    platformFacts: {
      verifyChain: () => Promise.reject(new Error('not asked for')),
      release: async () => ({
        version: '2.0.0',
        changelog: null,
        decisions: [{ number: '0030', title: 'Relatórios' }],
      }),
    },
    authorOf: async () => author,
    onReady: () => undefined,
  });
  return {
    run: (id: string, signal = new AbortController().signal) =>
      generator.run(id, { runId: randomUUID(), signal, log, progress: (_share, message) => at(message) }),
  };
}

const healthy = () => processWith(async () => undefined);
const steps = [
  ['claimed, nothing written', /^A escrever/],
  ['written, being rendered', /^A compor/],
  ['its file stored and not recorded', /^reports\//],
] as const;

/** A process that stops for ever at a step: `reached` settles there, and `revive` lets it go on after all. */
function dyingAt(step: RegExp) {
  const reached = Promise.withResolvers<void>();
  const revived = Promise.withResolvers<void>();
  const { run } = processWith(async (name) => {
    if (!step.test(name)) return;
    reached.resolve();
    await revived.promise;
  });
  return { run, reached: reached.promise, revive: () => revived.resolve() };
}

/** Files of a report, and the sum of each. */
async function filesOf(id: string): Promise<{ key: string; sum: string }[]> {
  const files: { key: string; sum: string }[] = [];
  for await (const { key } of desk.app.storage.list(`reports/${id}/`)) {
    const bytes = await desk.app.storage.get(key);
    files.push({
      key,
      sum: createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    });
  }
  return files;
}

async function expectMadeOnce(id: string, attempts: number): Promise<void> {
  const row = await repository.find(id);
  expect(row).toMatchObject({ state: 'completed', error: null, progress: 1, attempts });
  expect(await filesOf(id)).toEqual([{ key: row?.storage_key, sum: row?.checksum }]);
  expect(await repository.deliveriesOf(id)).toHaveLength(1);
}

test.each(steps)('a report whose process died is made by the next one: %s', async (_name, step) => {
  const { id } = await asked();
  const dead = dyingAt(step);
  const late = dead.run(id).catch((error: unknown) => error);
  await dead.reached;
  expect(await repository.find(id)).toMatchObject({ state: 'running', attempts: 1 });
  expect(await healthy().run(id)).toEqual({ made: true });
  await expectMadeOnce(id, 2);
  // It was not dead, only away for longer than its lease: what it still does is refused, and leaves nothing.
  dead.revive();
  expect(await late).toMatchObject({ code: 'conflict' });
  await expectMadeOnce(id, 2);
  expect(await healthy().run(id)).toEqual({ made: false });
});

test.each(steps)(
  'one whose process stops in order is in line again, and no attempt is lost: %s',
  async (_name, step) => {
    const { id } = await asked();
    const stopped = new AbortController();
    const { run } = processWith(async (name) => {
      if (step.test(name)) stopped.abort(new JobStopped('shutdown', 'O servidor está a parar.'));
      stopped.signal.throwIfAborted();
    });
    await expect(run(id, stopped.signal)).rejects.toBeInstanceOf(JobStopped);
    expect(await repository.find(id)).toMatchObject({ state: 'queued', attempts: 0, error: null });
    expect(await healthy().run(id)).toEqual({ made: true });
    await expectMadeOnce(id, 1);
  },
);

test('one that ends its process each time is given up, with the reason and without a file', async () => {
  const { id } = await asked();
  for (const step of [/^A escrever/, /^A compor/, /^reports\//]) {
    const dead = dyingAt(step);
    void dead.run(id).catch(() => undefined);
    await dead.reached;
  }
  expect(await filesOf(id)).toHaveLength(1);
  expect(await healthy().run(id)).toEqual({ made: false });
  expect(await repository.find(id)).toMatchObject({
    state: 'failed',
    error: 'A geração parou a meio 3 vezes; veja os registos do sistema.',
  });
  expect(await filesOf(id)).toEqual([]);
  // Somebody asks for it again: it has all its attempts.
  await repository.again(id);
  expect(await healthy().run(id)).toEqual({ made: true });
  await expectMadeOnce(id, 1);
});

test('a fault is tried three times; a refusal and a cancellation once', async () => {
  const { id } = await asked();
  const faulty = processWith(async (name) => {
    if (name.startsWith('reports/')) throw new Error('disk on fire');
  });
  for (const state of ['queued', 'queued', 'failed']) {
    await expect(faulty.run(id)).rejects.toThrow('disk on fire');
    expect(await repository.find(id)).toMatchObject({ state });
  }
  expect((await repository.find(id))?.error).toBe('Ocorreu um erro interno; veja os registos do sistema.');
  expect(await filesOf(id)).toEqual([]);

  const cancelled = await asked();
  const stop = new AbortController();
  stop.abort(new JobStopped('cancelled', 'Cancelada por um operador.'));
  await expect(healthy().run(cancelled.id, stop.signal)).rejects.toBeInstanceOf(JobStopped);
  expect(await repository.find(cancelled.id)).toMatchObject({
    state: 'failed',
    error: 'A geração foi cancelada ou excedeu o tempo limite.',
  });
});

test('the conductor finds what is open: in line without a job, and begun by a process that is gone', async () => {
  const waiting = await asked();
  const begun = await asked();
  await repository.begin(begun.id, { claim: randomUUID(), most: 3, at: new Date(desk.app.clock.nowMs()) });
  // An account that is none: the reason of the account arrives, so the job ran.
  await desk.run('reports.conduct');
  for (const { id } of [waiting, begun]) {
    expect(await desk.ended(id)).toMatchObject({ error: 'A conta que pediu este relatório já não está ativa.' });
  }
});
