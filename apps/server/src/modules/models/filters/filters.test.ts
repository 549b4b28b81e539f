import { usualRule } from '@kianda/contract/models/filters/filter-types';
import * as contract from '@kianda/contract/models/filters/filters.contract';
import * as models from '@kianda/contract/models/registry/models.contract';
import { listFeatures } from '@kianda/contract/open/features/features.contract';
import { listNotices } from '@kianda/contract/people/notifications/notices.contract';
import { fromArrayBuffer } from 'geotiff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../../testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let scientist: string;
let colleague: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  scientist = (await app.signIn('cientista')).token;
  colleague = (await app.newSession('cientista')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const list = async (token = scientist) => app.call<contract.PredictiveFilter[]>(contract.listFilters, { token });
const find = async (id: string) =>
  (
    await app.call<{ filter: contract.PredictiveFilter; runs: contract.FilterRun[] }>(contract.getFilter, {
      ...{ params: { id }, token: scientist },
    })
  ).data;
/** Runs a filter to its end. */
async function run(id: string): Promise<contract.FilterRun> {
  const begun = await app.call<contract.FilterRun>(contract.refreshFilter, { params: { id }, token: scientist });
  expect([begun.status, begun.status === 202 ? '' : begun.text]).toEqual([202, '']);
  await app.ended(begun.data.id);
  const found = (await find(id)).runs.find((one) => one.id === begun.data.id);
  return found ?? begun.data;
}

/** Trains the first version of a model and has a colleague approve it. */
async function putInUse(type: models.ModelType): Promise<void> {
  const params = { type };
  const begun = await app.call<{ id: string }>(models.trainModel, { params, token: scientist });
  await app.ended(begun.data.id);
  const body = { reason: 'Melhor do que a média.' };
  const approved = await app.call(models.approveModelVersion, {
    params: { type, version: '1' },
    token: colleague,
    body,
  });
  if (approved.status !== 200) throw new Error(`${type}: ${approved.text}`);
}

describe('before any model is in use', () => {
  test('the seven of the specification, without figures, each with the reason and the model that it lacks', async () => {
    const { data } = await list();
    expect(data.map(({ id, type }) => [id, type])).toEqual(data.map(({ type }) => [type, type]));
    expect(data.map(({ name }) => name)).toEqual([
      'Hotspots de Biodiversidade',
      'Predição de Presença de Espécies',
      'Adequação de Habitat',
      'Áreas de Conservação Prioritárias',
      'Zonas de Pesca Otimizadas',
      'Pontos de Monitorização Inteligentes',
      'Áreas de Risco Ambiental',
    ]);
    expect(data.map(({ isActive }) => isActive)).toEqual([true, true, true, false, true, true, false]);
    for (const filter of data) {
      expect(filter).toMatchObject({ confidence: null, lastUpdated: null, summary: null, isBuiltIn: true });
      expect(filter.absence).toContain('não tem versão em uso');
      expect(filter.needsModel).not.toBeNull();
    }
    expect(data[0]?.parameters).toMatchObject({ threshold: 0.8, species_count_min: 15, min_confidence: 0.6 });
  });

  test('a run says what is missing, and leaves no result; none is begun by the platform', async () => {
    expect(await run('habitat_suitability')).toMatchObject({
      ...{ state: 'failed', needsModel: 'habitat_suitability', summary: null },
      error: expect.stringContaining('treine uma'),
    });
    const params = { id: 'habitat_suitability' };
    expect((await app.call(contract.filterData, { params, token: scientist })).problem.code).toBe('conflict');
    const due = await app.ended(await app.composition.queue.enqueue('filters.run-due', {}));
    expect(due.result).toEqual({ begun: 0 });
  });
});

test('a filter is created, changed as another revision, and deleted by its name alone; those of the platform stay', async () => {
  const rule = usualRule('habitat_suitability');
  const body = { name: 'Habitat do sul', type: 'habitat_suitability' as const, rule };
  const created = await app.call<contract.PredictiveFilter>(contract.createFilter, { token: scientist, body });
  expect([created.status, created.data.revision, created.data.isActive]).toEqual([201, 1, false]);
  const { id } = created.data;
  expect((await app.call(contract.createFilter, { token: scientist, body })).problem.code).toBe('conflict');
  const richness = { ...body, name: 'Riqueza', type: 'biodiversity_hotspots' as const };
  expect((await app.call(contract.createFilter, { token: scientist, body: richness })).problem.detail).toContain(
    'limiar',
  );

  const change = { name: 'Habitat do Namibe', description: 'Só o sul.', rule: { ...rule, bbox: [10, -18, 13, -14] } };
  const changed = await app.call<contract.PredictiveFilter>(contract.updateFilter, {
    ...{ params: { id }, token: scientist, body: change },
  });
  expect(changed.data).toMatchObject({ revision: 2, name: 'Habitat do Namibe', rule: { bbox: [10, -18, 13, -14] } });

  const remove = (which: string, confirm: string) =>
    app.call(contract.removeFilter, { params: { id: which }, query: { confirm }, token: scientist });
  expect((await remove(id, 'outra coisa')).status).toBe(400);
  expect((await remove(id, 'Habitat do Namibe')).status).toBe(200);
  expect((await remove(id, 'Habitat do Namibe')).status).toBe(404);
  expect((await remove('environmental_risk', 'Áreas de Risco Ambiental')).problem.code).toBe('conflict');
});

test('clicking activate twice runs once; a deactivated filter keeps its state', async () => {
  const id = 'environmental_risk';
  const act = (endpoint: typeof contract.activateFilter | typeof contract.deactivateFilter) =>
    app.call<contract.PredictiveFilter>(endpoint, { params: { id }, token: scientist });
  const first = await act(contract.activateFilter);
  expect(first.data).toMatchObject({ isActive: true, run: { requestedBy: expect.any(String) } });
  await app.ended(first.data.run?.id ?? '');
  await act(contract.activateFilter);
  expect((await find(id)).runs).toHaveLength(1);
  expect((await act(contract.deactivateFilter)).data.isActive).toBe(false);
});

describe('with models in use', () => {
  beforeAll(async () => {
    for (const connector of ['obis', 'worms', 'noaa-sst', 'angola-inipm']) await app.ingest(connector);
    for (const type of ['habitat_suitability', 'biodiversity_predictor'] as const) await putInUse(type);
    app.clock.advance(600_001);
  });

  const everything = (type: Parameters<typeof usualRule>[0], over: object = {}) => ({
    ...{ name: `Ensaio ${type}`, description: '', rule: { ...usualRule(type), minConfidence: 0, ...over } },
  });

  test('habitat: polygons with area, points of the specification, and a confidence with its arithmetic', async () => {
    const id = 'habitat_suitability';
    await app.call(contract.updateFilter, { params: { id }, token: scientist, body: everything(id) });
    const done = await run(id);
    expect([done.state, done.error]).toEqual(['succeeded', null]);
    const { summary } = done;
    expect(summary).toMatchObject({ modelType: 'habitat_suitability', modelVersion: 1, isSimulated: true });
    const { skill, coverage, age, value } = summary?.confidence ?? ({} as contract.FilterConfidence);
    expect(value).toBeCloseTo(skill * coverage * age, 12);
    expect(summary?.areaKm2).toBeGreaterThan(100);

    const data = await app.call<contract.FilterPoints>(contract.filterData, { params: { id }, token: scientist });
    expect(data.metadata.provenance.state).toBe('simulated');
    expect(data.data.features.length).toBe(Math.min(1_000, summary?.chosenCells ?? 0));
    const [point] = data.data.features;
    expect(Object.keys(point?.properties ?? {})).toEqual(
      expect.arrayContaining([
        ...['point_id', 'prediction', 'confidence', 'latitude', 'longitude', 'area_name', 'predicted_at'],
        'marker_size',
      ]),
    );
    expect(point?.properties.prediction).toBeGreaterThanOrEqual(summary?.threshold ?? 2);

    const params = { id, run: done.id };
    const whole = await app.call<{ regions: contract.FilterRegions; grid: contract.FilterGrid }>(
      contract.filterRunResult,
      {
        ...{ params, token: scientist },
      },
    );
    const area = whole.data.regions.features.reduce((sum, { properties }) => sum + properties.areaKm2, 0);
    expect(area).toBeCloseTo(summary?.areaKm2 ?? 0, 3);
    expect(whole.data.grid.cells.filter(({ isChosen }) => isChosen)).toHaveLength(summary?.chosenCells ?? -1);
    const layer = await app.call(listFeatures, {
      ...{ params: { collectionId: 'predictive-filters' }, token: scientist },
      query: { filter: `filter = '${id}'`, limit: '1000' },
    });
    expect((layer.json() as { features: unknown[] }).features).toHaveLength(summary?.regions ?? -1);
    const csv = await app.call(contract.filterCsv, { params: { id }, token: scientist });
    expect(csv.text.split('\r\n').filter((line) => line !== '')).toHaveLength(data.data.features.length + 1);
    const geojson = await app.call(contract.filterGeojson, { params: { id }, token: scientist });
    expect(JSON.parse(geojson.text)).toMatchObject({ type: 'FeatureCollection', simulated: true });
    const tiff = await app.server.inject({
      ...{
        method: 'GET',
        url: `/admin-api/ml/filters/${id}/data.tif`,
        headers: { authorization: `Bearer ${scientist}` },
      },
    });
    const image = await (await fromArrayBuffer(Uint8Array.from(tiff.rawPayload).buffer)).getImage();
    const [, chosen] = (await image.readRasters()) as unknown as readonly Float32Array[];
    expect(chosen?.filter((one) => one === 1).length).toBe(summary?.chosenCells);
  });

  test('the catalogue has the last result of each filter with its lineage, and its files', async () => {
    const id = 'habitat_suitability';
    await app.ended(await app.composition.queue.enqueue('catalogue.sweep', {}));
    const headers = { authorization: `Bearer ${scientist}` };
    const ask = (url: string) => app.server.inject({ method: 'GET', url, headers });
    const items = await ask('/stac/collections/filter-results/items');
    const item = JSON.parse(items.payload).features.find((one: { id: string }) => one.id === id);
    const [last] = (await find(id)).runs;
    expect(item.properties).toMatchObject({
      ...{ 'kianda:filter_type': id, 'kianda:model': id, 'kianda:version': 1, 'kianda:simulated': true },
      ...{ 'kianda:run': last?.id, 'kianda:revision': last?.revision, 'kianda:valid_until': last?.validUntil },
      ...{ 'kianda:confidence': last?.summary?.confidence, 'kianda:area_km2': last?.summary?.areaKm2 },
    });
    expect(item.properties['kianda:rule']).toMatchObject({ minConfidence: 0 });
    expect(item.properties['processing:lineage']).toContain('versão 1');
    const file = async (key: string) => ask(new URL(item.assets[key].href).pathname);
    const geojson = await app.call(contract.filterGeojson, { params: { id }, token: scientist });
    expect((await file('result.geojson')).payload).toBe(geojson.text);
    const image = await (
      await fromArrayBuffer(Uint8Array.from((await file('result.tif')).rawPayload).buffer)
    ).getImage();
    expect([image.getHeight(), image.getWidth()]).toEqual(item.properties['proj:shape']);
    image.getBoundingBox().forEach((side, place) => {
      expect(side).toBeCloseTo(item.bbox[place], 9);
    });
    expect((await app.server.inject({ method: 'GET', url: '/stac/collections/filter-results/items' })).statusCode).toBe(
      401,
    );
  });

  test('a change is told to whoever asked, to nobody else, and the difference says how much', async () => {
    const id = 'habitat_suitability';
    const subscribe = await app.call<contract.PredictiveFilter>(contract.subscribeFilter, {
      ...{ params: { id }, token: scientist, body: { isSubscribed: true } },
    });
    expect(subscribe.data.isSubscribed).toBe(true);
    const [before] = (await find(id)).runs;
    await app.call(contract.updateFilter, {
      ...{ params: { id }, token: scientist },
      body: everything(id, { threshold: { kind: 'percentile', share: 0.9 } }),
    });
    const after = await run(id);
    expect([after.state, after.error]).toEqual(['succeeded', null]);
    const { data: difference } = await app.call<contract.FilterDifference>(contract.filterDifference, {
      ...{ params: { id }, query: { from: before?.id ?? '', to: after.id }, token: scientist },
    });
    expect(difference.lostKm2 + difference.keptKm2).toBeCloseTo(difference.from.summary?.areaKm2 ?? 0, 3);
    expect(difference.gainedKm2 + difference.keptKm2).toBeCloseTo(difference.to.summary?.areaKm2 ?? 0, 3);
    expect(difference.overlap).toBeLessThan(0.9);
    expect(difference.meanChange).toBeCloseTo(0, 9);
    const notices = async (token: string) =>
      (await app.call<{ title: string }[]>(listNotices, { token, query: {} })).text.includes('o resultado mudou');
    expect([await notices(scientist), await notices(colleague)]).toEqual([true, false]);
  });

  test('conservation holds every target at a cost that is told with its distance to the least', async () => {
    const id = 'conservation_priority';
    await app.call(contract.updateFilter, {
      ...{ params: { id }, token: scientist, body: everything(id, { cellDegrees: 0.5 }) },
    });
    const done = await run(id);
    expect([done.state, done.error]).toEqual(['succeeded', null]);
    const step = (label: string) => done.summary?.steps.find((one) => one.label === label)?.value ?? '';
    const [met, all] = step('Metas cumpridas').split(' de ');
    expect([met, Number(all) > 0]).toEqual([all, true]);
    expect(done.summary?.method).toContain('HiGHS');
    expect(step('Distância ao ótimo')).toContain('%');
  });

  test('risk shows the arithmetic of exposure and consequence', async () => {
    const id = 'environmental_risk';
    await app.call(contract.updateFilter, { params: { id }, token: scientist, body: everything(id) });
    const done = await run(id);
    expect([done.state, done.error]).toEqual(['succeeded', null]);
    expect(done.summary?.steps.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Exposição: Poluição', 'Consequência', 'Conta', 'Célula de maior risco']),
    );
    expect(done.summary?.max).toBeGreaterThan(0);
  });

  test('a result holds for six hours; then the platform computes the active ones anew', async () => {
    expect((await find('habitat_suitability')).filter.isExpired).toBe(false);
    app.clock.advance(6 * 3_600_000 + 1);
    // Sessions end sooner than results.
    scientist = (await app.newSession('cientista')).token;
    expect((await find('habitat_suitability')).filter.isExpired).toBe(true);
    const due = await app.ended(await app.composition.queue.enqueue('filters.run-due', {}));
    // The habitat, the hotspots and the monitoring points; of the other active ones no model is in use.
    expect(due.result).toEqual({ begun: 3 });
    for (const id of ['habitat_suitability', 'biodiversity_hotspots', 'monitoring_points']) {
      const [last] = (await find(id)).runs;
      await app.ended(last?.id ?? '');
      expect([(await find(id)).runs[0]?.error, id]).toEqual([null, id]);
    }
    expect((await find('habitat_suitability')).filter.isExpired).toBe(false);
    const monitoring = (await find('monitoring_points')).filter.summary;
    expect(monitoring?.steps.map(({ label }) => label)).toContain('Informação esperada');
  });
});

test('a client reads and is told of changes, but creates, runs and deletes nothing', async () => {
  const { token } = await app.signIn('cliente');
  expect((await list(token)).status).toBe(200);
  const params = { id: 'habitat_suitability' };
  const asked = [
    app.call(contract.refreshFilter, { params, token }),
    app.call(contract.activateFilter, { params, token }),
    app.call(contract.removeFilter, { params, token, query: { confirm: 'x' } }),
  ];
  for (const reply of await Promise.all(asked)) expect(reply.status).toBe(403);
  const subscribed = await app.call(contract.subscribeFilter, { params, token, body: { isSubscribed: true } });
  expect(subscribed.status).toBe(200);
});
