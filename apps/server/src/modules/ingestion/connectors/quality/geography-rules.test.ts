import type { AnimalTrackRecord, ConnectorRecord, MapLayerRecord, ProtectedAreaRecord } from '@kianda/connectors';
import { expect, test } from 'vitest';
import { qualityRules } from './rules.ts';

const nowMs = Date.UTC(2026, 8, 1);

/** Failing values by rule, of the rules that say anything of a record. */
function failing(record: ConnectorRecord): Record<string, number> {
  return Object.fromEntries(
    qualityRules.flatMap(({ id, check }) => {
      const found = check(record, nowMs);
      return found === null ? [] : [[id, found.failing]];
    }),
  );
}

const area = (over: Partial<ProtectedAreaRecord> = {}): ProtectedAreaRecord => ({
  ...{ kind: 'protected-area', siteId: '1', withdrawn: false, name: 'Iona', nameEnglish: null, designation: null },
  ...{ jurisdiction: null, iucnCategory: 'II', legalStatus: 'Designated', legalStatusDate: '1964-01-01' },
  ...{ statusYear: 1964, governance: null, managementAuthority: null, noTake: null, realm: null, marine: false },
  ...{ isOecm: false, reportedAreaKm2: 100, reportedMarineAreaKm2: 0, gisAreaKm2: 120, gisMarineAreaKm2: 0 },
  ...{ countries: [], sources: [], parcels: 0, url: null },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [12, -16],
        [13, -16],
        [13, -15],
        [12, -16],
      ],
    ],
  },
  ...over,
});

test('a protected area: an outline, an extent near the one declared, a date that has come', () => {
  const fine = { protected_area_outline: 0, protected_area_extent: 0, protected_area_date: 0 };
  expect(failing(area())).toEqual(fine);
  expect(failing(area({ geometry: { type: 'Point', coordinates: [12, -16] } }))).toEqual({
    ...fine,
    protected_area_outline: 1,
  });
  expect(failing(area({ gisAreaKm2: 201 }))).toEqual({ ...fine, protected_area_extent: 1 });
  expect(failing(area({ legalStatusDate: '2036-01-01' }))).toEqual({ ...fine, protected_area_date: 1 });
  // Not measured is not wrong.
  expect(failing(area({ gisAreaKm2: 0 }))).toEqual({ protected_area_outline: 0, protected_area_date: 0 });
  expect(failing({ kind: 'protected-area', siteId: '1', withdrawn: true })).toEqual({});
});

test('a layer: features, and attributes on them; an image is judged by neither', () => {
  const point = { type: 'Point', coordinates: [12, -9] } as const;
  const layer = (features: MapLayerRecord['features']): MapLayerRecord => ({
    ...{ kind: 'map-layer', layerId: 'A', withdrawn: false, title: 'A', abstract: null, keywords: [], bbox: null },
    ...{ updatedMs: null, url: null, licence: null },
    features,
  });
  expect(failing(layer([]))).toEqual({ layer_with_features: 1, layer_attributes: 0 });
  const mixed = [
    { id: '1', geometry: point, properties: { NOME: 'a' } },
    { id: '2', geometry: point, properties: {} },
  ];
  expect(failing(layer(mixed))).toEqual({ layer_with_features: 0, layer_attributes: 1 });
  expect(failing(layer(null))).toEqual({});
});

test('a track: no leaps but those marked as such, and a species', () => {
  const hourMs = 3_600_000;
  const track = (lons: number[], outliers: boolean[], taxon: string | null = 'Caretta caretta'): AnimalTrackRecord => ({
    kind: 'animal-track',
    study: { id: '7', name: 'Estudo', licence: null, citation: null, contact: null, url: null },
    ...{ individual: 'a', taxon, tag: null, sensor: 'gps' },
    timesMs: lons.map((_, index) => nowMs - (lons.length - index) * hourMs),
    lons,
    lats: lons.map(() => 0),
    outliers,
  });
  const fine = { track_speed: 0, track_outliers: 0, track_taxon: 0 };
  expect(failing(track([0, 0.02, 0.04], [false, false, false]))).toEqual(fine);
  // Two degrees in an hour and back: both ways are leaps.
  expect(failing(track([0, 2, 0], [false, false, false]))).toEqual({ ...fine, track_speed: 2 });
  expect(failing(track([0, 2, 0], [false, true, false]))).toEqual({ ...fine, track_outliers: 1 });
  expect(failing(track([0], [false], null))).toEqual({ ...fine, track_taxon: 1 });
});
