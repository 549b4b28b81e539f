import type { DataOf } from '@kianda/contract';
import { listAnimalTracks } from '@kianda/contract/sea/biodiversity/tracks.contract';
import {
  listMapLayerFeatures,
  listMapLayers,
  listProtectedAreas,
} from '@kianda/contract/sea/geography/geography.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createVessels } from '../../apps/server/src/modules/fleet/vessels/index.ts';
import { vesselMigrations } from '../../apps/server/src/modules/fleet/vessels/vessels.migrations.ts';
import { geographyMigrations } from '../../apps/server/src/modules/sea/geography/geography.migrations.ts';
import { createGeography } from '../../apps/server/src/modules/sea/geography/index.ts';
import { createTracks } from '../../apps/server/src/modules/sea/tracks/index.ts';
import { trackMigrations } from '../../apps/server/src/modules/sea/tracks/tracks.migrations.ts';
import { askModule } from '../../apps/server/src/testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../apps/server/src/testing/module.ts';
import { ofKind, type SimulatedProvider, startSimulated } from './simulated-provider.ts';

const nowMs = Date.UTC(2026, 7, 31, 9);
const dayMs = 86_400_000;
let base: ModulePlatform;
let provider: SimulatedProvider;

async function start(connectorId: string, credentials: Record<string, string> = {}) {
  provider = await startSimulated(connectorId, { nowMs, credentials });
  return originOf(base, { connectorId, simulatedSeed: 8478 });
}
const geography = () => {
  const vessels = createVessels({ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
  return createGeography({
    platform: base.platform,
    vessels: vessels.service,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
  });
};

beforeEach(async () => {
  base = await createModulePlatform([
    { name: 'vessels', migrations: vesselMigrations },
    { name: 'geography', migrations: geographyMigrations },
    { name: 'tracks', migrations: trackMigrations },
  ]);
});
afterEach(async () => {
  await provider.close();
  await base.close();
});

test('Protected Planet: from the register to the map, twice, without a row more', async () => {
  const origin = await start('protected-planet', { token: 'simulado' });
  const module = geography();
  const first = await provider.run(null);
  const areas = ofKind(first.records, 'protected-area');
  expect(await module.sinks.protectedArea(areas, origin)).toMatchObject({ written: 15, duplicates: 0 });
  const again = await provider.run(first.cursor);
  const same = ofKind(again.records, 'protected-area');
  expect(await module.sinks.protectedArea(same, origin)).toMatchObject({ written: 0, duplicates: 15 });
  const { data } = await askModule(module, listProtectedAreas, { query: { north: -15.8, marine: 'true' } });
  expect(data).toMatchObject({
    features: [
      {
        properties: {
          name: 'Área Marinha Protegida do Iona',
          status: 'planeada',
          designation: 'Área Marinha Protegida',
          iucnCategory: null,
          outline: 'boundary',
        },
      },
      { id: 'iona-marinha' },
    ],
    attributions: [{ source: 'UNEP-WCMC Protected Planet' }],
  });
});

test('BCC GeoData: every layer handed out, with all its features; none of defence', async () => {
  const origin = await start('bcc-geodata');
  const module = geography();
  const { records, cursor } = await provider.run(null);
  const layers = ofKind(records, 'map-layer');
  await module.sinks.layer(layers, origin);
  expect((await provider.run(cursor)).records).toEqual([]);
  const { layers: listed } = (await askModule(module, listMapLayers)).data as DataOf<typeof listMapLayers>;
  expect(listed.length).toBe(layers.length);
  expect(listed.filter(({ id }) => !/^(AGO_OEM|REG)_/.test(id) || id.includes('_DEF_'))).toEqual([]);
  expect(
    listed
      .filter(({ features }) => features === null)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['AGO_OEM_BASE_BAT0', 'AGO_OEM_PET_POCOS']);
  const id = 'AGO_OEM_NOR_DAT_SARDINELAS';
  const stations = (await askModule(module, listMapLayerFeatures, { params: { id }, query: { north: -17 } }))
    .data as DataOf<typeof listMapLayerFeatures>;
  expect(stations.layer.features).toBeGreaterThan(2_000);
  expect(stations.total).toBeLessThan(100);
  expect(stations.features.every(({ geometry }) => geometry.type === 'Point' && geometry.coordinates[1] <= -17)).toBe(
    true,
  );
});

test('Movebank: a year of tracks behind a licence, then only what arrived since', async () => {
  const origin = await start('movebank', { username: 'conta', password: 'palavra' });
  const module = createTracks({ platform: base.platform, provenanceOf: echoProvenance, absenceOf: echoAbsence });
  const first = await provider.run(null);
  const tracks = ofKind(first.records, 'animal-track');
  const stored = await module.sink(tracks, origin);
  expect(stored.written).toBeGreaterThan(1_000);
  expect(stored.duplicates).toBe(0);
  expect(provider.logs.map(({ message }) => message)).toEqual([
    'Termos de licença do estudo aceites no Movebank',
    'Estudo sem autorização para descarregar dados',
  ]);

  provider.clock.set(nowMs + dayMs);
  const next = ofKind((await provider.run(first.cursor)).records, 'animal-track');
  const added = await module.sink(next, origin);
  expect(added.written).toBeGreaterThan(0);
  expect(added.written).toBeLessThan(60);

  const answer = await askModule(module, listAnimalTracks, { query: { taxon: 'Megaptera novaeangliae' } });
  const { features, studies } = answer.data as DataOf<typeof listAnimalTracks>;
  expect(features).toHaveLength(4);
  expect(features.every(({ geometry }) => geometry.type === 'LineString' && geometry.coordinates.length > 50)).toBe(
    true,
  );
  expect(studies).toMatchObject([{ licence: 'CC_0', individuals: 4 }]);
  expect(answer.provenance).toMatchObject({ state: 'simulated' });
});
