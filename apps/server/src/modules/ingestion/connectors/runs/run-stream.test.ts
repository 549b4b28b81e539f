import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { ProviderError } from '@kianda/connectors';
import { isOperational } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { dataConnectors, setCredentials } from '@kianda/contract/ingestion/connectors/operations.contract';
import { afterEach, expect, test } from 'vitest';
import type { AppError } from '../../../../platform/http/errors.ts';
import { JobStopped } from '../../../../platform/jobs/runner.ts';
import { landing, rawBody, type Script, scriptedConnector, scriptedStream } from '../testing/scripted.ts';
import { type ConnectorWorld, createConnectorWorld } from '../testing/world.ts';
import { ingestJobName } from './runs.jobs.ts';

let world: ConnectorWorld;
afterEach(() => world.close());

async function worldOf(script: Script): Promise<ConnectorWorld> {
  world = await createConnectorWorld([{ connector: scriptedConnector('pesca', [scriptedStream('ano', script)]) }]);
  return world;
}

const stream = () => world.db.selectFrom('connectors.streams').selectAll().executeTakeFirstOrThrow();
const runs = () => world.db.selectFrom('connectors.runs').selectAll().orderBy('created_at').execute();
const onlyRun = async () => {
  const [run, ...others] = await runs();
  if (run === undefined || others.length > 0) throw new Error(`expected one run, found ${others.length + 1}`);
  return run;
};

/** The job of the stream done by hand, under an id and a signal of the test. */
function doJob(runId: string, signal = new AbortController().signal): Promise<unknown> {
  const job = world.module.jobs?.find(({ name }) => name === ingestJobName('pesca', 'ano'));
  if (job === undefined) throw new Error('no such job');
  const input = { mode: 'incremental', trigger: 'ensaio', actorId: null };
  return job.run(input, { runId, signal, log: world.platform.log, progress: async () => undefined });
}

test('a first run stores each page before it asks for the next, and moves the cursor with it', async () => {
  const cursorsSeen: unknown[] = [];
  await worldOf(async function* ({ cursor }) {
    expect(cursor).toBeNull();
    for (const page of [1, 2, 3]) {
      yield { records: [landing(2000 + page)], cursor: page, progress: page / 3 };
      cursorsSeen.push((await stream()).cursor, world.stored.size);
    }
  });
  const [run] = await world.run('pesca');
  expect(run?.state).toBe('succeeded');
  expect(cursorsSeen).toEqual([1, 1, 2, 2, 3, 3]);
  expect(await onlyRun()).toMatchObject({
    id: run?.id,
    state: 'succeeded',
    mode: 'incremental',
    trigger: 'manual',
    actor_id: 'conta',
    attempt: 1,
    pages: 3,
    records_written: 3,
    records_duplicate: 0,
    cursor_before: null,
    cursor_after: 3,
    progress: 1,
    licence: 'CC0',
    code_version: '2.0.0',
  });
  expect(await stream()).toMatchObject({
    cursor: 3,
    newest_observed_at: new Date('2003-01-01T00:00:00Z'),
    last_success_run_id: run?.id,
    consecutive_failures: 0,
  });
});

test('the next run goes on after the cursor; what did not change counts as a duplicate', async () => {
  const asked: (number | null)[] = [];
  await worldOf(async function* ({ cursor, mode }) {
    asked.push(cursor);
    const page = mode === 'full' ? 1 : (cursor ?? 0) + 1;
    yield { records: [landing(2000), landing(2000 + page, page)], cursor: page };
  });
  await world.run('pesca');
  await world.run('pesca');
  await world.run('pesca', { mode: 'full' });
  expect(asked).toEqual([null, 1, null]);
  expect((await runs()).map((run) => [run.records_written, run.records_duplicate])).toEqual([
    [2, 0],
    [1, 1],
    [0, 2],
  ]);
  expect(world.stored.size).toBe(3);
});

