import * as contract from '@kianda/contract/models/registry/models.contract';
import { type Predicted, predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { measuredSpecies } from '@kianda/contract/sea/biodiversity/specimens.contract';
import { listFields } from '@kianda/contract/sea/ocean/ocean.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  for (const id of ['noaa-etopo', 'cmems-bgc', 'angola-inipm']) await app.ingest(id);
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const params = { type: 'species_classifier' } as const;

test('the fields of the sea bed and of the chemistry are stored, each with plausible means over the ZEE', async () => {
  const meanOf = async (variable: string) => {
    const { data } = await app.call<{ fields: { zeeMean: number; isSimulated?: boolean }[] }>(listFields, {
      ...{ token: scientist, query: { variable, limit: '1' } },
    });
    return data.fields[0]?.zeeMean ?? Number.NaN;
  };
  const between = async (variable: string, low: number, high: number) => {
    const mean = await meanOf(variable);
    expect(mean, variable).toBeGreaterThan(low);
    expect(mean, variable).toBeLessThan(high);
  };
  await between('seabedDepth', 1_500, 4_500);
  await between('coastDistance', 80, 300);
  await between('oxygen', 195, 260);
  await between('oxygenBelow', 20, 120);
  await between('ph', 7.9, 8.15);
  await between('nitrate', 0.02, 12);
  await between('phytoplankton', 0.5, 12);
});

test('the classifier learns from the measured animals, and looks the sea up where they were taken', async () => {
  const { data: measured } = await app.call<{ species: { specimens: number; measured: number }[] }>(measuredSpecies, {
    token: scientist,
  });
  expect(measured.species).toHaveLength(16);
  expect(measured.species.every(({ specimens }) => specimens >= 50)).toBe(true);

  const begun = await app.call<contract.ModelTraining>(contract.trainModel, { params, token: scientist });
  await app.ended(begun.data.id);
  const { data: detail, text } = await app.call<contract.ModelVersionDetail>(contract.getModelVersion, {
    ...{ params: { ...params, version: '1' }, token: scientist },
  });
  expect(detail, text).toMatchObject({ state: 'candidate', isSimulated: true });
  const names = detail.features.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['length', 'weight', 'gear', 'habitat', 'behaviour', 'seabedDepth', 'oxygen', 'nitrate']),
  );
  const leftOut = detail.leftOut.map(({ name }) => name);
  for (const known of ['Comprimento', 'Comportamento', 'Profundidade do fundo', 'pH']) {
    expect(leftOut).not.toContain(known);
  }
  // Neither satellite was read here: what has no field yet is left out, with the reason.
  expect(detail.leftOut).toContainEqual({ name: 'Clorofila-a', reason: 'Ainda não há campos guardados.' });
  expect(detail.skill.validation).toBeGreaterThan((detail.skill.baselineValidation ?? 1) + 0.2);

  const approval = { params: { ...params, version: '1' }, token: colleague, body: { reason: 'Primeira versão.' } };
  expect((await app.call(contract.approveModelVersion, approval)).status).toBe(200);
  const predicted = await app.call<{ items: Predicted[] }>(predictModel, {
    ...{ params: { name: 'species' }, token: scientist },
    body: { items: [{ longitude: 9, latitude: -10, inputs: { length: 120, weight: 30_000, gear: 'palangre' } }] },
  });
  expect([predicted.status, predicted.status === 200 ? '' : predicted.text]).toEqual([200, '']);
  const [item] = predicted.data.items;
  const sourceOf = (name: string) => item?.inputs.find((input) => input.name === name)?.source;
  expect(sourceOf('length')).toBe('dado no pedido');
  expect(sourceOf('seabedDepth')).toBe('campo de NOAA NCEI');
  expect(sourceOf('oxygen')).toMatch(/^média de \d+ campos de Copernicus Marine/);
  expect(JSON.stringify(item)).toContain('Thunnus');
});
