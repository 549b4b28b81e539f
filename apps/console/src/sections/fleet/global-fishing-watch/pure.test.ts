// @vitest-environment happy-dom
import type { ListedVessel } from '@kianda/contract/fleet/vessels/list.contract';
import { describe, expect, test } from 'vitest';
import { hintOf } from './access/access-level.ts';
import { graver, leastOfLevel } from './alerts/by-level.ts';
import { readDetails } from './alerts/event-details.ts';
import { alertsFile, vesselsFile } from './api/exports.ts';
import { quotaOf } from './api/quota.ts';
import { defaultSettings } from './api/settings.ts';
import { areaOfVertices, parseArea, vertexOf } from './areas/parse-area.ts';
import { legsOf } from './map/track-layer.tsx';
import { fishingSearchSchema } from './search.ts';
import { filtersOf, typesOf } from './vessels/query.ts';

const nowMs = Date.parse('2026-08-31T09:00:00Z');
const vessel: ListedVessel = {
  id: '603990001',
  shipId: 1,
  vesselId: null,
  name: '=HIPERLIGACAO("mau");2',
  vesselType: 'fishing',
  gearType: null,
  flag: 'AGO',
  mmsi: '603990001',
  imo: null,
  callsign: 'D2AA',
  registration: null,
  lengthMeters: null,
  licence: null,
  speedKnots: 7.25,
  courseDegrees: 184,
  firstTransmissionDate: null,
  lastTransmissionDate: '2026-08-30T23:30:00.000Z',
  receivedDate: '2026-08-30T23:30:00.000Z',
  geom: { type: 'Point', coordinates: [0, -9.123456789] },
  positionKind: 'report',
  activity: 'active',
  simulated: true,
};

describe('exports', () => {
  test('filtered CSV: names, columns, four decimals, pt-BR dates of Luanda, formulas guarded, zero kept', () => {
    const { name, text } = vesselsFile('filtered', [vessel], 'csv', nowMs);
    expect(name).toBe('vessels-filtered-2026-08-31.csv');
    const [header, row] = text.replace('\ufeff', '').split('\r\n');
    expect(header).toBe(
      'ID;Nome;Tipo;Bandeira;IMO;Callsign;Primeira Transmissão;Última Transmissão;Latitude;Longitude;Arte;Licença;Velocidade (nós);Rumo (°)',
    );
    expect(row).toBe(`603990001;"'=HIPERLIGACAO(""mau"");2";Pesca;AGO;;D2AA;;31/08/2026;-9,1235;0;;;7,25;184`);
    expect(text).toContain('Powered by Global Fishing Watch.');
  });

  test('raw CSV has six decimals; JSON says what it is', () => {
    expect(vesselsFile('raw', [vessel], 'csv', nowMs).text).toContain(';-9,123457;0;');
    expect(vesselsFile('raw', [vessel], 'csv', nowMs).name).toBe('gfw-vessels-2026-08-31.csv');
    expect(JSON.parse(vesselsFile('raw', [vessel], 'json', nowMs).text)).toMatchObject({ total: 1, simulated: true });
    expect(alertsFile([], nowMs).name).toBe('gfw-alerts-2026-08-31.json');
  });
});

test('confidence levels hide what the specification says', () => {
  expect(([1, 2, 3, 4] as const).map(leastOfLevel)).toEqual(['low', 'low', 'medium', 'high']);
  expect([graver('low', 'medium'), graver('high', 'medium')]).toEqual(['medium', 'high']);
});

test('the quota is what the provider told; none where it told no limit', () => {
  const daily = { limit: 50_000, usage: 0, remaining: 50_000, resetHours: 9 };
  expect(quotaOf({ daily })).toEqual({ used: 0, limit: 50_000 });
  expect(quotaOf({ daily: { ...daily, limit: null } })).toBeNull();
});

describe('the address of the list', () => {
  test('the location box is off until it is used; types are those of the settings', () => {
    const search = fishingSearchSchema.parse({ imo: '1', size: '30', page: 'x' });
    expect(search).toMatchObject({ size: undefined, page: undefined });
    expect(filtersOf(search, defaultSettings)).toEqual({
      types: 'fishing,carrier,support',
      hasImo: 'true',
      sort: 'last',
      order: 'desc',
    });
    const boxed = fishingSearchSchema.parse({ types: 'all', south: '-18', size: '50' });
    expect(filtersOf(boxed, defaultSettings)).toEqual({ minLat: -18, sort: 'last', order: 'desc' });
    expect(boxed.size).toBe(50);
    expect(typesOf(boxed, defaultSettings)).toHaveLength(5);
  });
});

