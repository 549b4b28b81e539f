import type { DataOf } from '@kianda/contract';
import { backfillCost } from '@kianda/contract/ingestion/connectors/history-cost.contract';
import { listFields } from '@kianda/contract/sea/ocean/ocean.contract';
import { dayMs } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';

const params = { id: 'cmems-bgc' };
const stream = 'nitrate';
let simulator: TestSimulator;
let app: TestApplication;
let token: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  token = (await app.signIn('operador')).token;
  await app.ingest(params.id, { stream });
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const costOf = async (from: string, to: string, windowDays: number) => {
  const query = { stream, from, to, windowDays: String(windowDays) };
  return (await app.call<DataOf<typeof backfillCost>>(backfillCost, { token, params, query })).data;
};
/** Fetches a window of history as the conductor does, without the rest that a conductor begins. */
async function fetchWindow(fromMs: number, toMs: number): Promise<void> {
  const job = await app.composition.queue.enqueue(`backfill.${params.id}.${stream}`, { fromMs, toMs });
  expect(await app.ended(job)).toMatchObject({ state: 'succeeded' });
}

test('a history of years is priced before it is ordered, by the windows that were obtained', async () => {
  const [from, to] = ['2016-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
  expect(await costOf(from, to, 366)).toMatchObject({
    ...{ windows: 10, days: 3_653, requests: null, bytes: null, seconds: null, measured: null },
    absence: expect.stringContaining('Ainda não foi obtida nenhuma janela'),
  });
  const firstMs = Date.UTC(2016, 2, 1);
  await fetchWindow(firstMs, firstMs + 4 * dayMs - 1);
  await fetchWindow(firstMs + 4 * dayMs, firstMs + 8 * dayMs - 1);

  const cost = await costOf(from, to, 366);
  expect(cost.measured).toEqual({ windows: 2, days: 8 });
  expect(cost.absence).toBeNull();
  // Each day is one chunk of the store: a request a day at least, and not many more.
  expect(cost.requests).toBeGreaterThanOrEqual(3_653);
  expect(cost.requests).toBeLessThan(10 * 3_653);
  expect(cost.bytes).toBeGreaterThan(3_653 * 1_000);
  expect(cost.seconds).toBeGreaterThan(0);

  const { data } = await app.call<DataOf<typeof listFields>>(listFields, {
    ...{ token, query: { variable: 'nitrate', from: '2016-02-01T00:00:00.000Z', to: '2016-04-01T00:00:00.000Z' } },
  });
  expect(data.fields.map(({ time }) => time.slice(0, 10))).toEqual(
    Array.from({ length: 8 }, (_, index) => `2016-03-0${8 - index}`),
  );
});
