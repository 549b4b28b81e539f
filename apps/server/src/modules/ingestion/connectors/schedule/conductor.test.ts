import { ProviderError } from '@kianda/connectors';
import { setCredentials } from '@kianda/contract/ingestion/connectors/operations.contract';
import { afterEach, expect, test } from 'vitest';
import type { HistoryPlan } from '../index.ts';
import { landing, type Script, scriptedConnector, scriptedStream } from '../testing/scripted.ts';
import { type ConnectorWorld, createConnectorWorld, type WorldConnector } from '../testing/world.ts';
import { jitterOf } from './cron.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const ingest = 'ingest.pesca.ano';
const backfill = 'backfill.pesca.ano';

let world: ConnectorWorld;
afterEach(() => world.close());

async function worldOf(script: Script, history: HistoryPlan = {}, more: Partial<WorldConnector> = {}) {
  const connector = scriptedConnector('pesca', [scriptedStream('ano', script)]);
  world = await createConnectorWorld([{ connector, ...more }], { history });
}

const good: Script = async function* ({ cursor }) {
  yield { records: [landing(2000)], cursor: (cursor ?? 0) + 1 };
};
const triggers = async () => {
  const rows = await world.db.selectFrom('connectors.runs').select('trigger').orderBy('created_at').execute();
  return rows.map((row) => row.trigger);
};
/** Lets minutes pass, with a turn of the conductor at each; the minutes at which it began something. */
async function minutes(count: number): Promise<number[]> {
  const busy: number[] = [];
  for (let minute = 1; minute <= count; minute += 1) {
    world.advance(minuteMs);
    if ((await world.conduct()).length > 0) busy.push(minute);
  }
  return busy;
}

test('a new installation begins at once; after that the schedule decides', async () => {
  await worldOf(good);
  expect(await world.conduct()).toEqual([ingest]);
  expect(await world.conduct()).toEqual([]);
  world.advance(dayMs - 5 * 3_600_000);
  expect(await world.conduct()).toEqual([]);
  // Five in the morning, UTC, and what this connector waits beyond it.
  world.advance(3_600_000 + jitterOf('0 5 * * *', 'pesca'));
  expect(await world.conduct()).toEqual([ingest]);
  expect(await world.conduct()).toEqual([]);
  expect(await triggers()).toEqual(['arranque', 'cron']);
});

test('a connector that follows a kind of record runs once after others bring it, and then waits for its schedule', async () => {
  let healthy = false;
  const source = scriptedConnector('pesca', [
    scriptedStream('ano', async function* () {
      if (!healthy) throw new ProviderError('network', 'sem ligação');
      yield { records: [landing(2000)], cursor: 1 };
    }),
  ]);
  const names = { ...scriptedStream('nomes', good), recordKind: 'taxon' as const };
  const follower = { ...scriptedConnector('registo', [names]), follows: 'landing' as const };
  world = await createConnectorWorld([{ connector: follower }, { connector: source }]);
  await world.conduct();
  const followed = async () => {
    const rows = await world.db
      .selectFrom('connectors.runs')
      .select('trigger')
      .where('connector_id', '=', 'registo')
      .orderBy('created_at')
      .execute();
    return rows.map(({ trigger }) => trigger);
  };
  await minutes(4);
  expect(await followed()).toEqual(['arranque']);
  healthy = true;
  await minutes(60);
  expect(await followed()).toEqual(['arranque', 'event']);
});

test('what was missed while the platform was down runs once', async () => {
  await worldOf(good);
  await world.conduct();
  world.advance(5 * dayMs);
  expect(await world.conduct()).toEqual([ingest]);
  expect(await world.conduct()).toEqual([]);
});

