import { ProviderError, ProviderPending, stream } from '@kianda/connectors';
import { deadLetters } from '@kianda/contract/ingestion/connectors/dead-letters.contract';
import {
  acknowledgeDrift,
  connectorDrift,
  connectorManifest,
  rawRetention,
  replayDeadLetter,
  replayDeadLetters,
  setDriftPolicy,
  traceObservation,
} from '@kianda/contract/ingestion/connectors/engine.contract';
import {
  cancelRun,
  dataConnectors,
  rawPage,
  runDetail,
} from '@kianda/contract/ingestion/connectors/operations.contract';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import '../../../../platform/issue-texts.ts';
import {
  type FixtureServer,
  serveFixtures,
} from '../../../../../../../packages/connectors/src/testing/fixture-server.ts';
import { landing, rawBody, type Script, scriptedConnector, scriptedStream } from '../testing/scripted.ts';
import { type ConnectorWorld, createConnectorWorld } from '../testing/world.ts';

const dayMs = 86_400_000;
let world: ConnectorWorld;
let provider: FixtureServer | undefined;
afterEach(async () => {
  await world.close();
  await provider?.close();
  provider = undefined;
});

const row = z.object({ year: z.number().int(), tonnes: z.number() });

/** Maps rows as a provider's map does. */
function mapped(rows: readonly unknown[]) {
  const read = rows.map((raw) => ({ raw, parsed: row.safeParse(raw) }));
  return {
    records: read.flatMap(({ parsed }) => (parsed.success ? [landing(parsed.data.year, parsed.data.tonnes)] : [])),
    rejected: read.flatMap(({ raw, parsed }) =>
      parsed.success ? [] : [{ reason: parsed.error.issues[0]?.message ?? '', raw }],
    ),
  };
}

/** A provider that answers with rows, over the wire. */
async function servedWorld(answer: () => unknown) {
  provider = await serveFixtures(() => ({ body: { rows: answer() } }), { nowMs: () => 0 });
  const connector = scriptedConnector('pesca', [
    stream({
      id: 'ano',
      recordKind: 'landing',
      cursorSchema: z.number(),
      async *pull(_input, settings, { http }) {
        const response = await http.request({ url: `${settings.baseUrl}/landings` });
        const { rows } = z
          .object({ rows: z.array(z.unknown()) })
          .parse(JSON.parse(new TextDecoder().decode(response.bytes)));
        yield { ...mapped(rows), raw: [response], progress: 1, cursor: rows.length };
      },
      replayRow: (raw) => {
        const { records, rejected } = mapped([raw]);
        return rejected[0] === undefined ? { records } : { reason: rejected[0].reason };
      },
    }),
  ]);
  const { settings } = provider;
  const kinds = {
    landing: {
      table: 'fisheries.landings',
      endpoints: ['/pesca'],
      screens: ['Pescas'],
      models: ['Stock'],
      reports: ['Anual'],
    },
  };
  world = await createConnectorWorld([{ connector, settings, allowPrivateHosts: [new URL(settings.baseUrl).host] }], {
    kinds,
  });
}

const rows = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ year: 2000 + index, tonnes: index + 1, ...more }));
const params = { id: 'pesca' };

