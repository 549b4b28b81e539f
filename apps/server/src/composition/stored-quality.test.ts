import type {
  AnimalTrackRecord,
  CatchRecord,
  ConnectorRecord,
  GeoGeometry,
  GridSlice,
  MapLayerRecord,
  ProductRecord,
  ProfileRecord,
  ProtectedAreaRecord,
  StationSeries,
  VesselEventRecord,
  VesselPositionRecord,
  VesselPresence,
} from '@kianda/connectors';
import { dayMs, hourMs } from '@kianda/geo';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createVessels, type VesselsModule } from '../modules/fleet/vessels/index.ts';
import { vesselMigrations } from '../modules/fleet/vessels/vessels.migrations.ts';
import type { StoredQuality } from '../modules/ingestion/connectors/index.ts';
import { createQualityTally } from '../modules/ingestion/connectors/quality/evaluate.ts';
import { qualityRules } from '../modules/ingestion/connectors/quality/rules.ts';
import { duplicateKey } from '../modules/ingestion/connectors/quality/run-rules.ts';
import { biodiversityMigrations } from '../modules/sea/biodiversity/biodiversity.migrations.ts';
import { createBiodiversity } from '../modules/sea/biodiversity/index.ts';
import { sighting, taxon } from '../modules/sea/biodiversity/testing/records.ts';
import { fisheriesMigrations } from '../modules/sea/fisheries/fisheries.migrations.ts';
import { createFisheries } from '../modules/sea/fisheries/index.ts';
import { geographyMigrations } from '../modules/sea/geography/geography.migrations.ts';
import { createGeography } from '../modules/sea/geography/index.ts';
import { createOcean } from '../modules/sea/ocean/index.ts';
import { oceanMigrations } from '../modules/sea/ocean/ocean.migrations.ts';
import { createTracks } from '../modules/sea/tracks/index.ts';
import { trackMigrations } from '../modules/sea/tracks/tracks.migrations.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { createModulePlatform, echoAbsence, echoProvenance, type ModulePlatform, originOf } from '../testing/module.ts';

let base: ModulePlatform;
let modules: ReturnType<typeof openModules>;
beforeEach(async () => {
  base = await createModulePlatform([
    { name: 'biodiversity', migrations: biodiversityMigrations },
    { name: 'fisheries', migrations: fisheriesMigrations },
    { name: 'geography', migrations: geographyMigrations },
    { name: 'ocean', migrations: oceanMigrations },
    { name: 'tracks', migrations: trackMigrations },
    { name: 'vessels', migrations: vesselMigrations },
  ]);
  modules = openModules(base);
});
afterEach(async () => {
  await modules.vessels.stop?.();
  await base.close();
});

function openModules({ platform }: ModulePlatform) {
  const options = { platform, provenanceOf: echoProvenance, absenceOf: echoAbsence };
  const vessels: VesselsModule = createVessels(options);
  return {
    vessels,
    biodiversity: createBiodiversity({ ...options, providerOf: (id) => id }),
    fisheries: createFisheries({ ...options, providerOf: (id) => id }),
    geography: createGeography({ ...options, vessels: vessels.service }),
    tracks: createTracks(options),
    ocean: createOcean({
      ...options,
      providerOf: (id) => id,
      derived: {
        queue: () => {
          throw new Error('no queue in this test');
        },
        audit: { record: async () => undefined },
        secondsARequest: async () => 1,
        creditOf: () => ({ provider: '', licence: '', citation: '' }),
      },
    }),
  };
}

const qualityOfAll = (): readonly StoredQuality[] => Object.values(modules).flatMap(({ quality }) => quality);

type Counts = Record<string, readonly [evaluated: number, failing: number]>;

/** Counts by rule over all that the tables have. */
async function overTables(): Promise<Counts> {
  const now = new Date(base.platform.clock.nowMs());
  const tallies = await Promise.all(qualityOfAll().map((quality) => quality.evaluate(now)));
  for (const { failing, samples } of tallies.flat())
    expect(samples.length).toBe(Math.min(failing, samples.length || 1));
  return Object.fromEntries(
    tallies.flat().map(({ rule, evaluated, failing }) => [rule, [evaluated, failing] as const]),
  );
}

/** Counts by rule over records, as a run that brought them would have. */
function overRecords(records: readonly ConnectorRecord[]): Counts {
  const tally = createQualityTally(() => base.platform.clock.nowMs());
  tally.add(records);
  const judged = tally.results().filter(({ rule }) => rule !== duplicateKey.id);
  return Object.fromEntries(judged.map(({ rule, evaluated, failing }) => [rule, [evaluated, failing] as const]));
}