test('three failures in a row open the circuit: 1 and 2 minutes, then a probe each 30, and a success closes it', async () => {
  let healthy = false;
  await worldOf(async function* () {
    if (!healthy) throw new ProviderError('network', 'sem ligação');
    yield { records: [landing(2000)], cursor: 1 };
  });
  await world.conduct();
  expect(await minutes(3)).toEqual([1, 3]);
  const stateOf = async () => (await world.module.service.list())[0];
  expect(await stateOf()).toMatchObject({
    status: 'error',
    statusReason: 'sem ligação',
    streams: [{ circuit: 'open', consecutiveFailures: 3, nextProbe: '2026-08-31T09:33:00.000Z' }],
  });
  expect(await minutes(90)).toEqual([30, 60, 90]);
  healthy = true;
  expect(await minutes(60)).toEqual([30]);
  expect((await triggers()).at(-1)).toBe('recuperação');
  const [stream] = await world.db.selectFrom('connectors.streams').selectAll().execute();
  expect(stream).toMatchObject({ consecutive_failures: 0, last_error: 'sem ligação' });
  expect(await stateOf()).toMatchObject({ status: 'active', streams: [{ circuit: 'closed', nextProbe: null }] });
});

test('a refused credential opens the circuit at once; giving another probes at once', async () => {
  let healthy = false;
  const connector = {
    ...scriptedConnector('pesca', [
      scriptedStream('ano', async function* () {
        if (!healthy) throw new ProviderError('auth', 'credencial recusada');
        yield { records: [landing(2000)], cursor: 1 };
      }),
    ]),
    credentialNames: ['token'],
  };
  const settings = { baseUrl: connector.defaultBaseUrl, credentials: { token: 'velho' } };
  world = await createConnectorWorld([{ connector, settings }]);
  await world.conduct();
  expect((await world.module.service.list())[0]).toMatchObject({ status: 'error', streams: [{ circuit: 'open' }] });
  expect(await minutes(29)).toEqual([]);
  healthy = true;
  await world.call(setCredentials, { params: { id: 'pesca' }, body: { credentials: { token: 'novo' } } });
  expect(await minutes(1)).toEqual([1]);
  expect((await world.module.service.list())[0]?.status).toBe('active');
});

test('what would fail the same way again waits for the schedule', async () => {
  await worldOf(async function* () {
    yield {};
    throw new ProviderError('schema', 'outra forma');
  });
  await world.conduct();
  expect(await minutes(120)).toEqual([]);
  world.advance(dayMs);
  expect(await world.conduct()).toEqual([ingest]);
});

test('a connector that lacks its credential is left alone, and says why', async () => {
  const connector = { ...scriptedConnector('pesca', [scriptedStream('ano', good)]), credentialNames: ['token'] };
  world = await createConnectorWorld([{ connector }]);
  expect(await world.conduct()).toEqual([]);
  const [listed] = await world.module.service.list();
  expect(listed).toMatchObject({
    status: 'inactive',
    statusReason: 'Falta a credencial do fornecedor: token.',
    nextRun: null,
  });
  await expect(world.module.service.run('pesca', { mode: 'full' }, 'conta')).rejects.toMatchObject({
    code: 'unavailable',
    detail: 'Falta a credencial do fornecedor: token.',
  });
});

test('a run that an operator cancelled waits for the next time of the schedule', async () => {
  const reached = Promise.withResolvers<void>();
  let hangs = true;
  await worldOf(async function* ({ signal }) {
    reached.resolve();
    if (hangs) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    yield { records: [landing(2000)], cursor: 1 };
  });
  const { enqueued } = await world.module.conduct();
  expect(enqueued).toEqual([ingest]);
  await reached.promise;
  expect(await world.module.conduct()).toEqual({ enqueued: [] });
  const [run] = await world.queue.list({ limit: 1 });
  await world.queue.cancel(run?.id ?? '');
  expect((await world.ended(run?.id ?? '')).state).toBe('cancelled');
  hangs = false;
  expect(await minutes(3)).toEqual([]);
  world.advance(dayMs);
  expect(await world.conduct()).toEqual([ingest]);
});

test('a run whose job ended without it is closed', async () => {
  await worldOf(good);
  await world.run('pesca');
  const [run] = await world.db.selectFrom('connectors.runs').selectAll().execute();
  await world.db.updateTable('connectors.runs').set({ state: 'running', ended_at: null }).execute();
  expect((await world.module.service.list())[0]?.status).toBe('running');
  await world.conduct();
  const [closed] = await world.db
    .selectFrom('connectors.runs')
    .selectAll()
    .where('id', '=', run?.id ?? '')
    .execute();
  expect(closed?.state).toBe('cancelled');
});

