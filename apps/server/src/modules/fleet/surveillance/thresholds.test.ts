import { listThresholds, updateThresholds } from '@kianda/contract/fleet/surveillance/thresholds.contract';
import { hourMs } from '@kianda/geo';
import { presetCatalogue, thresholdRules, thresholdsOf } from '@kianda/science/vessels/preset-catalogue';
import { encounterGfw, gapGfw, loiteringCarrierGfw, loiteringGfw } from '@kianda/science/vessels/presets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import { createRegistryRepository } from './registry/registry.repository.ts';
import { readThresholds } from './registry/thresholds.service.ts';
import { openSurveillance, type SurveillanceWorld } from './testing/world.ts';

let world: SurveillanceWorld;
beforeAll(async () => {
  world = await openSurveillance();
});
afterAll(() => world.close());

const rules = async () => (await askModule(world.module, listThresholds)).data.rules;
const used = () => readThresholds(createRegistryRepository(world.base.platform.database.for()));

test('nobody has chosen: each rule has its usual published preset, and the detectors use exactly that', async () => {
  const found = await rules();
  expect(found.map(({ rule, preset, isAltered }) => [rule, preset, isAltered])).toEqual([
    ['encounter', encounterGfw.id, false],
    ['loitering', loiteringGfw.id, false],
    ['loitering_carrier', loiteringCarrierGfw.id, false],
    ['gap', gapGfw.id, false],
  ]);
  for (const { presets } of found) for (const { source } of presets) expect(source.length).toBeGreaterThan(10);
  expect(await used()).toEqual({
    encounter: encounterGfw,
    loitering: loiteringGfw,
    loiteringCarrier: loiteringCarrierGfw,
    gap: gapGfw,
  });
});

test('every published preset of a rule, chosen as it is, goes by its own name', () => {
  for (const rule of thresholdRules)
    for (const { id, values } of presetCatalogue[rule]) {
      const { encounter, loitering, loiteringCarrier, gap } = thresholdsOf({ [rule]: { preset: id, values } });
      const ids = { encounter, loitering, loitering_carrier: loiteringCarrier, gap };
      expect(ids[rule].id).toBe(id);
    }
});

test('a chosen preset is used from the next pass on; altered values are told as such, and by another name', async () => {
  const skylight = presetCatalogue.encounter[1];
  if (skylight === undefined) throw new Error('no second preset');
  const body = { preset: skylight.id, values: skylight.values };
  const asked = { params: { rule: 'encounter' as const }, body };
  expect((await askModule(world.module, updateThresholds, asked)).data).toMatchObject({ isAltered: false });
  expect((await used()).encounter).toMatchObject({
    id: skylight.id,
    maxDistanceMeters: 250,
    minDurationMs: hourMs / 2,
  });
  const altered = { ...asked, body: { ...body, values: { ...body.values, metres: 300 } } };
  expect((await askModule(world.module, updateThresholds, altered)).data).toMatchObject({
    preset: skylight.id,
    isAltered: true,
    values: { metres: 300 },
  });
  expect((await used()).encounter).toMatchObject({ id: `${skylight.id}-alterada`, maxDistanceMeters: 300 });
  expect(world.audited.at(-1)).toMatchObject({ resource: 'threshold/encounter', metadata: { altered: true } });
});

test('a preset of another rule, a value that is missing and one beyond its limits are refused by their names', async () => {
  const body = { preset: gapGfw.id, values: { hours: 6 } };
  const refused = (rule: 'gap' | 'encounter', given: object) =>
    askModule(world.module, updateThresholds, { params: { rule }, body: { ...body, ...given } });
  await expect(refused('encounter', {})).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(refused('gap', { values: {} })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(refused('gap', { values: { hours: 900 } })).rejects.toMatchObject({ code: 'validation_failed' });
});
