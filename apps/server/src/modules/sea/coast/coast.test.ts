import * as layers from '@kianda/contract/open/layers/layers.contract';
import * as contract from '@kianda/contract/sea/coast/coast.contract';
import * as limits from '@kianda/contract/sea/limits/limits.contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../../testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let scientist: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  scientist = (await app.signIn('cientista')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

type Detail = { analysis: contract.CoastDetail | null; work: contract.CoastWork | null };
const call = <T>(endpoint: Parameters<TestApplication['call']>[0], over: object = {}) =>
  app.call<T>(endpoint, { token: scientist, ...over });
const detail = async (region: string) => (await call<Detail>(contract.coastalDetail, { params: { region } })).data;
const analyse = async (body: object, region: string) => {
  const begun = await call<contract.CoastWork>(contract.analyzeCoast, { body: { region, ...body } });
  expect([begun.status, begun.status === 202 ? '' : begun.text]).toEqual([202, '']);
  await app.ended(begun.data.id, 120_000);
  return detail(region);
};

test('without a survey: the length of the coast, and every reason why there is no more', async () => {
  expect((await call<contract.CoastSurvey[]>(contract.coastSurveys)).data).toEqual([]);
  expect((await call(contract.analyzeCoast, { body: { region: 'lua' } })).status).toBe(400);
  const reader = (await app.signIn('cliente')).token;
  expect((await app.call(contract.analyzeCoast, { token: reader, body: { region: 'norte' } })).status).toBe(403);
  expect((await call(contract.analyzeCoast, { body: { region: 'norte', survey: 'camada:nada' } })).status).toBe(404);
  const { analysis } = await analyse({}, 'cabinda');
  // Natural Earth's coast of Cabinda between its two limits of the fisheries administration.
  expect(Math.abs((analysis?.coastlineLength ?? 0) - 72)).toBeLessThan(3);
  expect(analysis).toMatchObject({ sandyCoastLength: null, erosionRiskLevel: null, erosionRiskLength: null });
  expect(analysis?.absence).toContain('Sem fonte');
  expect(analysis?.variables.map(({ source, reason }) => source === null && reason !== null)).toEqual(
    Array.from({ length: 6 }, () => true),
  );
  expect(analysis?.vulnerability.every(({ index, used }) => index === null && used === 0)).toBe(true);
});

test('the first analysis of the whole coast is asked for by nobody, once there is a survey', async () => {
  const { queue } = app.composition;
  const asked = async () => (await app.ended(await queue.enqueue('coast.analyse-first', {}))).result;
  expect(await asked()).toEqual({ asked: false });
  await app.ingest('bcc-geodata');
  expect(await asked()).toEqual({ asked: true });
  expect(await asked()).toEqual({ asked: false });
  const [analysis] = await queue.list({ name: 'coast.analyse', limit: 1 });
  await app.ended(analysis?.id ?? '', 120_000);
  expect(await asked()).toEqual({ asked: false });
  expect((await detail('angola')).analysis).toMatchObject({ requestedBy: 'Kianda', spacing: 500, isSimulated: true });
});

test('a survey of the regional layers gives the rates that its coast moves at', async () => {
  const [survey] = (await call<contract.CoastSurvey[]>(contract.coastSurveys)).data;
  expect(survey).toMatchObject({ isSimulated: true, lines: 24, refused: [], methods: ['Landsat (simulado)'] });
  expect(survey?.dates).toHaveLength(6);
  const { analysis } = await analyse({ spacing: 500 }, 'norte');
  expect(analysis?.survey?.id).toBe(survey?.id);
  const inside = (south: number, north: number) =>
    (analysis?.transects ?? []).filter(({ origin }) => origin[1] > south && origin[1] < north);
  // North of 9° S the simulated coast grows by 1.2 m a year.
  const grown = inside(-8.99, -8.91);
  expect(grown.length).toBeGreaterThan(10);
  for (const { change } of grown) {
    expect(change?.dates).toBe(6);
    // Along the parallel the coast moves; a transect square to the coast sees a part of it.
    expect(change?.lrr.rate).toBeGreaterThan(0.6);
    expect(change?.lrr.rate).toBeLessThan(1.5);
    expect(Math.abs((change?.epr ?? 0) - (change?.lrr.rate ?? 0))).toBeLessThan(0.2);
  }
  expect(new Set(grown.map(({ class: of }) => of))).toEqual(new Set(['accretion']));
  const centre = (await analyse({ spacing: 500 }, 'centro')).analysis;
  const worst = centre?.transects.filter(({ origin }) => origin[1] > -9.09 && origin[1] < -9.01) ?? [];
  for (const { change } of worst) expect(change?.lrr.rate).toBeLessThan(-2);
  expect(centre).toMatchObject({ erosionRiskLevel: 'high', isSimulated: true });
  expect(centre?.sandyCoastLength).toBeGreaterThan(20);
  const [first] = centre?.vulnerability.filter(({ geomorphology }) => geomorphology === 'sand') ?? [];
  expect(first?.ranks).toMatchObject({ geomorphology: 5, slope: null, seaLevel: null });
  expect(first?.used).toBe(2);
  expect(centre?.variables.find(({ id }) => id === 'slope')?.reason).toContain('batimetria');

  const list = await call<contract.CoastalAnalysis[]>(contract.coastalAnalyses);
  expect(list.data.map(({ region }) => region).sort()).toEqual(['angola', 'cabinda', 'centro', 'norte']);
  expect(list.metadata.provenance.state).toBe('simulated');
  const csv = await app.server.inject({
    url: '/admin-api/coastal/analysis/centro/file?format=csv',
    headers: { authorization: `Bearer ${scientist}` },
  });
  expect(csv.body.split('\r\n').filter(Boolean)).toHaveLength((centre?.transects.length ?? 0) + 1);
});

