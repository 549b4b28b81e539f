import {
  dismissProcessJob,
  executeProcess,
  processJobResults,
} from '@kianda/contract/open/features/processes.contract';
import {
  analysisLayerFeatures,
  changeAnalysis,
  createAnalysis,
  getAnalysis,
  listAnalyses,
} from '@kianda/contract/space/spatial/analyses.contract';
import type { BatchEstimate, SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import * as batch from '@kianda/contract/space/spatial/batches.contract';
import * as schedule from '@kianda/contract/space/spatial/schedules.contract';
import { dayMs } from '@kianda/geo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { geotiff } from '../../../platform/formats/geotiff.ts';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { replay } from '../../../testing/replay.ts';

let app: TestApplication;
let subscriber: Awaited<ReturnType<typeof replay>>;
let scientist: string;
let colleague: string;
beforeAll(async () => {
  subscriber = await replay({}, { status: 204 });
  app = await createTestApplication({
    settings: {
      KIANDA_SPATIAL_MAX_CELLS: '10000',
      KIANDA_ALLOWED_PRIVATE_HOSTS: new URL(subscriber.url).host,
    },
  });
  scientist = (await app.signIn('cientista')).token;
  colleague = (await app.newSession('investigador')).token;
});
afterAll(async () => {
  await app.close();
  await subscriber.close();
});

const square = (name: string, lon: number, side = 0.2) => {
  const [lat, east, north] = [-10, lon + side, -10 + side];
  const ring = [
    [lon, lat],
    [east, lat],
    [east, north],
    [lon, north],
    [lon, lat],
  ];
  return { type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [ring] } };
};
const drawn = (...features: readonly object[]) => ({
  kind: 'drawing',
  geojson: { type: 'FeatureCollection', features },
});
const point = (lon: number, lat: number) => ({
  ...{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lon, lat] } },
});

/** A field of which each column has the number of its place as its value. */
async function sentField(): Promise<object> {
  const grid = { west: 11.05, south: -9.95, lonStepDegrees: 0.1, latStepDegrees: 0.1, columns: 6, rows: 2 };
  const { data } = await app.inject<{ fileId: string }>({
    ...{ method: 'POST', url: '/admin-api/spatial/files?fileName=campo.tif' },
    payload: Buffer.from(
      geotiff(
        grid,
        Float32Array.from({ length: 12 }, (_, cell) => cell % 6),
      ),
    ),
    headers: { authorization: `Bearer ${scientist}`, 'content-type': 'application/octet-stream' },
  });
  return { kind: 'upload', fileId: data.fileId };
}
const areas = drawn(square('Oeste', 11), square('Meio', 11.2), square('Leste', 11.4));

async function ended(id: string, token = scientist): Promise<batch.SpatialBatch> {
  const runs = await app.select<{ run_id: string | null }>(
    `select run_id from spatial.analyses where batch_id = '${id}'`,
  );
  for (const { run_id: run } of runs) if (run !== null) await app.ended(run);
  return (await app.call<batch.SpatialBatch>(batch.getBatch, { params: { id }, token })).data;
}
async function ordered(body: object): Promise<batch.SpatialBatch> {
  const made = await app.call<batch.SpatialBatch>(batch.createBatch, { body, token: scientist });
  expect([made.status, made.status === 202 ? '' : made.text]).toEqual([202, '']);
  return made.data;
}
async function conducted(): Promise<void> {
  await app.ended(await app.composition.queue.enqueue('spatial.conduct', {}));
}