const nowMs = Date.parse('2026-08-31T09:00:00Z');

async function runJob(jobs: readonly Job[] | undefined, name: string): Promise<unknown> {
  const job = jobs?.find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  return job.run(
    {},
    { runId: 'x', signal: new AbortController().signal, log: base.platform.log, progress: async () => undefined },
  );
}

test('every rule of records is evaluated over the tables, by one module', () => {
  const stored = qualityOfAll().flatMap(({ rules }) => rules);
  expect(stored.toSorted()).toEqual(qualityRules.map(({ id }) => id).toSorted());
});

test('occurrences and taxa', async () => {
  const occurrences = [
    sighting('1', { eventStartMs: nowMs + 1, depthMeters: 7_000, licence: 'CC0' }),
    sighting('2', { eventStartMs: null }),
    sighting('3', { lon: 20, depthMeters: null }),
  ];
  const taxa = [
    taxon(1, 'Sardinella aurita'),
    taxon(2, 'Sardinella anchovia', { status: 'unaccepted', acceptedAphiaId: null }),
    taxon(3, 'Sardinella', { environment: { marine: null, brackish: null, freshwater: null, terrestrial: null } }),
  ];
  await modules.biodiversity.sink(occurrences, originOf(base));
  await modules.biodiversity.taxonSink(taxa, originOf(base));
  expect(await overTables()).toEqual(overRecords([...occurrences, ...taxa]));
});

test('catches by species, port and effort', async () => {
  const caught = (over: Partial<CatchRecord>): CatchRecord => ({
    ...{ kind: 'catch', date: '2026-07-15', port: 'Namibe', province: null, segment: 'industrial', gear: 'cerco' },
    ...{
      speciesCode: 'HMZ',
      commonName: null,
      scientificName: null,
      tonnes: 10,
      effortDays: 4,
      vessels: 2,
      notes: null,
    },
    ...over,
  });
  const catches = [
    caught({}),
    caught({ date: '2026-07-16', port: 'MOÇÂMEDES' }),
    caught({ date: '2026-07-17', port: 'Atlântida', speciesCode: 'QQQ', tonnes: 0, effortDays: null }),
  ];
  const landings = [
    { kind: 'landing', region: '47', year: 2020, species: 'atum', tonnes: null } as const,
    { kind: 'landing', region: '47', year: 2021, species: 'atum', tonnes: -1 } as const,
  ];
  await modules.fisheries.catchSink(catches, originOf(base));
  await modules.fisheries.sink(landings, originOf(base));
  const counts = await overTables();
  expect(counts).toEqual(overRecords([...catches, ...landings]));
  expect(counts).toMatchObject({ catch_port: [3, 1], catch_species: [3, 1], landing_positive: [1, 1] });
});

const triangle: Extract<GeoGeometry, { type: 'Polygon' | 'MultiLineString' }> = {
  type: 'Polygon',
  coordinates: [
    [
      [12, -16],
      [13, -16],
      [13, -15],
      [12, -16],
    ],
  ],
};

test('protected areas and regional layers', async () => {
  const area = (siteId: string, over: Partial<ProtectedAreaRecord>): ProtectedAreaRecord => ({
    ...{ kind: 'protected-area', siteId, withdrawn: false, name: siteId, nameEnglish: null, designation: null },
    ...{ jurisdiction: null, iucnCategory: 'II', legalStatus: 'Designated', legalStatusDate: '1964-01-01' },
    ...{ statusYear: 1964, governance: null, managementAuthority: null, noTake: null, realm: null, marine: false },
    ...{ isOecm: false, reportedAreaKm2: 100, reportedMarineAreaKm2: 0, gisAreaKm2: 120, gisMarineAreaKm2: 0 },
    ...{ countries: [], sources: [], parcels: 0, url: null, geometry: triangle },
    ...over,
  });
  const areas = [
    area('1', {}),
    area('2', { geometry: { type: 'Point', coordinates: [12, -16] }, gisAreaKm2: 201 }),
    area('3', { geometry: { type: 'MultiPolygon', coordinates: [triangle.coordinates] }, legalStatusDate: null }),
    area('4', { geometry: null, gisAreaKm2: 0, legalStatusDate: '2036-01-01' }),
  ];
  const layer = (layerId: string, features: MapLayerRecord['features']): MapLayerRecord => ({
    ...{ kind: 'map-layer', layerId, withdrawn: false, title: layerId, abstract: null, keywords: [], bbox: null },
    ...{ updatedMs: null, url: null, licence: null, features },
  });
  const layers = [
    layer('com', [
      { id: 'a', geometry: triangle, properties: { nome: 'A' } },
      { id: 'b', geometry: triangle, properties: {} },
    ]),
    layer('vazia', []),
    layer('por-ler', null),
  ];
  await modules.geography.sinks.protectedArea(areas, originOf(base));
  await modules.geography.sinks.layer(layers, originOf(base));
  const counts = await overTables();
  expect(counts).toEqual(overRecords([...areas, ...layers]));
  expect(counts).toMatchObject({
    protected_area_outline: [4, 2],
    layer_with_features: [2, 1],
    layer_attributes: [2, 1],
  });
});

