import type { VesselPresence } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import {
  listFishingZones,
  listPorts,
  listProtectedAreas,
  zeeBoundary,
} from '@kianda/contract/sea/geography/geography.contract';
import { bboxContains, bboxOfGeometry, coastLongitude, fishingZones, ports, zeeAreas } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../../testing/module.ts';
import { createVessels, type VesselsModule } from '../../fleet/vessels/index.ts';
import { vesselMigrations } from '../../fleet/vessels/vessels.migrations.ts';
import { geographyMigrations } from './geography.migrations.ts';
import { createGeography, type GeographyModule } from './index.ts';
import { activeFishingZones } from './reference.service.ts';

let base: ModulePlatform;
let vessels: VesselsModule;
let module: GeographyModule;
beforeAll(async () => {
  base = await createModulePlatform([
    { name: 'vessels', migrations: vesselMigrations },
    { name: 'geography', migrations: geographyMigrations },
  ]);
  vessels = createVessels({ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
  module = createGeography({
    platform: base.platform,
    vessels: vessels.service,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
  });
});
afterAll(() => base.close());

function at(vesselId: string, lon: number, lat: number): VesselPresence {
  const unknown = { shipName: null, flag: null, vesselType: null, gearType: null, imo: null, callsign: null };
  const times = { firstTransmissionMs: null, lastTransmissionMs: null };
  return {
    kind: 'vessel-presence',
    ...{ vesselId, ssvid: vesselId, date: '2026-08-26', lon, lat, hours: 3 },
    ...unknown,
    ...times,
  };
}
const zones = async () => {
  const answer = await askModule(module, listFishingZones);
  return { ...answer, features: (answer.data as DataOf<typeof listFishingZones>).features };
};

test('without presence the zones are there and their vessels unknown', async () => {
  const { features, provenance } = await zones();
  expect(features).toHaveLength(fishingZones.length);
  expect(features.every(({ properties }) => properties.vessels === null && properties.presenceHours === null)).toBe(
    true,
  );
  expect(provenance).toMatchObject({ state: 'configured', source: 'Dados de referência da Kianda' });
  expect(await activeFishingZones(vessels.service)).toBeNull();
});

test('a vessel is counted in the strip off its own coast, and on land in none', async () => {
  const lat = -8.5;
  const milesOut = (miles: number) => coastLongitude(lat) - miles / 60 / Math.cos((lat * Math.PI) / 180);
  await vessels.sink(
    [at('perto', milesOut(3), lat), at('longe', milesOut(60), lat), at('terra', milesOut(-60), lat)],
    originOf(base),
  );
  vessels.service.forgetCounts();
  const { features, provenance } = await zones();
  const busy = features.filter(({ properties }) => (properties.vessels ?? 0) > 0).map(({ properties }) => properties);
  expect(busy.map(({ segment, vessels: count, presenceHours }) => [segment, count, presenceHours])).toEqual([
    ['artesanal', 1, 3],
    ['industrial', 1, 3],
  ]);
  expect(busy.every(({ name }) => name.includes('Norte'))).toBe(true);
  expect(provenance).toMatchObject({ source: 'ensaio/fluxo' });
  expect(await activeFishingZones(vessels.service)).toMatchObject({ value: 2 });
});

test('the ZEE comes with every area that is said of it, each with its source', async () => {
  const { data } = await askModule(module, zeeBoundary);
  const { areas, boundary } = data as DataOf<typeof zeeBoundary>;
  expect(areas.map(({ kind }) => kind)).toEqual(['configured', 'published', 'published', 'computed']);
  expect(areas.find(({ kind }) => kind === 'configured')?.km2).toBe(zeeAreas.configured.value);
  expect(areas.every(({ source, km2 }) => source !== '' && km2 > 400_000 && km2 < 600_000)).toBe(true);
  expect(boundary.features[0]?.properties).toMatchObject({
    mrgid: 8478,
    note: expect.stringContaining('não representa'),
  });
});

test('ports and protected areas lie where Angola is', async () => {
  const around = [7, -19, 15, -4] as const;
  const found = (await askModule(module, listPorts)).data as DataOf<typeof listPorts>;
  expect(found.features).toHaveLength(ports.length);
  expect(found.features.filter(({ geometry }) => !bboxContains(around, geometry.coordinates))).toEqual([]);
  const areas = (await askModule(module, listProtectedAreas)).data as DataOf<typeof listProtectedAreas>;
  expect(areas.features.length).toBeGreaterThan(0);
  const designations = areas.features.map(({ properties }) => properties.designation);
  expect(designations).toContain('Área marinha');
  expect(designations.filter((designation) => /^[a-z]/.test(designation))).toEqual([]);
  const boxes = areas.features.map(({ geometry }) => bboxOfGeometry(geometry));
  expect(boxes.every((box) => box !== null && box[0] >= around[0] && box[3] <= around[3])).toBe(true);
});