describe('a process of another program', () => {
  const execution = (inputs: object, addresses: object) =>
    app.call(executeProcess, {
      params: { processId: 'spatial-buffer' },
      body: { inputs, subscriber: addresses },
      headers: { prefer: 'respond-async' },
      token: scientist,
    });
  const at = (path: string) => `${subscriber.url}${path}`;
  const received = (path: string) =>
    JSON.parse(subscriber.requests.find(({ url }) => url.pathname === path)?.body ?? 'null') as unknown;
  const place = drawn(point(11.1, -9.9)).geojson;

  test('a subscriber gets the layers at the end, and the reason of what can’t be computed', async () => {
    const done = await execution({ features: place }, { successUri: at('/feito'), failedUri: at('/falhou-nunca') });
    expect(done.status).toBe(201);
    await expect
      .poll(() => received('/feito'), { timeout: 60_000 })
      .toMatchObject({
        layers: { buffers: { type: 'FeatureCollection', features: [{ properties: { buffer_distance: 5_000 } }] } },
      });
    const empty = { features: place, area: place, clip_to: 'area' };
    const failed = await execution(empty, { successUri: at('/feito-nunca'), failedUri: at('/falhou') });
    const { jobID } = failed.json() as { jobID: string };
    await expect.poll(() => received('/falhou'), { timeout: 60_000 }).toMatchObject({ jobID, status: 'failed' });
    expect([received('/falhou-nunca'), received('/feito-nunca')]).toEqual([null, null]);
  });

  test('an address inside the network is not dialled', async () => {
    const before = subscriber.requests.length;
    const inside = subscriber.url.replace('127.0.0.1', '127.0.0.2');
    const done = await execution({ features: place }, { successUri: `${inside}/feito` });
    const { jobID } = done.json() as { jobID: string };
    expect((await app.ended(jobID)).state).toBe('succeeded');
    const callbacks = async () => {
      const runs = await app.composition.queue.list({ name: 'features.process-callback', limit: 100 });
      return Promise.all(runs.map(({ id }) => app.ended(id)));
    };
    await expect
      .poll(
        async () => (await callbacks()).some(({ result }) => (result as { sent?: boolean } | null)?.sent === false),
        {
          timeout: 60_000,
        },
      )
      .toBe(true);
    expect(subscriber.requests).toHaveLength(before);
  });

  test('dismissed, it has no results', async () => {
    // Nothing may take it before it is dismissed.
    await app.composition.queue.setPaused((name) => name === 'features.process');
    const { jobID } = (await execution({ features: place }, { successUri: at('/dispensado') })).json() as {
      jobID: string;
    };
    const params = { jobId: jobID };
    const dismissed = await app.call(dismissProcessJob, { params, token: scientist });
    expect([dismissed.status, dismissed.json()]).toMatchObject([200, { jobID, status: 'dismissed' }]);
    await app.composition.queue.setPaused(() => false);
    expect((await app.ended(jobID)).state).toBe('cancelled');
    expect((await app.call(processJobResults, { params, token: scientist })).status).toBe(404);
    // Dismissed again, it is removed; a third time, it is unknown.
    for (const status of [200, 404]) {
      expect((await app.call(dismissProcessJob, { params, token: scientist })).status).toBe(status);
    }
    expect(received('/dispensado')).toBeNull();
  });
});

