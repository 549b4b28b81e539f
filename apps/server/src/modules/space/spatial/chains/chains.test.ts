import { executeProcess } from '@kianda/contract/open/features/processes.contract';
import { analysisLayerFeatures, getAnalysis, listAnalyses } from '@kianda/contract/space/spatial/analyses.contract';
import type { ChainEstimate, SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import * as contract from '@kianda/contract/space/spatial/chains.contract';
import {
  createSpatialSchedule,
  listSpatialSchedules,
  runSpatialSchedule,
  type SpatialSchedule,
} from '@kianda/contract/space/spatial/schedules.contract';
import { dayMs } from '@kianda/geo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../testing/application.ts';

let app: TestApplication;
let scientist: string;
let colleague: string;
beforeAll(async () => {
  app = await createTestApplication({ settings: { KIANDA_SPATIAL_MAX_CELLS: '10000' } });
  scientist = (await app.signIn('cientista')).token;
  colleague = (await app.newSession('investigador')).token;
});
afterAll(() => app.close());

const point = (lon: number, lat: number, name: string) => ({
  ...{ type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates: [lon, lat] } },
});
const drawn = (...features: readonly object[]) => ({
  kind: 'drawing',
  geojson: { type: 'FeatureCollection', features },
});
const buoys = drawn(point(11.5, -9.8, 'Boia A'), point(11.9, -9.6, 'Boia B'));

/** Zones around buoys, distances to them over those zones, and the mean distance in each zone. */
const steps = (area: object = buoys, cell = 0.05) => [
  {
    ...{ id: 'numeros', name: 'Números', type: 'zonal_statistics' },
    inputs: {
      zones: { kind: 'step', step: 'zonas' },
      raster: { kind: 'step', step: 'distancias', layer: 'distance' },
    },
  },
  {
    ...{ id: 'zonas', name: 'Zonas', type: 'buffer', inputs: { features: area } },
    parameters: { buffer_distance: 20_000, segments: 16 },
  },
  {
    ...{ id: 'distancias', name: 'Distâncias', type: 'proximity' },
    parameters: { output: 'raster', cell_degrees: cell },
    inputs: { targets: buoys, area: { kind: 'step', step: 'zonas', layer: 'buffers' } },
  },
];
const saved = async (body: object, token = scientist) => {
  const reply = await app.call<contract.SpatialChain>(contract.createSpatialChain, { body, token });
  expect([reply.status, reply.status === 201 ? '' : reply.text]).toEqual([201, '']);
  return reply.data;
};
const found = async (id: string, token = scientist) =>
  (await app.call<contract.ChainRun>(contract.getSpatialChainRun, { params: { id }, token })).data;
const begin = (id: string, token = scientist) =>
  app.call<contract.ChainRun>(contract.runSpatialChain, { params: { id }, token });
async function ended(id: string, token = scientist): Promise<contract.ChainRun> {
  const [row] = await app.select<{ job_id: string | null }>(`select job_id from spatial.chain_runs where id = '${id}'`);
  if (row?.job_id != null) await app.ended(row.job_id);
  return found(id, token);
}
const statesOf = ({ steps: of }: contract.ChainRun) => of.map(({ id, status }) => [id, status]);