test('a rejected row is edited, mapped, stored and traced; what is still wrong stays open with its new reason', async () => {
  await servedWorld(() => [...rows(2), { year: 2010, tonnes: 'muito' }, { year: '?', tonnes: 1 }]);
  await world.run('pesca');
  const { rows: open, total } = await world.call(deadLetters, { params });
  expect([total, open.map((letter) => letter.replayable)]).toEqual([2, [true, true]]);
  const letter = open.find(({ raw }) => (raw as { year: unknown }).year === 2010);
  const letterId = letter?.id ?? 0;

  const refused = await world.call(replayDeadLetter, {
    params: { letterId },
    body: { raw: { year: 2010, tonnes: '7' } },
  });
  expect(refused).toMatchObject({ state: 'open', written: 0, reason: 'Esperava-se um número, e veio um texto.' });
  const impossible = { year: 2010, tonnes: -7 };
  const unfit = await world.call(replayDeadLetter, { params: { letterId }, body: { raw: impossible } });
  expect(unfit).toMatchObject({ state: 'open', reason: 'Não cumpre a regra «Captura não negativa».' });
  expect(world.stored.size).toBe(2);

  const edited = { year: 2010, tonnes: 7 };
  const done = await world.call(replayDeadLetter, { params: { letterId }, body: { raw: edited } });
  expect(done).toEqual({ id: letterId, state: 'replayed', written: 1, duplicates: 0, reason: null });
  expect(world.stored.get('2010 Sardinella aurita')).toBe(7);
  const after = await world.call(deadLetters, { params, query: { state: 'replayed' } });
  expect(after.rows).toMatchObject([
    { id: letterId, raw: edited, edited: true, attempts: 3, resolvedBy: 'operador@exemplo.ao' },
  ]);
  expect(world.audited.at(-1)).toMatchObject({
    change: 'replay',
    resource: `dead-letter/${letterId}`,
    metadata: { state: 'replayed', written: 1, after: JSON.stringify(edited) },
  });
  const replay = await world.db.selectFrom('connectors.runs').selectAll().where('trigger', '=', 'replay').execute();
  expect(replay.at(-1)).toMatchObject({ state: 'succeeded', records_written: 1, actor_id: 'conta' });
  await expect(world.call(replayDeadLetter, { params: { letterId } })).rejects.toMatchObject({ code: 'conflict' });
});

test('rejected rows are replayed together once their cause is gone, and the same row twice changes nothing', async () => {
  await servedWorld(() => [
    { year: 2001, tonnes: null },
    { year: 2002, tonnes: null },
  ]);
  await world.run('pesca');
  await world.db
    .updateTable('connectors.rejected_rows')
    .set({ edited: JSON.stringify({ row: { year: 2001, tonnes: 1 } }) })
    .execute();
  const outcome = await world.call(replayDeadLetters, { params, body: {} });
  expect(outcome).toMatchObject({ replayed: 2, stillRefused: 0, remaining: 0 });
  expect(outcome.outcomes.map(({ written, duplicates }) => [written, duplicates])).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test('drift under each policy: noted and accepted, noted and ignored, or nothing stored and the connector suspended', async () => {
  let answer: () => unknown = () => rows(5);
  await servedWorld(() => answer());
  await world.run('pesca');
  expect((await world.call(connectorDrift, { params })).findings).toEqual([]);

  answer = () => rows(5, { gear: 'cerco' });
  await world.run('pesca');
  const noted = await world.call(connectorDrift, { params });
  expect(noted).toMatchObject({ policy: 'accept', open: 1, pausedByDrift: false });
  expect(noted.findings).toMatchObject([
    { field: 'rows[].gear', change: 'added', after: ['string'], outcome: 'accepted', occurrences: 1 },
  ]);
  await world.run('pesca');
  expect((await world.call(connectorDrift, { params })).findings).toMatchObject([{ occurrences: 1 }]);
  expect((await world.call(dataConnectors, {})).connectors[0]?.openDrifts).toBe(1);
  await world.call(acknowledgeDrift, { params, body: {} });

  await world.call(setDriftPolicy, { params, body: { policy: 'ignore' } });
  answer = () => rows(5, { gear: 4 });
  await world.run('pesca');
  await world.run('pesca');
  const [ignored] = (await world.call(connectorDrift, { params })).findings;
  expect(ignored).toMatchObject({
    change: 'type',
    before: ['string'],
    after: ['number'],
    outcome: 'ignored',
    occurrences: 2,
  });

  await world.call(setDriftPolicy, { params, body: { policy: 'pause' } });
  answer = () => rows(9, { port: 'Lobito' });
  const [failed] = await world.run('pesca');
  expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('O esquema do fornecedor mudou') });
  expect(world.stored.size).toBe(5);
  expect(await world.call(connectorDrift, { params })).toMatchObject({ pausedByDrift: true });
  expect((await world.module.service.list())[0]).toMatchObject({ status: 'inactive' });
  expect(await world.conduct()).toEqual([]);

  expect(await world.call(acknowledgeDrift, { params, body: {} })).toMatchObject({ resumed: true });
  await world.conduct();
  expect(world.stored.size).toBe(9);
});