/** A straight coast at 12.5° E that moves 2 m a year to the west, as a file of lines. */
const geoJson = JSON.stringify({
  type: 'FeatureCollection',
  features: [2000, 2010, 2020].map((year) => ({
    type: 'Feature',
    properties: { data: `${year}-01-01`, incerteza_m: 3, tipo_costa: 'areia' },
    geometry: {
      type: 'LineString',
      coordinates: [
        [12.5 - ((year - 2000) * 2) / 108_200, -13.5],
        [12.5 - ((year - 2000) * 2) / 108_200, -13.4],
      ],
    },
  })),
});

async function addLayer(id: string, readers: string): Promise<void> {
  const file = await app.inject<layers.LayerFile>({
    method: 'POST',
    url: '/admin-api/layers/files?fileName=costa.geojson',
    headers: { authorization: `Bearer ${scientist}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(geoJson),
  });
  const body = {
    id,
    fileId: file.data.id,
    readers,
    title: 'Costa do Namibe',
    licence: 'CC BY 4.0',
    citation: 'Ensaio',
  };
  expect((await call(layers.addLayer, { body })).status).toBe(202);
  await vi.waitFor(
    async () => {
      const { data } = await call<layers.Layer>(layers.getLayer, { params: { id } });
      expect(data.lastImport?.state).toBe('done');
    },
    { timeout: 60_000, interval: 50 },
  );
}

test('a file of lines with dates is a survey; a private layer is none', async () => {
  await addLayer('costa-privada', 'private');
  await addLayer('costa-namibe', 'staff');
  const found = (await call<contract.CoastSurvey[]>(contract.coastSurveys)).data.map(({ id }) => id);
  expect(found).toContain('camada:costa-namibe');
  expect(found).not.toContain('camada:costa-privada');
  const reader = (await app.signIn('cliente')).token;
  const open = await app.call<contract.CoastSurvey[]>(contract.coastSurveys, { token: reader });
  expect(open.data.map(({ id }) => id)).not.toContain('camada:costa-namibe');
  const { analysis } = await analyse({ survey: 'camada:costa-namibe', spacing: 1000 }, 'sul');
  expect(analysis?.transects).toHaveLength(11);
  for (const { change } of analysis?.transects ?? []) expect(change?.lrr.rate).toBeCloseTo(2, 1);
  expect(analysis).toMatchObject({ erosionRiskLevel: 'low', erosionRiskLength: 0 });
  const refused = await call<contract.CoastWork>(contract.analyzeCoast, {
    body: { region: 'sul', survey: 'camada:costa-privada' },
  });
  expect(refused.status).toBe(404);
});

test('the national baseline of the same layers draws other limits, simulated as it is', async () => {
  const begun = await call<limits.LimitWork>(limits.processBoundaries, { body: { baseline: 'national' } });
  expect(begun.status).toBe(202);
  await app.ended(begun.data.id, 120_000);
  const zones = await call<limits.MaritimeBoundary[]>(limits.listBoundaries);
  expect(zones.metadata.provenance.state).toBe('simulated');
  expect(zones.data.find(({ type }) => type === 'zee')?.area).toBeGreaterThan(460_000);
  expect(zones.data.find(({ type }) => type === 'internal_waters')?.area).toBeGreaterThan(50);
});
