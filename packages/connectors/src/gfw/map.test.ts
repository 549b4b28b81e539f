import { expect, test } from 'vitest';
import body from './fixtures/report.json' with { type: 'json' };
import { mapPresence, rowsOf } from './map.ts';
import cells from './recorded/report-cells.json' with { type: 'json' };
import fine from './recorded/report-row.json' with { type: 'json' };
import { reportWire } from './wire.ts';

const rows = rowsOf(reportWire.parse(body));

test('rowsOf takes the rows of every dataset, and none where a dataset is null', () => {
  expect(rows).toHaveLength(5);
  expect(rowsOf({ entries: [{ a: null }] })).toEqual([]);
});

test('maps a full row', () => {
  expect(mapPresence(rows).records[0]).toEqual({
    kind: 'vessel-presence',
    vesselId: 'e6154b2e7-7b1c-4e0d-9f3a-001122334455',
    ssvid: '603100212',
    shipName: 'BAIA DOS TIGRES',
    flag: 'AGO',
    vesselType: 'FISHING',
    gearType: 'TRAWLERS',
    imo: '8602866',
    callsign: 'D2AB',
    date: '2026-08-25',
    lon: 13.1,
    lat: -12.3,
    hours: 0.9955,
    firstTransmissionMs: Date.UTC(2019, 6, 12, 12, 8, 27),
    lastTransmissionMs: Date.UTC(2026, 7, 27, 23, 55, 50),
  });
});

test('reads numbers sent as texts, and empty, null or withheld texts as nothing', () => {
  expect(mapPresence(rows).records[1]).toEqual({
    kind: 'vessel-presence',
    vesselId: '126570026-6217-2a10-f383-a42f66f78ea7',
    ssvid: '412331038',
    shipName: null,
    flag: null,
    vesselType: null,
    gearType: null,
    imo: null,
    callsign: null,
    date: '2026-08-26',
    lon: 0,
    lat: -5.9,
    hours: 3,
    firstTransmissionMs: null,
    lastTransmissionMs: null,
  });
});

test('an empty coordinate is no coordinate, a row without vessel is rejected, each with its reason', () => {
  const { rejected, drifted } = mapPresence(rows);
  expect(rejected.map(({ reason }) => reason)).toEqual([
    'Latitude inválida: ',
    'Sem vesselId',
    'não é uma linha de presença',
  ]);
  expect(drifted).toBe(false);
  expect(mapPresence([{ day: 1 }]).drifted).toBe(true);
});

/** Distance of a coordinate from the nearest whole multiple of the resolution, in cells. */
const remainder = (degrees: number, cellsPerDegree: number) =>
  Math.abs(degrees * cellsPerDegree - Math.round(degrees * cellsPerDegree));

test('recorded coordinates are edges of cells: whole multiples of the resolution, where a centre would leave a half', () => {
  expect(cells.length).toBeGreaterThan(10);
  for (const { lat, lon } of cells) {
    expect(remainder(lat, 10)).toBeLessThan(1e-6);
    expect(remainder(lon, 10)).toBeLessThan(1e-6);
  }
  expect(remainder(fine.lat, 100)).toBeLessThan(1e-6);
  expect(remainder(fine.lon, 100)).toBeLessThan(1e-6);
});

test.each([
  ['the corner', -12.3, 13.1],
  ['the centre', -12.25, 13.15],
  ['the corner as a binary fraction', -12.299999999, 13.099999999],
])('the corner of a cell is stored, whether the report has %s', (_what, lat, lon) => {
  const [record] = mapPresence([{ ...fine, lat, lon }]).records;
  expect([record?.lat, record?.lon]).toEqual([-12.3, 13.1]);
});

test('90°, 180° and no hour are accepted, beyond them a row is rejected', () => {
  const reasons = (over: object) => mapPresence([{ ...fine, ...over }]).rejected.map(({ reason }) => reason);
  expect(reasons({ lat: 90, lon: -180, hours: 0 })).toEqual([]);
  expect(reasons({ lat: -90.1 })).toEqual(['Latitude inválida: -90.1']);
  expect(reasons({ lon: 180.1 })).toEqual(['Longitude inválida: 180.1']);
  expect(reasons({ hours: -0.1 })).toEqual(['Horas inválidas: -0.1']);
  expect(reasons({ date: '2026-13-01' })).toEqual(['Data inválida: 2026-13-01']);
  expect(mapPresence([]).drifted).toBe(false);
  expect(mapPresence([{ ...fine, lat: 91 }]).drifted).toBe(true);
});