test('animal tracks: a step is taken from the position before that is not marked', async () => {
  const track = (individual: string, over: Partial<AnimalTrackRecord>): AnimalTrackRecord => ({
    kind: 'animal-track',
    study: { id: '7', name: 'Tartarugas', licence: null, citation: null, contact: null, url: null },
    ...{ individual, taxon: 'Lepidochelys olivacea', tag: null, sensor: 'gps' },
    timesMs: [0, 6, 12, 12.1].map((hours) => nowMs - dayMs + hours * hourMs),
    ...{ lons: [12.5, 40, 12.5, 13], lats: [-12, -12, -11.9, -12.5], outliers: [false, true, false, false] },
    ...over,
  });
  const tracks = [
    track('a', {}),
    track('b', { taxon: null, lons: [12.5, 22.5, 12.5, 13], outliers: [false, false, false, false] }),
  ];
  await modules.tracks.sink(tracks, originOf(base));
  const counts = await overTables();
  expect(counts).toEqual(overRecords(tracks));
  expect(counts).toMatchObject({ track_speed: [8, 2], track_outliers: [8, 1], track_taxon: [2, 1] });
});

describe('ocean', () => {
  const slice = (variable: string, values: readonly number[], timeMs = nowMs - dayMs): GridSlice => ({
    ...{
      kind: 'grid-slice',
      dataset: `d-${variable}`,
      variable,
      unit: '1',
      timeMs,
      depthMeters: 0,
      west: 11,
      south: -9,
    },
    ...{ lonStepDegrees: 0.5, latStepDegrees: 0.5, columns: values.length, rows: 1, values: Float32Array.from(values) },
  });

  test('fields by their cells, however they came to be counted', async () => {
    const slices = [
      slice('analysedSst', [9, 20, Number.NaN, 34]),
      slice('analysedSst', [20, 21, 22, 23], nowMs),
      slice('chlorophyll', [...Array.from({ length: 9 }, () => Number.NaN), 0.3]),
      slice(
        'chlorophyll',
        Array.from({ length: 10 }, () => 0.3),
        nowMs,
      ),
      slice('currentEast', [3.5, -2]),
      slice('swellHeight', [99]),
    ];
    await modules.ocean.sinks.gridSlice(slices, originOf(base));
    const counts = await overTables();
    expect(counts).toEqual(overRecords(slices));
    expect(counts).toMatchObject({ sst_range: [7, 2], chlorophyll_coverage: [2, 1] });
    // Fields from before the cells were counted, and those of another range, are counted by the job.
    const db = base.platform.database.for();
    await sql`DELETE FROM ocean.cell_counts WHERE variable <> 'analysedSst'`.execute(db);
    await sql`UPDATE ocean.cell_counts SET range_max = 19`.execute(db);
    expect(Object.keys(await overTables())).toEqual(['sst_range']);
    expect(await runJob(modules.ocean.jobs, 'ocean.count-cells')).toEqual({ counted: 5 });
    expect(await overTables()).toEqual(counts);
    expect(await runJob(modules.ocean.jobs, 'ocean.count-cells')).toEqual({ counted: 0 });
    // A revised field counts once, as it is now.
    await modules.ocean.sinks.gridSlice([slice('analysedSst', [20, 20, 20, 20])], originOf(base));
    expect(await overTables()).toMatchObject({ sst_range: [8, 0] });
  });

  test('days of a climatology count by their regional means, which are all that is stored', async () => {
    const warm = slice('analysedSst', [40, 40, 40, 40]);
    await modules.ocean.sinks.gridSlice([{ ...warm, meansOnly: true }], originOf(base));
    const { rows } = await sql<{ known: number }>`
      SELECT count(celsius)::int AS known FROM ocean.regional_history`.execute(base.platform.database.for());
    expect(rows[0]?.known).toBeGreaterThan(0);
    expect(await overTables()).toEqual({ sst_range: [rows[0]?.known, rows[0]?.known] });
  });

  test('series, profiles and products', async () => {
    const series = (variable: string, values: readonly (number | null)[]): StationSeries => ({
      ...{ kind: 'station-series', dataset: 'd', stationId: 's', variable, unit: '1', values },
      timesMs: values.map((_, hour) => nowMs - hour * hourMs),
    });
    const profile = (sourceId: string, levels: ProfileRecord['levels']): ProfileRecord => ({
      ...{ kind: 'profile', sourceId, platform: '4902911', cycle: 1, timeMs: nowMs, lon: 10, lat: -11, levels },
      ...{ dataMode: 'R', doi: '10.17882/42182', url: null },
    });
    const product = (id: string, over: Partial<ProductRecord>): ProductRecord => ({
      ...{ kind: 'product', id, name: id, productType: 'OL_2_WFR___', platform: 'S3A', cycle: 1, relativeOrbit: 1 },
      ...{ startMs: nowMs, endMs: nowMs, publishedMs: nowMs + 1, footprint: triangle, cloudCover: null },
      ...{ timeliness: 'NR', sizeBytes: 1, online: true, s3Path: null, deletedMs: null },
      ...over,
    });
    const stations = [
      series('waveHeight', [1.5, null, 16]),
      series('airTemperature', [4.9, 45]),
      series('airPressure', [1013]),
      series('seaLevel', [-10.5]),
    ];
    const profiles = [
      profile('1', { pressureDecibar: [4, 8], temperatureCelsius: [24, null], salinityPsu: [35, 35] }),
      profile('2', { pressureDecibar: [8, 8], temperatureCelsius: [24, 23], salinityPsu: [35, 35] }),
    ];
    const products = [
      product('a', {}),
      product('b', { footprint: null, publishedMs: nowMs - 1 }),
      product('c', { footprint: null, publishedMs: null, deletedMs: nowMs }),
    ];
    await modules.ocean.sinks.stationSeries(stations, originOf(base));
    await modules.ocean.sinks.profile(profiles, originOf(base));
    await modules.ocean.sinks.product(products, originOf(base));
    const counts = await overTables();
    expect(counts).toEqual(overRecords([...stations, ...profiles, ...products]));
    expect(counts).toMatchObject({ wave_range: [2, 1], profile_pressure: [2, 1], profile_salinity: [4, 1] });
  });
});