test('a value leads back to its run and raw page and on to who uses it, also after its page was removed', async () => {
  await servedWorld(() => rows(3));
  const [run] = await world.run('pesca');
  const [page] = await world.db.selectFrom('connectors.pages').selectAll().execute();
  const retrievedAt = page?.retrieved_at.toISOString() ?? '';
  const traced = await world.call(traceObservation, { query: { retrievedAt, source: 'Fornecedor pesca' } });
  expect(traced).toMatchObject({
    connectorId: 'pesca',
    runId: run?.id,
    licence: 'CC0',
    page: { number: 1, written: 3 },
  });
  expect(traced.rawPages).toMatchObject([{ expiredAt: null }]);
  expect(traced.nodes.map(({ kind }) => kind)).toEqual([
    'provider',
    'stream',
    'run',
    'observation',
    'raw',
    'table',
    'model',
    'report',
    'endpoint',
    'screen',
  ]);
  await expect(world.call(traceObservation, { query: { retrievedAt, source: 'outro' } })).rejects.toMatchObject({
    code: 'not_found',
  });

  expect(await world.call(rawRetention, {})).toMatchObject({
    rawPagesDays: 30,
    runsDays: 90,
    rawPages: 1,
    lastSweep: null,
  });
  const sweep = async () => {
    const id = await world.queue.enqueue('connectors.retention', {});
    return (await world.ended(id)).result;
  };
  world.advance(31 * dayMs);
  expect(await sweep()).toEqual({ rawPages: 1, bytes: expect.any(Number), runs: 0 });
  const expired = await world.call(traceObservation, { query: { retrievedAt } });
  expect(expired.rawPages[0]?.expiredAt).not.toBeNull();
  await expect(world.call(rawPage, { params: { runId: run?.id ?? '', seq: 1000 } })).rejects.toMatchObject({
    code: 'not_found',
  });
  await world.run('pesca');
  world.advance(91 * dayMs);
  // The newest success stays, whatever its age: it says since when data are old.
  expect(await sweep()).toMatchObject({ rawPages: 1, runs: 1 });
  expect(await sweep()).toMatchObject({ rawPages: 0, runs: 0 });
});

test('a run whose provider works on the answer holds no job, is refused twice, goes on by itself and counts on', async () => {
  let ready = false;
  const pendings: unknown[] = [];
  const connector = scriptedConnector('pesca', [
    stream({
      id: 'ano',
      recordKind: 'landing',
      cursorSchema: z.number(),
      async *pull({ pending, cursor }) {
        pendings.push(pending);
        if (pending === undefined) yield { records: [landing(2000)], rejected: [], raw: [], progress: 0.5, cursor: 1 };
        if (!ready) throw new ProviderPending('a aguardar fornecedor', { job: 'x1' }, 120);
        yield { records: [landing(2001)], rejected: [], raw: [rawBody('b')], progress: 1, cursor: (cursor ?? 0) + 1 };
      },
    }),
  ]);
  world = await createConnectorWorld([{ connector }]);
  const [job] = await world.run('pesca');
  expect(job?.state).toBe('succeeded');
  const runId = job?.id ?? '';
  const shown = () => world.call(runDetail, { params: { runId } });
  expect((await shown()).run).toMatchObject({ status: 'waiting_provider', pages: 1, message: 'a aguardar fornecedor' });
  await expect(world.run('pesca')).rejects.toMatchObject({ code: 'already_running' });
  expect((await world.module.service.jobs({ limit: 5 }))[0]).toMatchObject({ status: 'skipped' });
  expect(await world.conduct()).toEqual([]);
  ready = true;
  world.advance(121_000);
  await world.conduct();
  expect((await shown()).run).toMatchObject({
    id: runId,
    status: 'succeeded',
    pages: 2,
    attempt: 1,
    recordsWritten: 2,
    cursorAfter: 2,
  });
  expect(pendings).toEqual([undefined, { job: 'x1' }]);
  expect((await world.conduct()).length).toBe(0);
});