describe('a chain of analyses', () => {
  test('its steps run in the order of their links, each on the pinned results of those before; again, it is there at once', async () => {
    const chain = await saved({ name: 'Distância média por zona', steps: steps() });
    // The usual values and the layer of each link are said.
    expect(chain.steps[0]?.inputs.zones).toEqual({ kind: 'step', step: 'zonas', layer: 'buffers' });
    expect(chain.steps[1]?.parameters).toMatchObject({ buffer_distance: 20_000, zone_type: 'protection' });
    const begun = await begin(chain.id);
    expect(begun.status).toBe(202);
    const done = await ended(begun.data.id);
    expect([done.status, done.error, done.progress]).toEqual(['completed', null, 1]);
    expect(statesOf(done)).toEqual([
      ['zonas', 'completed'],
      ['distancias', 'completed'],
      ['numeros', 'completed'],
    ]);
    const analysisOf = async (place: number, of = done) =>
      (
        await app.call<SpatialAnalysis>(getAnalysis, {
          params: { id: of.steps[place]?.analysisId ?? '' },
          token: scientist,
        })
      ).data;
    const [zones, distances, numbers] = await Promise.all([analysisOf(0), analysisOf(1), analysisOf(2)]);
    const layer = zones.results?.layers[0];
    expect(numbers.pinned.map(({ role, kind, sha256 }) => [role, kind, sha256])).toEqual([
      ['zones', 'result', layer?.sha256],
      ['raster', 'result', distances.results?.layers[0]?.sha256],
    ]);
    // The mean distance from a point to the places within 20 km of it is two thirds of those 20 km.
    const zone = { params: { id: numbers.id, layer: 'zones' }, token: scientist };
    const { data: shown } = await app.call<{ features: { properties: { mean: number } }[] }>(
      analysisLayerFeatures,
      zone,
    );
    expect(shown.features).toHaveLength(2);
    for (const { properties } of shown.features) expect(Math.abs(properties.mean - 40 / 3)).toBeLessThan(0.6);

    const again = await begin(chain.id);
    expect([again.data.status, again.data.steps.map(({ isReused }) => isReused)]).toEqual([
      'completed',
      [true, true, true],
    ]);
    expect(
      await app.select(`select 1 from spatial.chain_runs where id = '${again.data.id}' and job_id is null`),
    ).toHaveLength(1);
    // The list of analyses is not filled with steps.
    const listed = await app.call<{ data: unknown[] }>(listAnalyses, { token: scientist });
    expect(listed.data.data).toEqual([]);

    // Every kind of step has run: the time of the next run is known.
    const asked = { params: { id: chain.id }, token: scientist };
    const { expected } = (await app.call<contract.SpatialChain>(contract.getSpatialChain, asked)).data;
    expect(expected.seconds).toBeGreaterThan(0);

    // One step changed: those before it are taken as they are, the others are made.
    const changed = steps().map((step) => (step.id === 'distancias' ? steps(buoys, 0.1)[2] : step));
    const change = { params: { id: chain.id }, body: { steps: changed }, token: scientist };
    expect((await app.call(contract.changeSpatialChain, change)).status).toBe(200);
    const third = await ended((await begin(chain.id)).data.id);
    expect(third.steps.map(({ isReused }) => isReused)).toEqual([true, false, false]);
    const { data } = await app.call<contract.SpatialChain>(contract.getSpatialChain, {
      params: { id: chain.id },
      token: scientist,
    });
    expect(data.runs).toHaveLength(3);
    expect(data.lastRun?.id).toBe(third.id);
  });

  test('before it runs, each step says its size by its own data, and what does not fit', async () => {
    const estimate = async (of: readonly object[], token = scientist) =>
      app.call<ChainEstimate>(contract.estimateSpatialChain, { body: { steps: of }, token });
    const { data } = await estimate(steps());
    expect(data.steps.map(({ id, features, cells, waitsFor }) => [id, features, cells, waitsFor])).toEqual([
      ['zonas', 2, 0, []],
      // The area of its grid is made by the step before.
      ['distancias', 2, null, ['Zonas']],
      ['numeros', 0, 0, ['Zonas', 'Distâncias']],
    ]);
    expect([data.isWithinLimits, data.memoryBytes]).toEqual([true, null]);

    const overZee = (id: string, cell: number) => ({
      ...{ id, name: id, type: 'density', inputs: { points: buoys }, parameters: { cell_degrees: cell } },
    });
    const grids = (await estimate([overZee('grossa', 0.5), overZee('media', 0.25), overZee('fina', 0.01)])).data;
    const alone = (place: number) => grids.steps[place]?.memoryBytes ?? Number.NaN;
    expect(grids.steps.map(({ refusals }) => refusals.length > 0)).toEqual([false, false, true]);
    expect(grids.steps[2]?.refusals[0]).toMatch(/células, e o limite são 10\s000: escolha células maiores/);
    // Two steps run side by side: the two largest count.
    expect(alone(0)).toBeLessThan(alone(1));
    expect([grids.isWithinLimits, grids.memoryBytes]).toEqual([false, alone(1) + alone(2)]);

    // Data that the account may not read are refused, and so is a chain with a link to nothing.
    const uploaded = { kind: 'upload', fileId: '00000000-0000-4000-8000-000000000000' };
    const unread = await estimate([{ ...steps()[1], inputs: { features: uploaded } }, steps()[2] ?? {}]);
    expect([unread.status, unread.problem.detail]).toEqual([404, expect.stringContaining('Zonas')]);
    expect((await estimate(steps().slice(0, 2))).status).toBe(400);
  });

  test('a step that can’t be computed ends the run by its name and with what to do; what was done stays', async () => {
    const chain = await saved({ name: 'Não cabe', steps: steps(buoys, 0.005) });
    const failed = await ended((await begin(chain.id)).data.id);
    expect(failed.status).toBe('failed');
    expect(failed.error).toMatch(/^O passo «Distâncias» falhou\. .*células maiores.*corra a cadeia outra vez/);
    expect(statesOf(failed)).toEqual([
      ['zonas', 'completed'],
      ['distancias', 'failed'],
      ['numeros', 'skipped'],
    ]);
  });

  test('cancelled, no step of it begins any more', async () => {
    const chain = await saved({ name: 'Cancelada', steps: steps(drawn(point(11.2, -9.2, 'Boia'))) });
    // Nothing may take it before it is cancelled.
    await app.composition.queue.setPaused((name) => name === 'spatial.run-chain');
    const { id } = (await begin(chain.id)).data;
    const cancel = () =>
      app.call<contract.ChainRun>(contract.cancelSpatialChainRun, { params: { id }, token: scientist });
    const cancelled = await cancel();
    expect([cancelled.status, cancelled.data.status, statesOf(cancelled.data)[0]?.[1]]).toEqual([
      200,
      'cancelled',
      'skipped',
    ]);
    expect((await cancel()).status).toBe(409);
    await app.composition.queue.setPaused(() => false);
    expect((await ended(id)).steps.map(({ analysisId }) => analysisId)).toEqual([null, null, null]);
  });

  test('what a process that died left half done is gone on with: the steps that were done stay as they are', async () => {
    const chain = await saved({ name: 'A meio', steps: steps(drawn(point(11.3, -9.3, 'Boia'))) });
    const { id } = (await begin(chain.id)).data;
    const first = await ended(id);
    await app.select(
      `delete from spatial.analyses where chain_run_id = '${id}' and chain_step = 'numeros' returning id`,
    );
    await app.select(
      `update spatial.analyses set state = 'open', run_id = null, result_id = null, completed_at = null
       where chain_run_id = '${id}' and chain_step = 'distancias' returning id`,
    );
    await app.select(
      `update spatial.chain_runs set state = 'open', job_id = null, completed_at = null, created_at = created_at - interval '1 day'
       where id = '${id}' returning id`,
    );
    await app.ended(await app.composition.queue.enqueue('spatial.conduct', {}));
    const done = await ended(id);
    expect(done.status).toBe('completed');
    expect(done.steps.slice(0, 2).map(({ analysisId }) => analysisId)).toEqual(
      first.steps.slice(0, 2).map(({ analysisId }) => analysisId),
    );
    expect(done.steps[2]?.analysisId).not.toBe(first.steps[2]?.analysisId);
  });
});

