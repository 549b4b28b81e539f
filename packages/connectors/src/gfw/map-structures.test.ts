import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ProviderError } from '../core/failures.ts';
import { rowsOfTile, tilesOf } from '../core/vector-tile.ts';
import { mapStructures } from './map-structures.ts';

const recorded = readFileSync(new URL('./recorded/structures.mvt', import.meta.url));
const raw = (bytes: Uint8Array) => ({
  url: 'https://example.org/tile',
  status: 200,
  contentType: 'application/vnd.mapbox-vector-tile',
  bytes,
});

test('a recorded tile: every structure is read, each with what the provider says of it', () => {
  const rows = rowsOfTile(raw(recorded), 'main');
  const { records, rejected, drifted } = mapStructures(rows);
  expect([rows.length, records.length, rejected, drifted]).toEqual([1106, 1106, [], false]);
  const count = (test: (record: (typeof records)[number]) => boolean) => records.filter(test).length;
  expect([
    count(({ label }) => label === 'oil'),
    count(({ label }) => label === 'unknown'),
    count(({ label }) => label === 'wind'),
    count(({ endMs }) => endMs === null),
    count(({ confidence }) => confidence === 'high'),
  ]).toEqual([900, 205, 1, 275, 832]);
  expect(records.find(({ structureId }) => structureId === '254126')).toEqual({
    kind: 'fixed-structure',
    structureId: '254126',
    lon: -79.7457964762446,
    lat: 1.0297634955981503,
    label: 'oil',
    confidence: 'high',
    startMs: Date.UTC(2017, 0, 1),
    endMs: null,
  });
});

test('half a tile is no tile, nor is a page of an error; an empty body has no structures', () => {
  for (const bytes of [recorded.subarray(0, recorded.length / 2), Buffer.from('<html>502</html>')])
    expect(() => rowsOfTile(raw(bytes), 'main')).toThrow(ProviderError);
  expect(rowsOfTile(raw(new Uint8Array()), 'main')).toEqual([]);
  expect(() => rowsOfTile(raw(recorded), 'outra')).toThrow('sem a camada');
});

test('what is no structure is rejected with its reason', () => {
  const row = {
    structure_id: '1',
    lon: 12,
    lat: -6,
    label: 'oil',
    label_confidence: 'high',
    structure_start_date: '1483228800000',
    structure_end_date: '',
  };
  const bad = [
    { ...row, structure_id: ' ' },
    { ...row, lat: 91 },
    { ...row, lon: '' },
    { ...row, label: 'noise' },
    { ...row, label_confidence: 'sure' },
    { ...row, structure_end_date: '1' },
    'texto',
  ];
  const { records, rejected } = mapStructures([row, ...bad]);
  expect(records.map(({ structureId }) => structureId)).toEqual(['1']);
  expect(rejected.map(({ reason }) => reason)).toEqual([
    'Estrutura sem identificador',
    'Latitude inválida: 91',
    'Longitude inválida: ',
    'Rótulo desconhecido: noise',
    'Confiança desconhecida: sure',
    'Estrutura que acaba antes de começar',
    'não é uma estrutura',
  ]);
});

test('tiles of a box, as a slippy map numbers them', () => {
  expect(tilesOf([8.2, -18, 14, -4.4], 5)).toEqual([
    { z: 5, x: 16, y: 16 },
    { z: 5, x: 17, y: 16 },
    { z: 5, x: 16, y: 17 },
    { z: 5, x: 17, y: 17 },
  ]);
});
