import type { VesselGear, VesselPresence } from '@kianda/connectors';
import { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { alertEvidence } from '@kianda/contract/fleet/surveillance/evidence.contract';
import { vesselIdentity } from '@kianda/contract/fleet/surveillance/identity.contract';
import {
  createLicence,
  deleteLicence,
  licenceZones,
  listLicences,
} from '@kianda/contract/fleet/surveillance/registry.contract';
import { fleetAt } from '@kianda/contract/fleet/vessels/fleet.contract';
import { dayMs, destination, hourMs, type Position } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../../../platform/documents/testing/pdf-text.ts';
import { askModule } from '../../../../testing/ask.ts';
import { originOf } from '../../../../testing/module.ts';
import { createRegistryRepository } from '../registry/registry.repository.ts';
import { fillSimulatedRegistry } from '../registry/simulated-registry.ts';
import type { SurveillanceTables } from '../surveillance.tables.ts';
import { identityOf, openSurveillance, positionAt, positionsAlong, type SurveillanceWorld } from '../testing/world.ts';

const seed = 7;
let world: SurveillanceWorld;
let startMs: number;

beforeAll(async () => {
  world = await openSurveillance();
  startMs = world.base.platform.clock.nowMs() - 5 * hourMs;
});
afterAll(async () => {
  await world.close();
});

const openSea: Position = [9.5, -11];
const fishing = (mmsi: number, place = openSea) =>
  positionsAlong(
    mmsi,
    { fromMs: startMs, everyMinutes: 5, count: 25, placeOf: (index) => destination(place, 0, index * 600) },
    { navigationStatus: 7, speedKnots: 4 },
  );
const gear = (name: string, source = 'Registos: ICCAT'): VesselGear => ({
  gear: name,
  source,
  fromMs: startMs - 900 * dayMs,
  untilMs: startMs - dayMs,
});
const alerts = async (rule: string) =>
  (await askModule(world.module, listVesselAlerts, { query: { rule, pageSize: 50 } })).data.data;
const licences = () => askModule(world.module, listLicences, { query: { pageSize: 100 } });
const seen = (mmsi: string, gearType: string | null): VesselPresence => ({
  kind: 'vessel-presence',
  vesselId: `gfw-${mmsi}`,
  ssvid: mmsi,
  shipName: `BARCO ${mmsi.slice(-3)}`,
  flag: 'AGO',
  vesselType: 'FISHING',
  gearType,
  imo: null,
  callsign: null,
  date: new Date(startMs - 5 * dayMs).toISOString().slice(0, 10),
  lon: 9.5,
  lat: -11,
  hours: 4,
  firstTransmissionMs: startMs - 900 * dayMs,
  lastTransmissionMs: startMs - 4 * dayMs,
});
const fleet = ['603991001', ...Array.from({ length: 40 }, (_, index) => `60399${2_000 + index}`)];

test('the demonstration licenses the simulated fleet once: some as another gear, some not at all', async () => {
  const presence = fleet.map((mmsi, index) => seen(mmsi, index === 0 ? 'FISHING' : 'TRAWLERS'));
  await world.vessels.sink(presence, originOf(world.base, { simulatedSeed: seed }));
  const { platform } = world.base;
  const registry = createRegistryRepository(platform.database.for<SurveillanceTables>());
  const fill = () => fillSimulatedRegistry({ tracks: world.vessels.tracks, registry, clock: platform.clock, seed });
  const written = await fill();
  expect(written).toBeGreaterThan(30);
  expect(written).toBeLessThan(40);
  const { data, provenance } = await licences();
  expect(data.total).toBe(written);
  expect(provenance).toMatchObject({ state: 'simulated', seed });
  expect(data.data.every(({ simulated, source }) => simulated && source.startsWith('Simulado'))).toBe(true);
  expect(new Set(data.data.flatMap(({ gears }) => gears))).toEqual(new Set(['arrasto-demersal', 'cerco']));

  const [deleted, licensedAsSeiner] = data.data.filter(({ gears }) => gears.includes('cerco'));
  const [trawler] = data.data.filter(({ gears }) => gears.includes('arrasto-demersal'));
  await askModule(world.module, deleteLicence, { params: { id: deleted?.id ?? '' } });
  expect(await fill()).toBe(0);

  // A real vessel is not judged by the demonstration's registry.
  await world.storePositions([fishing(Number(licensedAsSeiner?.mmsi)), fishing(Number(trawler?.mmsi))].flat(), seed);
  await world.storePositions(fishing(603_000_099));
  await world.detect();
  const [found, ...others] = await alerts('gear_not_allowed');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ type: 'illegal_fishing', severity: 'high', simulated: true });
  expect(found?.description).toBe(
    `${licensedAsSeiner?.mmsi} a pescar com arte que a licença ${licensedAsSeiner?.number} (cerco) não permite: arrasto segundo Global Fishing Watch.`,
  );
  expect(await alerts('no_licence')).toEqual([]);
});