describe('one analysis over several areas', () => {
  test('before it runs its largest area and the time of all are told', async () => {
    const request = {
      type: 'proximity',
      parameters: { output: 'raster', cell_degrees: 0.05 },
      inputs: { targets: areas },
    };
    const estimate = (over: object) =>
      app.call<BatchEstimate>(batch.estimateBatch, { body: { request, areas: over }, token: scientist });
    const { data } = await estimate(areas);
    expect(data).toMatchObject({ areas: 3, stored: null, isWithinLimits: true, refusals: [] });
    expect(data.features).toBeGreaterThan(0);
    expect((await estimate(drawn(point(11, -9)))).status).toBe(400);
  });

  test('each area has its figures in one table, which is a file too; the list of analyses is not filled with them', async () => {
    const request = { type: 'zonal_statistics', name: 'Campo por área', inputs: { raster: await sentField() } };
    const begun = await ordered({ request, areas });
    expect([begun.areas, begun.rows.map(({ area }) => area)]).toEqual([3, ['Oeste', 'Meio', 'Leste']]);
    const done = await ended(begun.id);
    expect([done.states.completed, done.progress]).toEqual([3, 1]);
    expect(done.rows.map(({ values }) => values['zones.mean'])).toEqual([0.5, 2.5, 4.5]);
    expect(done.columns.find(({ id }) => id === 'zones.mean')).toMatchObject({ label: 'Média' });
    const file = await app.call(batch.batchTable, { params: { id: done.id }, token: scientist });
    const [head, first, ...others] = file.text.split('\r\n');
    expect(head).toMatch(/N\.º;Área;Estado;.*;Média;/);
    expect(first).toMatch(/^1;Oeste;Concluída;.*;0,5;/);
    expect(others).toHaveLength(3);
    const listed = await app.call<{ data: { name: string }[] }>(listAnalyses, { token: scientist });
    expect(listed.data.data).toEqual([]);
    const [row] = done.rows;
    const layer = { id: row?.analysisId ?? '', layer: 'zones' };
    expect((await app.call(analysisLayerFeatures, { params: layer, token: scientist })).status).toBe(200);

    // The same question is answered by what is stored.
    const again = await ended((await ordered({ request: { ...request, name: 'Outra vez' }, areas })).id);
    expect(again.rows.map(({ isReused }) => isReused)).toEqual([true, true, true]);
    expect(again.rows.map(({ values }) => values)).toEqual(done.rows.map(({ values }) => values));

    // It is its owner's alone, and goes by its name with all that it made.
    const params = { id: done.id };
    expect((await app.call(batch.getBatch, { params, token: colleague })).status).toBe(404);
    expect((await app.call<unknown[]>(batch.listBatches, { token: colleague })).data).toEqual([]);
    const remove = (confirm: string) => app.call(batch.removeBatch, { params, query: { confirm }, token: scientist });
    expect((await remove('outro')).status).toBe(400);
    expect((await remove(done.name)).status).toBe(200);
    expect(await app.select(`select 1 from spatial.analyses where batch_id = '${done.id}'`)).toEqual([]);
  });

  test('an area that can’t be computed says why in its row, and the others have their figures', async () => {
    const request = {
      type: 'density',
      inputs: { points: drawn(point(11.1, -9.9)) },
      parameters: { cell_degrees: 0.05 },
    };
    const done = await ended(
      (await ordered({ request, areas: drawn(square('Cabe', 11), square('Não cabe', 11, 8)) })).id,
    );
    expect(done.rows.map(({ area, status }) => [area, status])).toEqual([
      ['Cabe', 'completed'],
      ['Não cabe', 'failed'],
    ]);
    expect(done.rows[1]?.error).toContain('células maiores');
  });

  test('what can’t be asked by areas is refused with the place', async () => {
    const paths = async (request: object, over: object = areas) => {
      const reply = await app.call(batch.createBatch, { body: { request, areas: over }, token: scientist });
      return [reply.status, reply.problem.issues?.[0]?.path];
    };
    expect(await paths({ type: 'contours' })).toEqual([400, 'body.request.type']);
    expect(await paths({ type: 'density', inputs: { area: areas } })).toEqual([400, 'body.request.inputs']);
    const buffer = { type: 'buffer', inputs: { features: drawn(point(11.1, -9.9)) } };
    expect(await paths(buffer, drawn(point(11, -10)))).toEqual([400, 'body.areas']);
    const many = drawn(...Array.from({ length: batch.mostBatchAreas + 1 }, (_, place) => square(`A${place}`, 11)));
    expect(await paths(buffer, many)).toEqual([400, 'body.areas']);
  });

  test('cancelled, none of its analyses publishes any more', async () => {
    const request = { type: 'buffer', inputs: { features: drawn(point(11.1, -9.9)) }, isFresh: true };
    // Nothing may take them before they are cancelled.
    await app.composition.queue.setPaused((name) => name === 'spatial.analyse');
    const { id } = await ordered({ request, areas });
    const params = { id };
    const cancelled = await app.call<batch.SpatialBatch>(batch.cancelBatch, { params, token: scientist });
    expect([cancelled.status, cancelled.data.states.cancelled]).toEqual([200, 3]);
    expect((await app.call(batch.cancelBatch, { params, token: scientist })).status).toBe(409);
    await app.composition.queue.setPaused(() => false);
    await conducted();
    expect((await ended(id)).states.cancelled).toBe(3);
  });

  test('what a process that died left out of the queue is put there by the next turn', async () => {
    const request = { type: 'buffer', inputs: { features: drawn(point(11.15, -9.9)) } };
    const { id } = await ordered({ request, areas });
    await ended(id);
    await app.select(
      `update spatial.analyses set state = 'open', run_id = null, result_id = null, completed_at = null
       where batch_id = '${id}' and batch_place > 1 returning 1`,
    );
    await conducted();
    expect((await ended(id)).states).toMatchObject({ completed: 3, pending: 0 });
  });
});

