import { expect, test } from 'vitest';
import { mapDetections } from './map-detections.ts';

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