describe('a chain over areas, and by the clock', () => {
  const area = (west: number, name: string) => ({
    ...{ type: 'Feature', properties: { name } },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [west, west + 0.2, west + 0.2, west, west].map((lon, place) => [lon, place < 2 || place === 4 ? -9.8 : -9.6]),
      ],
    },
  });
  const byAreas = (id: string, places: readonly object[]) => {
    const body = { areas: drawn(area(11.4, 'Norte'), area(11.8, 'Sul')), places };
    return app.call<contract.ChainRun[]>(contract.runSpatialChainByAreas, { params: { id }, body, token: scientist });
  };

  test('each area is a run of its own, in the place of the inputs that are named; another place is refused', async () => {
    const chain = await saved({ name: 'Por área', steps: steps(drawn(point(11.6, -9.7, 'Boia'))).slice(1) });
    const runs = await byAreas(chain.id, [{ step: 'zonas', role: 'features' }]);
    expect([runs.status, runs.data.map(({ name, area: over }) => [name, over])]).toEqual([
      202,
      [
        ['Por área: Norte', 'Norte'],
        ['Por área: Sul', 'Sul'],
      ],
    ]);
    const done = await Promise.all(runs.data.map(({ id }) => ended(id)));
    expect(done.map(({ status }) => status)).toEqual(['completed', 'completed']);
    const zones = done.map(({ steps: of }) => of[0]?.analysisId);
    expect(new Set(zones).size).toBe(2);
    const refused = await byAreas(chain.id, [{ step: 'zonas', role: 'nenhuma' }]);
    expect([refused.status, refused.problem.issues?.[0]?.path]).toEqual([400, 'body.places.0']);
  });

  test('its schedule runs it, and says so where every step has the result that is stored', async () => {
    const chain = await saved({ name: 'Diária', steps: steps(drawn(point(11.45, -9.45, 'Boia'))) });
    const body = { chainId: chain.id, cron: '0 8 * * *' };
    const made = await app.call<SpatialSchedule>(createSpatialSchedule, { body, token: scientist });
    expect([made.status, made.data.type, made.data.chainId]).toEqual([201, null, chain.id]);
    expect((await app.call(createSpatialSchedule, { body: { cron: '0 8 * * *' }, token: scientist })).status).toBe(400);
    const runNow = async () => {
      const { data } = await app.call<{ id: string }>(runSpatialSchedule, {
        params: { id: made.data.id },
        token: scientist,
      });
      await app.ended(data.id);
      const { data: all } = await app.call<SpatialSchedule[]>(listSpatialSchedules, { token: scientist });
      return all.find(({ id }) => id === made.data.id)?.runs ?? [];
    };
    const [first] = await runNow();
    expect([first?.outcome, (await ended(first?.chainRun?.id ?? '')).status]).toEqual(['made', 'completed']);
    const [second] = await runNow();
    expect(second).toMatchObject({ outcome: 'unchanged', reason: expect.stringContaining('Nenhum passo') });
    // A chain that goes takes its schedule with it.
    const remove = { params: { id: chain.id }, query: { confirm: 'Diária' }, token: scientist };
    expect((await app.call(contract.removeSpatialChain, remove)).status).toBe(200);
    const left = await app.call<SpatialSchedule[]>(listSpatialSchedules, { token: scientist });
    expect(left.data.some(({ id }) => id === made.data.id)).toBe(false);
  });
});