describe('an analysis by the clock', () => {
  const daily = '0 8 * * *';
  async function analysed(body: object): Promise<SpatialAnalysis> {
    const { data } = await app.call<SpatialAnalysis>(createAnalysis, { body, token: scientist });
    const [row] = await app.select<{ run_id: string }>(`select run_id from spatial.analyses where id = '${data.id}'`);
    if (row !== undefined) await app.ended(row.run_id);
    return (await app.call<SpatialAnalysis>(getAnalysis, { params: { id: data.id }, token: scientist })).data;
  }
  const create = (analysisId: string, token = scientist, cron = daily) =>
    app.call<schedule.SpatialSchedule>(schedule.createSpatialSchedule, { body: { analysisId, cron }, token });
  const shown = async (id: string) => {
    // Sessions are shorter than the days that the clock is moved on: another account of the platform reads it.
    const { token } = await app.signIn('cientista');
    const { data } = await app.call<schedule.SpatialSchedule[]>(schedule.listSpatialSchedules, { token });
    return data.find((one) => one.id === id);
  };
  /** Every run of a schedule that the queue was asked for has ended. */
  async function settled(): Promise<void> {
    await conducted();
    const runs = await app.composition.queue.list({ name: 'spatial.run-schedule', limit: 100 });
    for (const { id } of runs) await app.ended(id);
  }

  test('it is made when it is due, once, and nothing is made while its inputs are the same', async () => {
    const features = { kind: 'collection', collection: 'zee' };
    const made = await analysed({
      type: 'buffer',
      inputs: { features },
      parameters: { buffer_distance: 3_000, segments: 4 },
    });
    expect(made.error).toBeNull();
    expect((await create(made.id, colleague)).status).toBe(404);
    const share = { params: { id: made.id }, body: { readers: 'staff' }, token: scientist };
    expect((await app.call(changeAnalysis, share)).status).toBe(200);
    expect((await create(made.id, scientist, '* * * * *')).status).toBe(400);
    const { data, status } = await create(made.id);
    expect([status, data.nextRuns.length, data.runs]).toEqual([201, 3, []]);
    await settled();
    expect((await shown(data.id))?.runs).toEqual([]);

    app.clock.advance(dayMs);
    await settled();
    await settled();
    const first = (await shown(data.id))?.runs ?? [];
    expect(first.map(({ outcome }) => outcome)).toEqual(['made']);

    app.clock.advance(dayMs);
    await settled();
    const second = (await shown(data.id))?.runs ?? [];
    expect(second.map(({ outcome }) => outcome)).toEqual(['unchanged', 'made']);
    expect(second[0]?.reason).toContain('As entradas são as mesmas');
    expect(second[0]?.analysis?.id).toBe(first[0]?.analysis?.id);

    // Other inputs make another.
    const changed = JSON.stringify({ features: drawn(point(11.1, -9.9)) });
    await app.select(`update spatial.schedules set inputs = '${changed}'::jsonb where id = '${data.id}' returning 1`);
    app.clock.advance(dayMs);
    await settled();
    const third = (await shown(data.id))?.runs ?? [];
    expect(third.map(({ outcome }) => outcome)).toEqual(['made', 'unchanged', 'made']);
    expect(third[0]?.analysis?.id).not.toBe(first[0]?.analysis?.id);

    const { token } = await app.signIn('administrador');
    const off = await app.call<schedule.SpatialSchedule>(schedule.changeSpatialSchedule, {
      ...{ params: { id: data.id }, body: { enabled: false }, token },
    });
    expect(off.data.nextRuns).toEqual([]);
    app.clock.advance(dayMs);
    await settled();
    expect((await shown(data.id))?.runs).toHaveLength(3);
    const { token: later } = await app.signIn('administrador');
    const gone = { params: { id: data.id }, token: later };
    expect((await app.call(schedule.removeSpatialSchedule, gone)).status).toBe(200);
    expect(await shown(data.id)).toBeUndefined();
  });

  test('what it can’t be made of is told in its run', async () => {
    const { token } = await app.signIn('cientista');
    const { data: analysis } = await app.call<SpatialAnalysis>(createAnalysis, {
      ...{ body: { type: 'buffer', inputs: { features: drawn(point(11.3, -9.9)) } }, token },
    });
    const { data } = await create(analysis.id, token);
    const gone = JSON.stringify({ features: { kind: 'collection', collection: 'nenhuma' } });
    await app.select(`update spatial.schedules set inputs = '${gone}'::jsonb where id = '${data.id}' returning 1`);
    const run = await app.call<{ id: string }>(schedule.runSpatialSchedule, { params: { id: data.id }, token });
    expect(run.status).toBe(202);
    expect((await app.ended(run.data.id)).state).toBe('succeeded');
    const [only] = (await shown(data.id))?.runs ?? [];
    expect(only).toMatchObject({ outcome: 'refused', analysis: null });
    expect(only?.reason).not.toBe('');
  });
});