test('presence, events and positions of vessels', async () => {
  const presence = (vesselId: string, over: Partial<VesselPresence>): VesselPresence => ({
    ...{ kind: 'vessel-presence', vesselId, ssvid: vesselId, shipName: 'Barco', flag: 'AGO', vesselType: null },
    ...{ gearType: null, imo: null, callsign: null, date: '2026-08-26', lon: 12, lat: -9, hours: 2 },
    ...{ firstTransmissionMs: null, lastTransmissionMs: null },
    ...over,
  });
  const event = (sourceId: string, over: Partial<VesselEventRecord>): VesselEventRecord => ({
    ...{ kind: 'vessel-event', sourceId, type: 'fishing', startMs: nowMs - hourMs, endMs: nowMs, lon: 12, lat: -9 },
    vessel: { vesselId: 'v', mmsi: '603000001', name: null, flag: null, type: null },
    ...{ other: null, details: {} },
    ...over,
  });
  const position = (vesselKey: string, over: Partial<VesselPositionRecord>): VesselPositionRecord => ({
    ...{ kind: 'vessel-position', vesselKey, mmsi: null, timeMs: nowMs - hourMs, lon: 12, lat: -9, speedKnots: 8 },
    ...{ courseDegrees: null, headingDegrees: null, navigationStatus: null, feed: 'tcp a' },
    ...over,
  });
  const seen = [
    presence('1', {}),
    presence('2', { shipName: null, hours: 25 }),
    presence('3', { shipName: null, callsign: 'D2' }),
  ];
  const events = [
    event('1', {}),
    event('2', { endMs: null, startMs: nowMs + 1 }),
    event('3', { vessel: { vesselId: 'w', mmsi: null, name: null, flag: null, type: null } }),
  ];
  const positions = [
    position('ir:AGO:1', { speedKnots: 26 }),
    position('mmsi:1', { mmsi: 1, speedKnots: 26 }),
    position('mmsi:2', { mmsi: 2, speedKnots: 61, timeMs: nowMs - 2 * hourMs }),
    position('mmsi:3', { mmsi: 3, speedKnots: null, lon: 21 }),
  ];
  await modules.vessels.sink(seen, originOf(base));
  await modules.vessels.eventSink(events, originOf(base));
  await modules.vessels.positionSink(positions, originOf(base));
  await runJob(modules.vessels.jobs, 'vessels.summarise');
  const counts = await overTables();
  expect(counts).toEqual(overRecords([...seen, ...events, ...positions]));
  expect(counts).toMatchObject({ vms_speed: [1, 1], ais_speed: [2, 1], vessel_position_region: [4, 1] });
});