test('a run that waits for its provider can be cancelled', async () => {
  await worldOf(async function* () {
    yield {};
    throw new ProviderPending('a aguardar fornecedor', { job: 'x1' }, 120);
  });
  const [job] = await world.run('pesca');
  await world.call(cancelRun, { params: { runId: job?.id ?? '' } });
  world.advance(600_000);
  expect(await world.conduct()).toEqual([]);
  expect((await world.module.service.jobs({ limit: 1 }))[0]?.status).toBe('cancelled');
});

async function worldOf(script: Script) {
  world = await createConnectorWorld([{ connector: scriptedConnector('pesca', [scriptedStream('ano', script)]) }]);
}

test('no run is without a log, its error has a class, and a schema failure keeps the answer that was not understood', async () => {
  await servedWorld(() => 'texto');
  const [job] = await world.run('pesca');
  const detail = await world.call(runDetail, { params: { runId: job?.id ?? '' } });
  expect(detail.log.map(({ level }) => level)).toEqual(['info', 'error']);
  expect(detail.run.errorClass).toBe('bug');
  await world.close();

  await worldOf(async function* () {
    yield { records: [landing(2000)], cursor: 1 };
    throw new ProviderError('quota', 'Limite diário esgotado');
  });
  const [limited] = await world.run('pesca');
  const other = await world.call(runDetail, { params: { runId: limited?.id ?? '' } });
  expect(other.run.errorClass).toBe('quota');
  expect(other.log.map(({ level }) => level)).toEqual(['info', 'debug', 'error']);
});

test('a connector runs without its optional credential, and its manifest says that it takes one', async () => {
  const connector = {
    ...scriptedConnector('pesca', [
      scriptedStream('ano', async function* () {
        yield { records: [landing(2000)], cursor: 1 };
      }),
    ]),
    optionalCredentialNames: ['chave'],
  };
  world = await createConnectorWorld([{ connector }]);
  expect((await world.run('pesca'))[0]?.state).toBe('succeeded');
  const manifest = await world.call(connectorManifest, { params });
  expect(manifest.credentials).toEqual([{ name: 'chave', required: false, isSet: false }]);
  expect(manifest.rules.map(({ id }) => id)).toEqual(['landing_positive', 'landing_known', 'duplicate_key']);
});

test('data beyond their limit, a provider that fails and a drift raise one alert a connector each, and close', async () => {
  let failing = false;
  await worldOf(async function* () {
    yield { records: [landing(2026)], cursor: 1 };
    if (failing) throw new ProviderError('auth', 'credencial recusada');
  });
  const raised = async () => {
    const rules = world.module.alerts ?? [];
    const found = await Promise.all(
      rules.map(async ({ rule, judge }) => (await judge()).map(({ subject, severity }) => [rule, subject, severity])),
    );
    return found.flat();
  };
  expect(await raised()).toEqual([]);
  await world.run('pesca');
  // The newest observation is of January: 36 h is its limit.
  expect(await raised()).toEqual([['connector_stale', 'pesca', 'error']]);
  failing = true;
  await world.run('pesca');
  expect((await raised()).map(([rule]) => rule)).toEqual(['connector_stale', 'connector_failing']);
  failing = false;
  await world.run('pesca');
  expect((await raised()).map(([rule]) => rule)).toEqual(['connector_stale']);
});
