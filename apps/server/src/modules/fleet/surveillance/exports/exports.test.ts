import type { Endpoint } from '@kianda/contract';
import { createVesselGroup } from '@kianda/contract/fleet/surveillance/groups.contract';
import { exportTrack, exportVesselEvents, exportVessels } from '@kianda/contract/fleet/vessels/exports.contract';
import { hourMs } from '@kianda/geo';
import { parseNaf } from '@kianda/science/naf/naf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../../../platform/documents/testing/pdf-text.ts';
import { askModule } from '../../../../testing/ask.ts';
import { identityOf, openSurveillance, positionAt, type SurveillanceWorld } from '../testing/world.ts';

let world: SurveillanceWorld;
/** A name that a radio may bring. */
const hostile = '=PESCA<&"\u0007//ER';

beforeAll(async () => {
  world = await openSurveillance();
  const startMs = world.base.platform.clock.nowMs() - 20 * hourMs;
  // Two runs with a silence of ten hours between them, across the Greenwich line.
  const minutes = [0, 10, 20, 620, 630];
  const positions = minutes.map((minute, index) =>
    positionAt(603_000_001, startMs + minute * 60_000, [-0.02 + index * 0.01, 0], {
      speedKnots: 5.2,
      courseDegrees: 90,
    }),
  );
  await world.storePositions(positions, 7);
  const said = { mmsi: 603_000_001, name: hostile, callsign: 'D2ABC', flag: 'AGO' };
  await world.storeIdentities([identityOf('mmsi:603000001', startMs, said)], 7);
  await world.detect();
});
afterAll(async () => {
  await world.close();
});

async function save(endpoint: Endpoint, input: { params?: object; query?: object }) {
  const file = (await askModule(world.module, endpoint, input)) as unknown as {
    bytes: Uint8Array;
    contentType: string;
    fileName: string;
  };
  return { ...file, text: Buffer.from(file.bytes).toString('utf8') };
}
type Collection = {
  attribution: string;
  citation: string;
  provenance: { state: string };
  features: { geometry: { type: string; coordinates: unknown[] }; properties: Record<string, unknown> }[];
};

test('vessels as GeoJSON and KML: attribution, citation, origin, and a hostile name that stays a name', async () => {
  world.audited.length = 0;
  const geojson = await save(exportVessels, { query: { format: 'geojson' } });
  expect(geojson.fileName).toBe('vessels-filtered-2026-08-31.geojson');
  const collection = JSON.parse(geojson.text) as Collection;
  expect(collection.attribution).toContain('Powered by Global Fishing Watch');
  expect(collection.citation).toContain('Kianda (2026)');
  expect(collection.provenance.state).toBe('simulated');
  expect(collection.features).toHaveLength(1);
  expect(collection.features[0]?.geometry.coordinates).toEqual([0.02, 0]);
  expect(collection.features[0]?.properties).toMatchObject({ nome: hostile, bandeira: 'AGO', simulado: true });
  const kml = await save(exportVessels, { query: { format: 'kml' } });
  expect(kml.contentType).toBe('application/vnd.google-earth.kml+xml');
  expect(kml.text).toContain('<name>=PESCA&lt;&amp;&quot;//ER</name>');
  expect(kml.text).toContain('Dados simulados.');
  expect(kml.text).not.toContain('\u0007');
  expect(
    world.audited.map(({ event, resource, metadata }) => [event, resource, metadata?.format, metadata?.rows]),
  ).toEqual([
    ['data.export', 'vessels', 'geojson', 1],
    ['data.export', 'vessels', 'kml', 1],
  ]);
});

test('filters and groups narrow what is written', async () => {
  const none = await save(exportVessels, { query: { format: 'geojson', flags: 'PRT' } });
  expect((JSON.parse(none.text) as Collection).features).toEqual([]);
  const body = { name: 'Vazio', isShared: false, isWatched: false };
  const group = (await askModule(world.module, createVesselGroup, { body })).data.id;
  const empty = await save(exportVessels, { query: { format: 'geojson', group } });
  expect((JSON.parse(empty.text) as Collection).features).toEqual([]);
  await expect(save(exportVessels, { query: { format: 'naf', flags: 'PRT' } })).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

test('NAF is read back as it was written, whatever the name holds', async () => {
  const { text } = await save(exportTrack, { params: { id: 1 }, query: { format: 'naf' } });
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(5);
  const read = lines.map((line) => parseNaf(line, { speedUnit: 'tenths' }));
  expect(read.map((one) => ('report' in one ? one.report.lon : one.fault))).toEqual([-0.02, -0.01, 0, 0.01, 0.02]);
  expect(read[0]).toMatchObject({ report: { callsign: 'D2ABC', flag: 'AGO', lat: 0, speedKnots: 5.2 } });
});

test('a track has its positions and its stretches between silences', async () => {
  const { text } = await save(exportTrack, { params: { id: 1 }, query: { format: 'geojson' } });
  const { features } = JSON.parse(text) as Collection;
  const lines = features.filter(({ geometry }) => geometry.type === 'LineString');
  expect(lines.map(({ geometry }) => geometry.coordinates.length)).toEqual([3, 2]);
  expect(features.filter(({ geometry }) => geometry.type === 'Point')).toHaveLength(5);
  await expect(save(exportTrack, { params: { id: 99 }, query: { format: 'kml' } })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('on paper: vessels, positions and events with a map, their table and where they come from', async () => {
  const vesselPages = readPdf((await save(exportVessels, { query: { format: 'pdf' } })).bytes).pages.join(' ');
  expect(vesselPages).toContain('SIMULADO');
  expect(vesselPages).toContain('603000001');
  const trackPages = readPdf((await save(exportTrack, { params: { id: 1 }, query: { format: 'pdf' } })).bytes).pages;
  expect(trackPages.join(' ').replaceAll('\n', ' ')).toContain('5 registos');
  const eventPages = readPdf((await save(exportVesselEvents, { query: { format: 'pdf' } })).bytes).pages.join(' ');
  expect(eventPages).toContain('Acontecimentos de embarcações');
});

test('events as GeoJSON carry their thresholds and vessels', async () => {
  const { text } = await save(exportVesselEvents, { query: { format: 'geojson', kind: 'gap' } });
  const { features, attribution } = JSON.parse(text) as Collection;
  expect(attribution).toContain('Global Fishing Watch');
  for (const { properties } of features)
    expect(properties).toMatchObject({ nome: 'Silêncio do AIS', limiares: expect.any(String) });
});
