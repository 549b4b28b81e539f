import { expect, test } from 'vitest';
import { mapDetections } from './map-detections.ts';
import cells from './recorded/detection-cells.json' with { type: 'json' };

const row = { date: '2026-08-20', detections: 1, lat: -9.31, lon: 12.57, vesselId: '', flag: '', mmsi: '' };

test('a cell by its south-west corner, whatever binary fractions make of it; rows of one cell and day are added', () => {
  const { records, rejected, drifted } = mapDetections([
    row,
    { ...row, detections: '2', lat: '-9.310000001', lon: 12.570000001 },
    { ...row, date: '2026-08-21' },
  ]);
  expect(records).toEqual([
    { kind: 'vessel-detection', date: '2026-08-20', lon: 12.57, lat: -9.31, detections: 3 },
    { kind: 'vessel-detection', date: '2026-08-21', lon: 12.57, lat: -9.31, detections: 1 },
  ]);
  expect([rejected, drifted]).toEqual([[], false]);
});

test('what is not a detection is rejected with its reason; nothing read of something is a change of form', () => {
  const bad = [
    { ...row, date: 'ontem' },
    { ...row, lat: '' },
    { ...row, lon: 181 },
    { ...row, detections: 0 },
    { ...row, detections: 1.5 },
    'linha',
  ];
  const { records, rejected, drifted } = mapDetections(bad);
  expect(records).toEqual([]);
  expect(rejected.map(({ reason }) => reason)).toEqual([
    'Data inválida: ontem',
    'Latitude inválida: ',
    'Longitude inválida: 181',
    'Número de deteções inválido: 0',
    'Número de deteções inválido: 1.5',
    'não é uma linha de deteções',
  ]);
  expect(drifted).toBe(true);
  expect(mapDetections([]).drifted).toBe(false);
});

test('a row as the provider answers it: a detection without AIS has the fields of a vessel empty, and no count of vessels', () => {
  // As the tests of another program keep it from an answer of September 2026 (dataset v4.0, ENTIRE, hours of the passes).
  const answered = {
    ...{ lat: 21.16, lon: 90.71, detections: 1, date: '2026-08-15,2026-09-14' },
    ...{ shipName: '', mmsi: '', flag: '', vesselType: '', geartype: '', callsign: '', imo: '', vesselId: '' },
    ...{ entryTimestamp: '2026-08-15T23:47:34Z', exitTimestamp: '2026-09-13T23:56:20Z' },
  };
  const { records, rejected } = mapDetections([answered]);
  expect(records).toEqual([{ kind: 'vessel-detection', date: '2026-08-15', lon: 90.71, lat: 21.16, detections: 1 }]);
  expect(rejected).toEqual([]);
});

test('rows of a report of radar detections as the provider answered it: monthly there, so that here each gets a day', () => {
  // The stream asks for days: a row of a month is another report, and is no day of it.
  const asAnswered = mapDetections(cells);
  expect(asAnswered.records).toEqual([]);
  expect(new Set(asAnswered.rejected.map(({ reason }) => reason))).toEqual(
    new Set(['Data inválida: 2022-02', 'Data inválida: 2022-03', 'Data inválida: 2022-04']),
  );
  const daily = mapDetections(cells.map((cell) => ({ ...cell, date: `${cell.date}-15` })));
  expect([daily.rejected, daily.drifted]).toEqual([[], false]);
  expect(daily.records.map(({ date, lon, lat, detections }) => [date, lon, lat, detections])).toEqual([
    ['2022-02-15', 142.4, 46.3, 1],
    ['2022-04-15', 143.7, 46, 1],
    ['2022-03-15', 141.7, 46.7, 1],
    ['2022-03-15', 144.4, 49.1, 1],
    ['2022-03-15', 141.8, 49.3, 1],
    ['2022-04-15', 142.6, 46.6, 1],
  ]);
});