test('a provider that fails leaves the cursor at the last page stored', async () => {
  let healthy = false;
  await worldOf(async function* ({ cursor }) {
    yield { records: [landing(2000)], cursor: (cursor ?? 0) + 1 };
    if (!healthy) throw new ProviderError('quota', 'Limite diário esgotado');
  });
  const [failed] = await world.run('pesca');
  expect(failed).toMatchObject({ state: 'failed', error: 'Limite diário esgotado' });
  expect(await onlyRun()).toMatchObject({
    state: 'failed',
    failure: 'quota',
    error: 'Limite diário esgotado',
    pages: 1,
  });
  expect(await stream()).toMatchObject({
    cursor: 1,
    consecutive_failures: 1,
    last_failure: 'quota',
    last_success_at: null,
  });
  await world.run('pesca');
  expect((await stream()).consecutive_failures).toBe(2);
  healthy = true;
  await world.run('pesca');
  expect(await stream()).toMatchObject({ cursor: 3, consecutive_failures: 0 });
});

test('rows that do not fit are kept with their reason, and the run says so', async () => {
  await worldOf(async function* () {
    yield { records: [landing(2000)], rejected: [{ reason: 'ano ausente', raw: { tonnes: 4 } }], cursor: 1 };
    yield { rejected: [{ reason: 'ano no futuro', raw: 'texto' }], cursor: 2 };
  });
  await world.run('pesca');
  expect(await onlyRun()).toMatchObject({ state: 'succeeded_with_rejects', records_rejected: 2, records_written: 1 });
  const rows = await world.db
    .selectFrom('connectors.rejected_rows')
    .select(['page', 'reason', 'raw'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { page: 1, reason: 'ano ausente', raw: { row: { tonnes: 4 } } },
    { page: 2, reason: 'ano no futuro', raw: { row: 'texto' } },
  ]);
});

test('bodies are kept as they came, and no address keeps its secret', async () => {
  await worldOf(async function* () {
    yield { raw: [rawBody('primeira', 'http://127.0.0.1:9/p?token=segredo&n=1'), rawBody('segunda')], cursor: 1 };
    yield { raw: [rawBody('terceira')], cursor: 2 };
  });
  await world.run('pesca');
  const rows = await world.db.selectFrom('connectors.raw_pages').selectAll().orderBy('seq').execute();
  const bodies = await Promise.all(rows.map(async (row) => world.platform.storage.get(row.storage_key)));
  expect(bodies.map((body) => gunzipSync(body ?? Buffer.alloc(0)).toString())).toEqual([
    'primeira',
    'segunda',
    'terceira',
  ]);
  expect(rows[0]).toMatchObject({ url: 'http://127.0.0.1:9/p?token=***&n=1', status: 200, bytes: 8 });
});

test('a run taken up again after an interruption is the same run: nothing it kept is lost or doubled', async () => {
  await worldOf(async function* ({ cursor }) {
    const page = (cursor ?? 0) + 1;
    const rejected = [{ reason: `linha ${page}`, raw: page }];
    yield { records: [landing(2000 + page)], rejected, raw: [rawBody(`página ${page}`)], cursor: page };
    if (page === 1) throw new ProviderError('network', 'ligação cortada');
  });
  const runId = randomUUID();
  await expect(doJob(runId)).rejects.toThrow('ligação cortada');
  await doJob(runId);
  expect(await onlyRun()).toMatchObject({
    id: runId,
    attempt: 2,
    state: 'succeeded_with_rejects',
    failure: null,
    error: null,
    pages: 2,
    records_written: 2,
    records_rejected: 2,
  });
  const rejected = await world.db.selectFrom('connectors.rejected_rows').select('reason').orderBy('id').execute();
  expect(rejected.map(({ reason }) => reason)).toEqual(['linha 1', 'linha 2']);
  const raw = await world.db.selectFrom('connectors.raw_pages').select('storage_key').orderBy('seq').execute();
  const bodies = await Promise.all(raw.map(async (row) => world.platform.storage.get(row.storage_key)));
  expect(bodies.map((body) => gunzipSync(body ?? Buffer.alloc(0)).toString())).toEqual(['página 1', 'página 2']);
});