describe('whose a chain is', () => {
  test('private it is its owner’s alone; shared, others run it as themselves and keep what they made', async () => {
    const chain = await saved({ name: 'Partilhada', steps: steps(drawn(point(11.4, -9.4, 'Boia'))) });
    const params = { id: chain.id };
    expect((await app.call(contract.getSpatialChain, { params, token: colleague })).status).toBe(404);
    const share = { params, body: { readers: 'staff' }, token: scientist };
    expect((await app.call(contract.changeSpatialChain, share)).status).toBe(200);
    const seen = await app.call<contract.ChainSummary[]>(contract.listSpatialChains, { token: colleague });
    expect(seen.data.map(({ name, isManageable }) => [name, isManageable])).toEqual([['Partilhada', false]]);
    const change = await app.call(contract.changeSpatialChain, { params, body: { name: 'Minha' }, token: colleague });
    expect(change.status).toBe(403);
    const run = await ended((await begin(chain.id, colleague)).data.id, colleague);
    expect(run.status).toBe('completed');
    // The run of another belongs to that other alone.
    expect((await app.call(contract.getSpatialChainRun, { params: { id: run.id }, token: scientist })).status).toBe(
      404,
    );

    const remove = (confirm: string) =>
      app.call(contract.removeSpatialChain, { params, query: { confirm }, token: scientist });
    expect((await remove('outra')).status).toBe(400);
    expect((await remove('Partilhada')).status).toBe(200);
    expect(await app.select(`select 1 from spatial.analyses where chain_run_id = '${run.id}'`)).toEqual([]);
  });

  test('its file makes the same chain again', async () => {
    const chain = await saved({ name: 'Em ficheiro', description: 'Três passos', steps: steps() });
    const file = await app.call(contract.spatialChainFile, { params: { id: chain.id }, token: scientist });
    const read = contract.chainFileSchema.parse(JSON.parse(file.text));
    const copy = await saved({ name: read.name, description: read.description, steps: read.steps }, colleague);
    expect(copy.steps).toEqual(chain.steps);
  });
});