describe('contours', () => {
  const square = [
    [0, 0],
    [1, 0],
    [1, -1],
  ] as [number, number][];
  const closed = [...square, [0, 0]];

  test('vertices are closed to a ring; two are no area', () => {
    expect(areaOfVertices(square)).toEqual({ ok: true, geometry: { type: 'Polygon', coordinates: [closed] } });
    expect(areaOfVertices(square.slice(0, 2)).ok).toBe(false);
  });

  test('GeoJSON of any nesting, KML with holes, CSV with heading or decimal commas', () => {
    const polygon = { type: 'Polygon', coordinates: [closed.map(([lon, lat]) => [lon, lat, 12])] };
    const feature = { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: polygon }] };
    const expected = { ok: true, geometry: { type: 'Polygon', coordinates: [closed] } };
    expect(parseArea('a.geojson', JSON.stringify(feature))).toEqual(expected);
    const two = { type: 'GeometryCollection', geometries: [polygon, polygon] };
    expect(parseArea('a.json', JSON.stringify(two))).toMatchObject({ geometry: { type: 'MultiPolygon' } });
    const ring = '<LinearRing><coordinates>0,0,0 1,0,0 1,-1,0 0,0,0</coordinates></LinearRing>';
    const kml = `<kml><Placemark><Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon></Placemark></kml>`;
    expect(parseArea('a.kml', kml)).toEqual(expected);
    expect(parseArea('a.csv', 'lon,lat\n0,0\n1,0\n1,-1\n')).toEqual(expected);
    expect(parseArea('a.csv', '\ufefflongitude;latitude\r\n0;0\r\n1,0;0\r\n1;-1,0\r\n')).toEqual(expected);
  });

  test.each([
    ['a.geojson', '{', 'JSON'],
    ['a.geojson', '{"type":"Point","coordinates":[1,2]}', 'polígono'],
    ['a.geojson', '{"type":"Polygon","coordinates":[[[0,0],["x",0],[1,1],[0,0]]]}', 'recusado'],
    ['a.geojson', '{"type":"Polygon","coordinates":[[[0,0],[1,0]]]}', 'três vértices'],
    ['a.csv', '0,0\n1,0\nabc', 'Linha 3'],
    ['a.csv', '0,0\n1,95\n2,2', 'Linha 2'],
    ['a.zip', '', 'Formato'],
  ])('%s «%s» is refused in words', (name, text, word) => {
    const parsed = parseArea(name, text);
    expect(parsed.ok ? '' : parsed.reason).toContain(word);
  });

  test('zero is a coordinate; words are none', () => {
    expect(vertexOf('0,0')).toEqual([0, 0]);
    expect([vertexOf(','), vertexOf('181,0'), vertexOf('a,b')]).toEqual([null, null, null]);
  });
});

test('a silence, as the server tells it, is a leg of its own', () => {
  const at = (lon: number, gapBefore = false) => ({ lon, lat: 0, gapBefore });
  const { features } = legsOf([at(0), at(1), at(2, true), at(3)]);
  expect(features.map(({ geometry, properties }) => [geometry.type, properties?.isGap])).toEqual([
    ['LineString', false],
    ['LineString', true],
    ['LineString', false],
    ['Point', false],
  ]);
  expect(legsOf([]).features).toEqual([]);
});

test('details of events have words and units; what only detectors need stays out', () => {
  expect(readDetails({ durationMs: 7_200_000, meanKnots: 0, lastInsideMs: 1, areaId: 'x', isEntrySeen: true })).toEqual(
    [
      ['Duração', '2\u00a0h'],
      ['Velocidade média', '0\u00a0nós'],
      ['Entrada observada', 'sim'],
    ],
  );
});

test('a refused data set: what to do, in the words of the specification', () => {
  const result = { accessible: false, status_code: 403, tested_at: '', tested_dataset: '', error: 'recusado' };
  expect(hintOf(result, true)).toContain('Insufficient permissions');
  expect(hintOf({ ...result, status_code: 503 }, true)).toContain('GFW API token not configured');
  expect(hintOf({ ...result, status_code: null }, true)).toContain('Request timeout');
  expect(hintOf({ ...result, accessible: true }, true)).toBeNull();
});