test('registers that say another gear than the licence accuse; one source that agrees with it does not', async () => {
  for (const [number, mmsi] of Object.entries({ 'AO-11': '603000011', 'AO-12': '603000012' })) {
    await askModule(world.module, createLicence, {
      body: {
        number,
        vesselName: `Barco ${mmsi}`,
        mmsi,
        imo: null,
        callsign: null,
        registration: null,
        flag: 'AGO',
        holder: null,
        gears: ['palangre'],
        areaIds: null,
        validFrom: '2026-01-01',
        validTo: '2026-12-31',
        source: 'ensaio',
      },
    });
  }
  const trawls = [gear('TRAWLERS'), gear('TRAWLERS', 'Global Fishing Watch')];
  await world.storeIdentities([
    identityOf('mmsi:603000011', startMs, { mmsi: 603_000_011, gears: trawls }),
    identityOf('mmsi:603000012', startMs, {
      mmsi: 603_000_012,
      gears: [gear('TRAWLERS'), gear('SET_LONGLINES', 'Global Fishing Watch')],
    }),
  ]);
  await world.storePositions([...fishing(603_000_011), ...fishing(603_000_012)]);
  await world.detect();
  const found = (await alerts('gear_not_allowed')).filter(({ simulated }) => !simulated);
  expect(found.map(({ description }) => description)).toEqual([
    '603000011 a pescar com arte que a licença AO-11 (palangre) não permite: arrasto segundo Global Fishing Watch; arrasto segundo Registos: ICCAT.',
  ]);
  const identity = async (place: number) => {
    const vesselId = (found[0]?.vessels[0]?.id ?? 0) + place;
    return askModule(world.module, vesselIdentity, { query: { vesselId } });
  };
  expect(await identity(0)).toMatchObject({
    data: { gearContradicts: true, gears: [{ gear: 'TRAWLERS' }, { gear: 'TRAWLERS' }] },
    provenance: { state: 'live' },
  });
  expect((await identity(1)).data.gearContradicts).toBe(false);
  const dossier = await askModule(world.module, alertEvidence, { params: { id: found[0]?.id ?? '' } });
  const { pages } = readPdf((dossier as unknown as { bytes: Uint8Array }).bytes);
  const text = pages.join(' ').replaceAll(/\s+/g, ' ');
  expect(text).toContain('Artes de pesca segundo outras fontes');
  // The thresholds by which it was judged stand in the details, and not in the sentence.
  expect(text).toContain('Critério da arte arte-kianda-1');
  expect(text).toContain('Registos: ICCAT');
  expect(text).not.toContain('Simulado');
});

test('the map tells the licensed from the others, and how many licences each zone has', async () => {
  const fleetOf = async (licence: string) =>
    (await askModule(world.vessels, fleetAt, { query: { licence } })).data.mmsis;
  const [licensed, others] = [await fleetOf('with'), await fleetOf('without')];
  expect(licensed).toContain(603_000_011);
  expect(others).toContain(603_000_099);
  expect(licensed.filter((mmsi) => others.includes(mmsi))).toEqual([]);
  // The licence holds until the end of 2026: what it is asked at decides, not today.
  expect(await world.module.licencePeriods()).toContainEqual({
    ship: expect.any(Number),
    fromDay: 20_454,
    toDay: 20_818,
  });
  const on = new Date(startMs).toISOString().slice(0, 10);
  const { data, provenance } = await askModule(world.module, licenceZones, { query: { on } });
  expect(data).toEqual({ on, total: (await licences()).data.total, zones: [{ areaId: null, licences: data.total }] });
  expect(provenance.state).toBe('simulated');
  const before = await askModule(world.module, licenceZones, { query: { on: '2000-01-01' } });
  expect(before.data).toEqual({ on: '2000-01-01', total: 0, zones: [] });
});

test('a dossier is as simulated as the positions of the events it tells of', async () => {
  const place: Position = [12.9, -9.5];
  const stay = (mmsi: number, at: Position) =>
    positionsAlong(mmsi, { fromMs: startMs, everyMinutes: 5, count: 37, placeOf: () => at });
  await world.storePositions([positionAt(603_000_021, startMs - 1_800_000, [12.6, -9.5]), ...stay(603_000_021, place)]);
  await world.storePositions(stay(603_000_022, destination(place, 90, 150)), seed);
  await world.detect();
  const [entry] = (await alerts('zone_entry')).filter(({ vessels: [first] }) => first?.name === '603000021');
  expect(entry?.simulated).toBe(false);
  const dossier = await askModule(world.module, alertEvidence, { params: { id: entry?.id ?? '' } });
  const { pages } = readPdf((dossier as unknown as { bytes: Uint8Array }).bytes);
  const text = pages.join(' ').replaceAll(/\s+/g, ' ');
  expect(text).toContain('Encontro');
  expect(text).toMatch(/Alerta e acontecimentos[^.]{0,40}Simulado/);
});
