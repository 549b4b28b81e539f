import * as contract from '@kianda/contract/models/studies/studies.contract';
import * as batch from '@kianda/contract/models/studies/study-batches.contract';
import * as figures from '@kianda/contract/models/studies/study-figures.contract';
import { recordReasons } from '@kianda/contract/models/studies/study-parameters';
import type { StudyMap, StudyWork } from '@kianda/contract/models/studies/study-results';
import { fromArrayBuffer } from 'geotiff';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
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

type Detail = contract.StudyDetail;
type Records = {
  records: { reason: string | null; detail: string | null; fold: number | null }[];
  steps: { reason: string; removed: number; left: number }[];
  kept: number;
  background: [number, number][];
  folds: { fold: number; presences: number; background: number }[];
  absence: string | null;
};
type Variables = {
  variables: { name: string; isChosen: boolean; vif: number | null }[];
  correlations: (number | null)[][];
  missing: string[];
};

const small = {
  background: { kind: 'zee', points: 400, bufferKilometres: 200 },
  partition: { kind: 'random', folds: 3, blockKilometres: 150, cellDegrees: 1 },
  tuning: { features: ['L', 'LQ'], betas: [1, 4] },
};
const species = async (search = '') =>
  (await app.call<{ name: string; records: number }[]>(contract.studySpecies, { token: scientist, query: { search } }))
    .data;
const create = (of: string, token = scientist) =>
  app.call<Detail>(contract.createStudy, { token, body: { species: of } });
const change = (id: string, body: object) =>
  app.call<Detail>(contract.changeStudy, { token: scientist, params: { id }, body });
const detail = async (id: string) =>
  (await app.call<Detail>(contract.getStudy, { token: scientist, params: { id } })).data;
const records = async (id: string) =>
  (await app.call<Records>(contract.studyRecords, { token: scientist, params: { id } })).data;
const tune = async (id: string) => {
  const begun = await app.call<StudyWork>(contract.tuneStudy, { token: scientist, params: { id } });
  expect([begun.status, begun.status === 202 ? '' : begun.text]).toEqual([202, '']);
  await app.ended(begun.data.id, 60_000);
  return detail(id);
};
const map = async (id: string, body: object = {}): Promise<StudyMap> => {
  const begun = await app.call<StudyWork>(contract.mapStudy, { token: scientist, params: { id }, body });
  expect([begun.status, begun.status === 202 ? '' : begun.text]).toEqual([202, '']);
  await app.ended(begun.data.id, 60_000);
  const found = await detail(id);
  const made = found.shownMaps.find((one) => one.id === begun.data.id);
  if (made === undefined) throw new Error(`no map: ${JSON.stringify(found.work)}`);
  return made;
};
const file = (path: string) =>
  app.server.inject({
    method: 'GET',
    url: `/admin-api/ml/${path}`,
    headers: { authorization: `Bearer ${scientist}` },
  });

test('without occurrences there is no species to study, and it says so', async () => {
  expect(await species()).toEqual([]);
  expect((await create('Sardinella aurita')).problem.detail).toContain('Não há ocorrências guardadas');
});

