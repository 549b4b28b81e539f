import type { DataOf } from '@kianda/contract';
import {
  dataConnectors,
  processingJobs,
  qualityReport,
  runDataConnector,
  setCredentials,
  setCursor,
  setSchedule,
  testConnection,
} from '@kianda/contract/ingestion/connectors/operations.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';

const id = 'fisheries-area47';
let simulator: TestSimulator;
let app: TestApplication;
let token: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  token = (await app.signIn('operador')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const listed = async () => {
  const { data } = await app.call<DataOf<typeof dataConnectors>>(dataConnectors, { token });
  return data;
};
/** As the console's next reading shows it. */
const cursorOf = async () => {
  const { connectors } = await listed();
  return connectors.find((connector) => connector.id === id)?.streams[0]?.cursor ?? null;
};

test('before anything ran, shares are unknown, not zero', async () => {
  const { data } = await app.call<DataOf<typeof qualityReport>>(qualityReport, { token });
  expect(data).toEqual({
    overall_score: null,
    data_completeness: null,
    accuracy_score: null,
    timeliness_score: null,
    issues_detected: 0,
    recommendations: [],
    rules: [],
  });
  expect((await listed()).error_rate).toBeNull();
});

test('every connector with the fields of the specification, counted by type', async () => {
  const { connectors, by_type } = await listed();
  expect(by_type).toEqual({ international: 16, regional: 3, national: 4 });
  expect(connectors).toHaveLength(23);
  const fields = [
    'id',
    'name',
    'source',
    'type',
    'status',
    'lastRun',
    'nextRun',
    'recordsProcessed',
    'errorCount',
    'config',
  ];
  expect(connectors.filter((connector) => fields.some((field) => !(field in connector)))).toEqual([]);
  expect(new Set(connectors.map(({ source }) => source))).toEqual(
    new Set(['obis', 'gbif', 'cmems', 'modis', 'angola_national', 'others']),
  );
});

test('a run by the paths of the screen: refused while one is under way, then among the jobs', async () => {
  await simulator.setFaults(id, { latencyMs: 1_500 });
  const run = () => app.call<DataOf<typeof runDataConnector>>(runDataConnector, { token, params: { id } });
  const first = await run();
  const second = await run();
  await simulator.setFaults(id);
  expect([first.status, second.status, second.problem.code]).toEqual([202, 409, 'already_running']);
  await app.ended(first.data.runIds[0] ?? '');
  const { data } = await app.call<DataOf<typeof processingJobs>>(processingJobs, { token });
  const job = data.jobs.find(({ status }) => status === 'succeeded');
  expect(job).toMatchObject({ connectorId: id, recordsRejected: 0, throttled: 0, errors: [] });
  expect(job?.recordsWritten).toBeGreaterThan(500);
});

test('the report follows from the rules of that run', async () => {
  const { data } = await app.call<DataOf<typeof qualityReport>>(qualityReport, { token });
  expect(data.rules.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['landing_positive', 'landing_known', 'duplicate_key']),
  );
  const shares = (dimension: string) => {
    const found = data.rules.filter((rule) => rule.dimension === dimension);
    return found.reduce((sum, { evaluated, failing }) => sum + 100 * (1 - failing / evaluated), 0) / found.length;
  };
  expect(data.accuracy_score).toBeCloseTo(shares('accuracy'), 9);
  expect(data.data_completeness).toBeCloseTo(shares('completeness'), 9);
  for (const { failing, samples } of data.rules) expect(samples.length > 0).toBe(failing > 0);
});

test('a cursor is corrected and put back with a reason, and both leave a trace', async () => {
  const before = await cursorOf();
  expect(before).not.toBeNull();
  const params = { id, stream: 'landings' };
  const unexplained = await app.call(setCursor, { token, params, body: { cursor: null, reason: '' } });
  expect(unexplained.status).toBe(400);
  expect(await cursorOf()).toEqual(before);
  const reset = await app.call(setCursor, { token, params, body: { cursor: null, reason: 'Nova leitura pedida' } });
  expect(reset.status).toBe(200);
  expect(await cursorOf()).toBeNull();
  const again = await app.call(setCursor, { token, params, body: { cursor: before, reason: 'Engano: repor' } });
  expect(again.status).toBe(200);
  expect(await cursorOf()).toEqual(before);
  const trail = await app.select<{ n: number }>(
    `SELECT count(*)::int AS n FROM audit.events WHERE resource LIKE 'connector/${id}%' AND metadata::text LIKE '%cursor%'`,
  );
  expect(trail[0]?.n).toBe(2);
});

test('a schedule tells its next five runs; what is none is refused; suspended, nothing runs', async () => {
  const params = { id };
  const set = await app.call<DataOf<typeof setSchedule>>(setSchedule, {
    token,
    params,
    body: { cron: '15 3 * * *', paused: false },
  });
  const times = set.data.nextRuns.map((at) => Date.parse(at));
  expect(times).toHaveLength(5);
  expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(Array(4).fill(86_400_000));
  expect((await app.call(setSchedule, { token, params, body: { cron: '99 * * * *', paused: false } })).status).toBe(
    400,
  );
  await app.call(setSchedule, { token, params, body: { cron: null, paused: true } });
  expect((await app.call(runDataConnector, { token, params })).problem.code).toBe('unavailable');
  await app.call(setSchedule, { token, params, body: { cron: null, paused: false } });
});

test('a credential goes in and never comes out: not by an answer, not from the database', async () => {
  const secret = 'segredo-da-maré-9d1f';
  const params = { id: 'gfw' };
  const set = await app.call(setCredentials, { token, params, body: { credentials: { token: secret } } });
  expect(set.status).toBe(200);
  const answers = [set, await app.call(dataConnectors, { token }), await app.call(testConnection, { token, params })];
  expect(answers.filter(({ text }) => text.includes(secret))).toEqual([]);
  const gfw = (await listed()).connectors.find((connector) => connector.id === 'gfw');
  expect(gfw?.credentials).toEqual([expect.objectContaining({ name: 'token', isSet: true })]);
  const [row] = await app.select<{ sealed: Buffer }>(
    "SELECT sealed FROM connectors.credentials WHERE connector_id = 'gfw'",
  );
  expect(row?.sealed.includes(secret)).toBe(false);
  const trail = await app.select<{ text: string }>('SELECT e::text AS text FROM audit.events e');
  expect(trail.filter(({ text }) => text.includes(secret))).toEqual([]);
});