test('what can’t be a chain is refused with the place', async () => {
  const refused = async (of: readonly object[]) => {
    const reply = await app.call(contract.createSpatialChain, { body: { name: 'X', steps: of }, token: scientist });
    return [reply.status, reply.problem.issues?.[0]?.path, reply.problem.issues?.[0]?.message];
  };
  const [numbers, zones, distances] = steps();
  const circle = { ...zones, inputs: { features: { kind: 'step', step: 'numeros', layer: 'zones' } } };
  expect(await refused([numbers ?? {}, circle, distances ?? {}])).toEqual([
    ...[400, 'body.steps'],
    expect.stringContaining('«Números», «Zonas», «Distâncias» esperam uns pelos outros'),
  ]);
  const place = { kind: 'area', placeKind: 'port', id: 'nenhum' };
  const missing = await app.call(contract.createSpatialChain, {
    body: { name: 'X', steps: [numbers, { ...zones, inputs: { features: place } }, distances] },
    token: scientist,
  });
  expect([missing.status, missing.problem.detail]).toEqual([404, 'Passo «Zonas»: Não existe o lugar pedido.']);
});

describe('a chain as a process of the OGC API', () => {
  const execute = (of: readonly object[]) =>
    app.call(executeProcess, {
      params: { processId: 'spatial-chain' },
      body: { inputs: { steps: of }, response: 'document' },
      token: scientist,
    });

  test('given by value, it answers with the layers and numbers of each of its steps', async () => {
    const done = await execute(steps());
    expect([done.status, done.status === 200 ? '' : done.text]).toEqual([200, '']);
    const { steps: answered } = done.json() as {
      steps: Record<string, { layers: Record<string, { features?: { properties: { mean: number } }[] }> }>;
    };
    expect(Object.keys(answered)).toEqual(['zonas', 'distancias', 'numeros']);
    const zones = answered.numeros?.layers.zones?.features ?? [];
    expect(zones).toHaveLength(2);
    for (const { properties } of zones) expect(Math.abs(properties.mean - 40 / 3)).toBeLessThan(0.6);
  });

  test('files and results of one account are not read for others, and a circle is refused', async () => {
    const [numbers, zones, distances] = steps();
    const result = { kind: 'result', analysisId: '6a3c1d10-0000-4000-8000-000000000301' };
    const own = await execute([numbers ?? {}, { ...zones, inputs: { features: result } }, distances ?? {}]);
    expect(own.status).toBe(400);
    const link = { kind: 'step', step: 'numeros', layer: 'zones' };
    const circle = await execute([numbers ?? {}, { ...zones, inputs: { features: link } }, distances ?? {}]);
    expect(circle.status).toBe(400);
    expect(circle.text).toContain('esperam uns pelos outros');
  });
});

// The sessions end with the days that go by: the last test.
test('runs whose results are no longer kept go, and the chain stays', async () => {
  const chain = await saved({ name: 'Antiga', steps: steps(drawn(point(11.1, -9.1, 'Boia'))) });
  await ended((await begin(chain.id)).data.id);
  app.clock.advance(400 * dayMs);
  await app.ended(await app.composition.queue.enqueue('spatial.retention', {}));
  const kept = `select c.name, r.id from spatial.chains c left join spatial.chain_runs r on r.chain_id = c.id`;
  expect(await app.select(`${kept} where c.id = '${chain.id}'`)).toEqual([{ name: 'Antiga', id: null }]);
});
