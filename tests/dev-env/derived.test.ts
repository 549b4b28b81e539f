import type { DataOf } from '@kianda/contract';
import { connectorLineage } from '@kianda/contract/ingestion/connectors/operations.contract';
import type { auditEvents } from '@kianda/contract/people/audit/audit';
import {
  type DerivedProductId,
  derivedGrid,
  derivedProducts,
  derivedSeries,
  exportDerived,
  listDerived,
  runDerived,
} from '@kianda/contract/sea/ocean/derived.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let token: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  token = (await app.signIn('cientista')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const series = async (product: DerivedProductId) =>
  app.call<DataOf<typeof derivedSeries>>(derivedSeries, { token, params: { product }, query: { days: '400' } });
const valuesOf = async (product: DerivedProductId, key?: string) =>
  (await series(product)).data.points
    .filter((point) => key === undefined || point.key === key)
    .map(({ value }) => value ?? Number.NaN);

describe('derived products of the simulated ocean', () => {
  test('have the data that they are made of', async () => {
    const runs = await Promise.all(['noaa-sst', 'noaa-viirs-modis', 'cds-era5', 'argo'].map((id) => app.ingest(id)));
    expect(runs.flat().filter(({ state }) => state !== 'succeeded')).toEqual([]);
  });

  test('are computed by the job that the endpoint asks for, which leaves a trace', async () => {
    const { data, status } = await app.call<DataOf<typeof runDerived>>(runDerived, { token, body: {} });
    expect(status).toBe(202);
    const run = await app.ended(data.runId);
    expect(run).toMatchObject({ state: 'succeeded', result: { unfinished: false } });
    const event: keyof typeof auditEvents = 'data.modify';
    const trail = await app.select<{ resource: string }>(`SELECT resource FROM audit.events WHERE event = '${event}'`);
    expect(trail).toEqual([{ resource: 'ocean.derived/todos' }]);
  });

  test('and are what that ocean is like', async () => {
    const { data } = await app.call<DataOf<typeof listDerived>>(listDerived, { token });
    expect(data.products.filter(({ days }) => days === 0)).toEqual([]);
    for (const { id, inputs } of data.products) {
      const streams = new Set(inputs.map(({ connectorId, streamId }) => `${connectorId}/${streamId}`));
      expect([id, ...[...streams].toSorted()]).toEqual([id, ...[...derivedProducts[id].streams].toSorted()]);
    }
    const within = (values: readonly number[], low: number, high: number) => {
      expect(values.length).toBeGreaterThan(0);
      expect(values.filter((value) => !(value >= low && value <= high))).toEqual([]);
    };
    within(await valuesOf('front-latitude'), -18, -12);
    within(await valuesOf('regional-sst', 'zee'), 15, 30);
    within(await valuesOf('bakun-index', '-15'), -500, 1500);
    within(await valuesOf('sst-upwelling-index', '-15'), -2, 8);
    within(await valuesOf('net-primary-production', 'zee'), 200, 6000);
    within(await valuesOf('sst-anomaly', 'zee'), -4, 4);
    const layers = (await valuesOf('mixed-layer-depth')).filter((value) => !Number.isNaN(value));
    within(layers, 8, 150);
  });

  test('are in the lineage of the streams they are made of, and of no other', async () => {
    const { data } = await app.call<DataOf<typeof connectorLineage>>(connectorLineage, {
      token,
      params: { id: 'cds-era5' },
    });
    const products = data.nodes.filter(({ kind }) => kind === 'product').map(({ label }) => label);
    expect(products).toEqual([derivedProducts['bakun-index'].label]);
  });

  test('say that they are simulated, in figures, fields and files', async () => {
    const { metadata } = await series('net-primary-production');
    expect(metadata.provenance.state).toBe('simulated');
    const grid = await app.call<DataOf<typeof derivedGrid>>(derivedGrid, {
      token,
      params: { product: 'net-primary-production' },
      query: { stride: '4' },
    });
    expect(grid.metadata.provenance.state).toBe('simulated');
    expect(grid.data.slice.zeeMean).toBeGreaterThan(0);
    const file = await app.call(exportDerived, { token, params: { product: 'net-primary-production' } });
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.text).toContain('estado: SIMULADO');
    expect(file.text).toContain('# Citação: JPL MUR MEaSUREs Project');
  });
});