test('a page whose storing failed is not acknowledged', async () => {
  world = await createConnectorWorld(
    [
      {
        connector: scriptedConnector('pesca', [
          scriptedStream('ano', async function* () {
            yield { records: [landing(2000)], cursor: 1 };
          }),
        ]),
      },
    ],
    { sinks: { landing: async () => Promise.reject(new Error('disco cheio')) } },
  );
  await world.run('pesca');
  expect(await onlyRun()).toMatchObject({
    state: 'failed',
    failure: 'bug',
    error: 'disco cheio',
    pages: 0,
    cursor_after: null,
  });
  expect((await stream()).cursor).toBeNull();
});

test('a kind of record that nobody stores fails the run', async () => {
  world = await createConnectorWorld(
    [
      {
        connector: scriptedConnector('pesca', [
          scriptedStream('ano', async function* () {
            yield { records: [landing(2000)] };
          }),
        ]),
      },
    ],
    { sinks: {} },
  );
  await world.run('pesca');
  expect((await onlyRun()).error).toContain('no sink stores records of kind "landing"');
});

/** A run that hangs until its signal is aborted with `reason`. */
async function interrupted(reason: Error) {
  const controller = new AbortController();
  await worldOf(async function* ({ signal }) {
    yield { records: [landing(2000)], cursor: 1 };
    setImmediate(() => controller.abort(reason));
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(reason), { once: true }));
  });
  await expect(doJob(randomUUID(), controller.signal)).rejects.toThrow();
  return { run: await onlyRun(), stream: await stream() };
}

test('a run cancelled by an operator is no failure of the provider', async () => {
  const { run, stream: state } = await interrupted(new JobStopped('cancelled', 'Cancelada'));
  expect(run).toMatchObject({ state: 'cancelled', failure: null });
  expect(state).toMatchObject({ cursor: 1, consecutive_failures: 0 });
});

test('a run beyond its time limit is one', async () => {
  const { run, stream: state } = await interrupted(new JobStopped('timeout', 'Excedeu o limite de 60 s.'));
  expect(run).toMatchObject({
    state: 'timed_out',
    failure: 'timeout',
    error_class: 'network',
    error: 'Excedeu o limite de 60 s.',
  });
  expect(state).toMatchObject({ cursor: 1, consecutive_failures: 1, last_failure: 'timeout' });
});

test('events tell of each page and of the end', async () => {
  await worldOf(async function* () {
    yield { records: [landing(2000), landing(2001)], cursor: 1 };
  });
  const [run] = await world.run('pesca');
  const told = world.published.filter(({ type }) => type === 'records.stored' || type === 'run.ended');
  expect(told.map(({ type, payload }) => [type, payload])).toEqual([
    ['records.stored', { connectorId: 'pesca', streamId: 'ano', kind: 'landing', records: 2 }],
    ['run.ended', { runId: run?.id, connectorId: 'pesca', streamId: 'ano' }],
  ]);
});

test('operators: an unknown connector or stream, a window upside down, a second run at once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await worldOf(async function* () {
    await promise;
    yield { cursor: 1 };
  });
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: AppError) => error.code,
    );
  const { service } = world.module;
  expect(await refusal(service.run('nenhum', { mode: 'full' }, 'conta'))).toBe('not_found');
  expect(await refusal(service.run('pesca', { mode: 'full', stream: 'mês' }, 'conta'))).toBe('not_found');
  const upsideDown = { mode: 'backfill', from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } as const;
  expect(await refusal(service.run('pesca', upsideDown, 'conta'))).toBe('validation_failed');
  const [first] = await service.run('pesca', { mode: 'incremental' }, 'conta');
  expect(await refusal(service.run('pesca', { mode: 'incremental' }, 'conta'))).toBe('already_running');
  resolve();
  await world.ended(first ?? '');
});

