import { expect, test } from 'vitest';
import { type Places, placesCsv, placesGeojson, readPlaces } from './place-files.ts';

const buraco = {
  kind: 'village',
  ...{ name: 'Buraco; a sul', lon: 13.02, lat: -9.22, population: 1800, note: 'praia "nova"' },
  source: 'Recenseamento 2024',
} as const;
const places: Places = [
  {
    type: 'Feature',
    id: 'a',
    geometry: { type: 'Point', coordinates: [buraco.lon, buraco.lat] },
    properties: {
      kind: buraco.kind,
      name: buraco.name,
      population: buraco.population,
      note: buraco.note,
      source: buraco.source,
      zone: 'centro',
      version: 3,
      updatedAt: '2026-01-01T00:00:00.000Z',
      updatedBy: 'Ana',
    },
  },
];

test('what is exported is read back as it was', () => {
  expect(readPlaces(placesCsv(places))).toEqual({ places: [buraco], faults: [] });
  expect(readPlaces(placesGeojson(places))).toEqual({ places: [buraco], faults: [] });
});

test('a file written elsewhere is read by its words', () => {
  const written = 'Nome,Tipo,Lon,Lat,População,Fonte\nCacuaco,aldeia,13.37,-8.78,,visita\n';
  expect(readPlaces(written).places).toEqual([
    { kind: 'village', name: 'Cacuaco', lon: 13.37, lat: -8.78, population: null, note: '', source: 'visita' },
  ]);
});

test('a wrong row is said by its number, and the others stay', () => {
  const written =
    'nome;tipo;longitude;latitude;fonte\nA boa;porto;13;-9;x1\nLonge;porto;13;-99;x1\nSem tipo;farol;13;-9;x1\n';
  const { places: read, faults } = readPlaces(written);
  expect(read.map(({ name }) => name)).toEqual(['A boa']);
  expect(faults.map(({ row }) => row)).toEqual([2, 3]);
  expect(faults[0]?.message).toMatch(/^lat/);
});

test('what is no file of places is refused', () => {
  expect(() => readPlaces('')).toThrow('vazio');
  expect(() => readPlaces('{"type":')).toThrow('não é GeoJSON');
  expect(() => readPlaces('{"features":3}')).toThrow('elementos');
  expect(() => readPlaces('a;b\n1;2')).toThrow('nome');
  expect(() => readPlaces(`nome;tipo\n${'x;porto\n'.repeat(501)}`)).toThrow('500');
});