describe('with occurrences and fields', () => {
  let study: Detail;
  beforeAll(async () => {
    await Promise.all(['obis', 'gbif', 'noaa-sst', 'noaa-viirs-modis'].map((id) => app.ingest(id)));
    await app.ingest('worms');
    const [most] = await species();
    study = (await create(most?.name ?? '')).data;
    study = (await change(study.id, small)).data;
  });

  test('every record has the reason why it is left out, and the filters add up', async () => {
    const found = await records(study.id);
    expect(found.absence).toBeNull();
    expect(found.steps.map(({ reason }) => reason)).toEqual(Object.keys(recordReasons));
    const removed = found.steps.reduce((sum, step) => sum + step.removed, 0);
    expect(found.records.length - removed).toBe(found.kept);
    expect(found.steps.at(-1)?.left).toBe(found.kept);
    for (const one of found.records)
      expect([one.reason === null, one.detail === null]).toEqual(Array(2).fill(one.reason === null));
    expect(found.steps.find(({ reason }) => reason === 'duplicate')?.removed).toBeGreaterThan(0);
    expect(found.steps.find(({ reason }) => reason === 'thinned')?.removed).toBeGreaterThan(0);
    expect(found.background.length).toBe(400);
    expect(found.folds.map(({ fold }) => fold)).toEqual([0, 1, 2]);
    expect(found.folds.reduce((sum, { presences }) => sum + presences, 0)).toBe(found.kept);
    expect(await records(study.id)).toEqual(found);
  });

  test('a step is saved, gone back from and to; a change after going back takes the place of the later ones', async () => {
    const before = await records(study.id);
    const { cleaning } = study.parameters;
    const looser = await change(study.id, { cleaning: { ...cleaning, thinning: 'none' } });
    expect(looser.data.revision).toBe(study.revision + 1);
    expect(looser.data.revisions.at(-1)?.step).toBe('cleaning');
    expect((await records(study.id)).kept).toBeGreaterThan(before.kept);
    const goTo = (revision: number) =>
      app.call<Detail>(contract.revertStudy, { token: scientist, params: { id: study.id }, body: { revision } });
    expect((await goTo(study.revision)).data.parameters.cleaning.thinning).toBe('cell');
    expect((await records(study.id)).kept).toBe(before.kept);
    expect((await goTo(study.revision + 1)).data.parameters.cleaning.thinning).toBe('none');
    await goTo(study.revision);
    const other = await change(study.id, { cleaning: { ...cleaning, thinning: 'distance', thinningKilometres: 30 } });
    expect(other.data.revisions.length).toBe(study.revision + 1);
    expect((await records(study.id)).kept).toBeLessThan(before.kept);
    expect((await change(study.id, { cleaning: other.data.parameters.cleaning })).data.revision).toBe(
      other.data.revision,
    );
    expect((await goTo(99)).status).toBe(404);
    study = (await goTo(study.revision)).data;
  });

  test('the variables have correlations and inflation, those that nobody brought are named', async () => {
    const { data } = await app.call<Variables>(contract.studyVariables, {
      ...{ token: scientist, params: { id: study.id } },
    });
    const names = data.variables.map(({ name }) => name);
    expect(names).toEqual(['temperature', 'chlorophyll']);
    expect(data.correlations[0]?.[1]).toBeCloseTo(data.correlations[1]?.[0] ?? Number.NaN, 9);
    const r = data.correlations[0]?.[1] ?? Number.NaN;
    expect(data.variables[0]?.vif).toBeCloseTo(1 / (1 - r * r), 3);
    expect(data.missing).toContain('Salinidade');
  });

  test('a tuning measures every combination, the same again, and proposes one', async () => {
    study = await tune(study.id);
    const [run] = study.tunings;
    expect(run?.candidates.map(({ features, beta }) => `${features} ${beta}`)).toEqual([
      ...['L 1', 'L 4', 'LQ 1', 'LQ 4'],
    ]);
    for (const one of run?.candidates ?? []) {
      expect(one.aucTest).toBeGreaterThan(0.4);
      expect(one.aucDifference).toBeCloseTo((one.aucTrain ?? 0) - (one.aucTest ?? 0), 6);
      expect(one.omission10).toBeGreaterThanOrEqual(0);
      expect(one.deltaAicc).toBeGreaterThanOrEqual(0);
    }
    const least = Math.min(...(run?.candidates ?? []).map(({ omission10 }) => omission10 ?? 1));
    expect(run?.candidates[run.proposed ?? -1]?.omission10).toBe(least);
    const again = await tune(study.id);
    expect(again.tunings.length).toBe(2);
    expect(again.tunings[0]?.candidates).toEqual(run?.candidates);
    expect(again.tunings[0]?.dataSha256).toBe(run?.dataSha256);
    expect(run?.sources.map(({ name }) => name.split(':')[0])).toContain('Ocorrências');
    study = again;
  });

  test('a combination is chosen, mapped, and mapped again in a warmer sea, which is another map', async () => {
    expect(
      (await app.call(contract.mapStudy, { token: scientist, params: { id: study.id }, body: {} })).problem.detail,
    ).toContain('Escolha primeiro');
    const [run] = study.tunings;
    const wrong = await change(study.id, { chosen: { runId: run?.id, candidate: 9 } });
    expect(wrong.status).toBe(409);
    const chosen = await change(study.id, { chosen: { runId: run?.id, candidate: run?.proposed } });
    expect(chosen.data.revisions.at(-1)?.step).toBe('choice');
    const usual = await map(study.id);
    expect(usual.cells).toBeGreaterThan(1_000);
    expect(usual.suitableCells).toBeGreaterThan(0);
    expect(usual.curves.map(({ name }) => name)).toEqual(['temperature', 'chlorophyll']);
    expect(usual.importance.length).toBe(2);
    const [one, other] = usual.evidence?.jackknife.variables ?? [];
    expect([one?.name, other?.name]).toEqual(['temperature', 'chlorophyll']);
    // Of two variables, one alone is what the other leaves.
    expect([one?.without, other?.without]).toEqual([other?.alone, one?.alone]);
    expect(usual.evidence?.nullModels).toMatchObject({ models: 39, observed: usual.evidence?.jackknife.all });
    const warmer = await map(study.id, { warmingDegrees: 2 });
    expect(warmer.scenario).toEqual({ months: [], warmingDegrees: 2 });
    expect(warmer.evidence).toEqual(usual.evidence);
    expect(warmer.fileSha256).not.toBe(usual.fileSha256);
    expect(warmer.outside).toBeGreaterThan(usual.outside ?? 1);
    expect((await map(study.id)).fileSha256).toBe(usual.fileSha256);

    const cog = await file(`study-maps/${usual.id}/file`);
    const image = await (await fromArrayBuffer(Uint8Array.from(cog.rawPayload).buffer)).getImage();
    const [values] = (await image.readRasters()) as unknown as readonly Float32Array[];
    const known = values?.filter((value) => !Number.isNaN(value)) ?? new Float32Array(0);
    expect(known.length).toBe(usual.cells);
    expect(known.every((value) => value >= 0 && value <= 1)).toBe(true);
    const csv = (await file(`study-maps/${usual.id}/file?format=csv`)).payload.trim().split('\n');
    expect([csv[0], csv.length - 1]).toEqual(['longitude,latitude,suitability,novelty', usual.cells]);
    const model = JSON.parse((await file(`study-maps/${usual.id}/file?format=model`)).payload);
    expect(model).toMatchObject({ kind: 'maxent', presences: run?.presences });
    const grid = await app.call(contract.studyMapGrid, { token: scientist, params: { id: usual.id } });
    expect([grid.status, grid.metadata.provenance.state]).toEqual([200, 'simulated']);
  });

  test('it leaves as records with their reasons, as a table of results, and as a report', async () => {
    const found = await records(study.id);
    const csv = (await file(`studies/${study.id}/file?format=records.csv`)).payload.trim().split('\n');
    expect(csv.length - 1).toBe(found.records.length);
    const geo = JSON.parse((await file(`studies/${study.id}/file?format=records.geojson`)).payload);
    const reasons = geo.features.map(({ properties }: { properties: { reason: string | null } }) => properties.reason);
    expect(reasons.filter((reason: string | null) => reason === null).length).toBe(found.kept);
    const results = (await file(`studies/${study.id}/file?format=results.csv`)).payload.trim().split('\n');
    expect(results.length).toBe(5);
    const html = await file(`studies/${study.id}/file?format=report.html`);
    expect(html.payload).toContain(`Distribuição de ${study.species}`);
    expect(html.payload).toContain('Importância das variáveis');
    expect(html.payload).toContain('39 modelos nulos');
    const pdf = await file(`studies/${study.id}/file?format=report.pdf`);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('a study that nothing can be learned from says what to do, and leaves no tuning', async () => {
    const id = (await create(study.species)).data.id;
    await change(id, { ...small, variables: [] });
    const found = await tune(id);
    expect(found.tunings).toEqual([]);
    expect(found.work[0]).toMatchObject({
      state: 'failed',
      kind: 'tuning',
      error: expect.stringContaining('Não há variáveis escolhidas'),
    });
    const wrong = await app.call(contract.removeStudy, { token: scientist, params: { id }, query: { confirm: 'x' } });
    expect(wrong.status).toBe(400);
    const gone = await app.call(contract.removeStudy, {
      ...{ token: scientist, params: { id }, query: { confirm: study.species } },
    });
    expect(gone.status).toBe(200);
    expect((await app.call(contract.getStudy, { token: scientist, params: { id } })).status).toBe(404);
  });

  test('the client of the dashboard reads studies and models, and runs one by its species', async () => {
    const page = await app.call<{ data: figures.BiodiversityStudy[]; total: number; hasNext: boolean }>(
      figures.biodiversityStudies,
      { token: scientist, query: { pageSize: '1' } },
    );
    expect(page.data).toMatchObject({ total: 1, hasNext: false });
    expect(page.data.data[0]).toMatchObject({ validationStatus: 'validated', processedForMl: true });
    const stats = await app.call(figures.biodiversityStudyStats, { token: scientist });
    expect(stats.data).toMatchObject({ general: { total_studies: 1, processed_studies: 1 } });
    const models = await app.call<figures.MaxentModelFigures[]>(figures.maxentModels, { token: scientist });
    expect(models.data).toMatchObject([{ speciesName: study.species, status: 'completed' }]);
    expect(models.data[0]?.accuracy).toBeCloseTo((models.data[0]?.auc ?? 0) * 100, 9);
    expect(models.data[0]?.lastPrediction).not.toBeNull();
    const unknown = await app.call(figures.runMaxent, { token: scientist, body: { speciesId: '1' } });
    expect(unknown.status).toBe(404);
    const begun = await app.call<figures.MaxentModelFigures>(figures.runMaxent, {
      ...{ token: scientist, body: { speciesId: models.data[0]?.speciesId } },
    });
    expect([begun.status, begun.data.status]).toEqual([202, 'training']);
    const { work } = await detail(begun.data.id);
    const stopped = await app.call(contract.cancelStudyWork, { token: scientist, params: { id: work[0]?.id ?? '' } });
    expect(stopped.status).toBe(200);
  });

  test('a batch studies one species after the other, says why one is refused, and is resumed only before its end', async () => {
    const wanted = { species: [study.species, 'Sereia angolensis'], parameters: small };
    const begun = await app.call<batch.StudyBatch>(batch.createStudyBatch, { token: scientist, body: wanted });
    expect([begun.status, begun.data.total]).toEqual([202, 2]);
    const params = { id: begun.data.id };
    const found = await vi.waitFor(async () => {
      const reply = await app.call<{ batch: batch.StudyBatch; items: batch.StudyBatchItem[] }>(batch.getStudyBatch, {
        ...{ token: scientist, params },
      });
      if (reply.data.batch.state !== 'done') throw new Error(reply.text);
      return reply.data;
    }, 60_000);
    expect(found.batch).toMatchObject({ done: 1, refused: 1, progress: 1 });
    expect(found.items[0]).toMatchObject({ state: 'done', species: study.species });
    expect(found.items[0]?.aucTest).toBeGreaterThan(0.4);
    expect(found.items[1]?.reason).toContain('Não há ocorrências guardadas');
    const again = await app.call(batch.resumeStudyBatch, { token: scientist, params });
    expect(again.status).toBe(409);
    expect((await app.call(batch.createStudyBatch, { token: scientist, body: {} })).status).toBe(409);
  });

  test('a client sees studies, and makes none', async () => {
    const { token } = await app.signIn('cliente');
    expect((await app.call(contract.listStudies, { token })).status).toBe(200);
    expect((await create(study.species, token)).status).toBe(403);
  });
});