test('a run that waits for its provider says so while it waits', async () => {
  const seen: (string | null)[] = [];
  await worldOf(async function* ({ status }) {
    status('a aguardar fornecedor');
    await expect.poll(async () => (await onlyRun()).message).toBe('a aguardar fornecedor');
    seen.push((await onlyRun()).state);
    yield { records: [landing(2000)], cursor: 1 };
  });
  await world.run('pesca');
  expect(seen).toEqual(['running']);
  expect((await onlyRun()).message).toBe('1 registos gravados');
});

test('a connector is operational once it has delivered; a failed run shows at once in its status, count and rate', async () => {
  let answer: 'nothing' | 'record' | 'failure' = 'nothing';
  await worldOf(async function* () {
    if (answer === 'failure') throw new ProviderError('provider', 'Erro 500 do fornecedor');
    yield { records: answer === 'record' ? [landing(2000)] : [], cursor: 1 };
  });
  const shown = async () => {
    const { connectors, error_rate: rate } = await world.call(dataConnectors, {});
    const [one] = connectors;
    if (one === undefined) throw new Error('no connector');
    const { status, errorCount, failedRuns, endedRuns, errorRate } = one;
    return { isOperational: isOperational(one), status, errorCount, failedRuns, endedRuns, errorRate, rate };
  };
  await world.run('pesca');
  expect(await shown()).toMatchObject({ isOperational: false, status: 'waiting', errorRate: null });
  answer = 'record';
  await world.run('pesca');
  expect(await shown()).toMatchObject({ isOperational: true, status: 'active', errorCount: 0, errorRate: 0 });
  answer = 'failure';
  await world.run('pesca');
  expect(await shown()).toEqual({
    isOperational: false,
    status: 'error',
    errorCount: 1,
    failedRuns: 1,
    endedRuns: 3,
    errorRate: 50,
    rate: 50,
  });
});

test('a revoked credential is found by the hourly check though no run asks, and is forgotten with a new one', async () => {
  let isRevoked = false;
  const asked: number[] = [];
  const connector = {
    ...scriptedConnector('pesca', [
      scriptedStream('ano', async function* () {
        yield { records: [landing(2000)], cursor: 1 };
      }),
    ]),
    credentialNames: ['token'],
    async checkAccess() {
      asked.push(world.platform.clock.nowMs());
      if (isRevoked) throw new ProviderError('auth', 'Credencial recusada (401)');
    },
  };
  const settings = { baseUrl: 'http://127.0.0.1:9', credentials: { token: 'a' } };
  world = await createConnectorWorld([{ connector, settings }]);
  const check = async () => {
    const runId = await world.queue.enqueue('connectors.access', {}, { trigger: 'ensaio' });
    await world.ended(runId);
    const [shown] = (await world.call(dataConnectors, {})).connectors;
    return [shown?.status, shown?.statusReason, asked.length];
  };
  await world.run('pesca');
  expect(await check()).toEqual(['active', null, 1]);
  isRevoked = true;
  world.advance(3_600_000);
  expect(await check()).toEqual(['active', null, 1]);
  world.advance(20 * 3_600_000);
  expect(await check()).toEqual(['error', 'Credencial recusada (401)', 2]);
  const failing = world.module.alerts?.find(({ rule }) => rule === 'connector_failing');
  expect(await failing?.judge()).toMatchObject([{ subject: 'pesca', message: 'Credencial recusada (401)' }]);
  const params = { id: 'pesca' };
  await world.call(setCredentials, { params, body: { credentials: { token: 'b' } } });
  isRevoked = false;
  expect(await check()).toEqual(['active', null, 3]);
});