/** Ten days of history in windows of three, and the windows that were asked for. */
async function historyWorld(script: (from: string) => void = () => undefined) {
  const asked: string[] = [];
  await worldOf(
    async function* ({ mode, window, cursor }) {
      if (mode !== 'backfill' || window === undefined) {
        yield { records: [landing(2026)], cursor: (cursor ?? 0) + 1 };
        return;
      }
      const from = new Date(window.fromMs).toISOString().slice(0, 10);
      asked.push(`${from} ${new Date(window.toMs).toISOString().slice(0, 10)}`);
      script(from);
      yield { records: [landing(1900 + asked.length)], cursor: 99 };
    },
    { 'pesca/ano': { days: 10, windowDays: 3 } },
  );
  await world.conduct();
  return asked;
}
const windows = () =>
  world.db.selectFrom('connectors.backfill_windows').select(['state', 'attempts']).orderBy('from_at', 'desc').execute();

test('history comes after the newest data, newest window first, each window once, and leaves the cursor alone', async () => {
  const asked = await historyWorld();
  for (let turn = 0; turn < 4; turn += 1) expect(await world.conduct()).toEqual([backfill]);
  expect(await world.conduct()).toEqual([]);
  expect(asked).toEqual([
    '2026-08-29 2026-08-31',
    '2026-08-26 2026-08-28',
    '2026-08-23 2026-08-25',
    '2026-08-20 2026-08-22',
  ]);
  expect(await windows()).toEqual(Array(4).fill({ state: 'done', attempts: 1 }));
  const [stream] = await world.db.selectFrom('connectors.streams').selectAll().execute();
  expect(stream?.cursor).toBe(1);
  expect((await world.module.service.list())[0]?.streams).toMatchObject([{ id: 'ano', cursor: 1, backfill: 1 }]);
});

test('a window asked for while the run before it was ending is not fetched again', async () => {
  const asked = await historyWorld();
  for (let turn = 0; turn < 4; turn += 1) await world.conduct();
  const [done] = await world.db.selectFrom('connectors.backfill_windows').selectAll().execute();
  if (done === undefined) throw new Error('no window');
  const again = { fromMs: done.from_at.getTime(), toMs: done.to_at.getTime() };
  expect(await world.ended(await world.queue.enqueue(backfill, again))).toMatchObject({ state: 'succeeded' });
  expect(asked.length).toBe(4);
});

test('a window the provider refuses is tried three times, after the others, with pauses', async () => {
  const asked = await historyWorld((from) => {
    if (from === '2026-08-26') throw new ProviderError('request', 'recusado');
  });
  expect(await minutes(60)).toEqual([1, 2, 12, 13, 14, 24]);
  expect(asked.map((window) => window.slice(5, 10))).toEqual(['08-29', '08-26', '08-23', '08-20', '08-26', '08-26']);
  expect(await windows()).toEqual([
    { state: 'done', attempts: 1 },
    { state: 'failed', attempts: 3 },
    { state: 'done', attempts: 1 },
    { state: 'done', attempts: 1 },
  ]);
});

test('a window whose provider is away is tried until it is back', async () => {
  let away = true;
  await historyWorld(() => {
    if (away) throw new ProviderError('network', 'sem ligação');
  });
  await minutes(150);
  away = false;
  await minutes(20);
  expect((await windows()).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
});

test('a failure of history does not count against the newest data, nor its success for it', async () => {
  await historyWorld(() => {
    throw new ProviderError('provider', 'arquivo em manutenção');
  });
  await world.conduct();
  const [stream] = await world.db.selectFrom('connectors.streams').selectAll().execute();
  expect(stream).toMatchObject({ consecutive_failures: 0, last_failure: null });
  expect((await world.module.service.list())[0]?.status).toBe('active');
});
