import { expect, test } from 'vitest';
import { type ListedLayer, mapLayer, mapLayers } from './map.ts';

const entry = (name: string, over: object = {}) => ({
  pk: '1',
  alternate: `geonode:${name}`,
  title: name,
  subtype: 'vector',
  ...over,
});
const [listed] = mapLayers([entry('AGO_OEM_BASE_ZEE')]).layers;
const layer = (over: object = {}): ListedLayer => {
  const [one] = mapLayers([entry('AGO_OEM_BASE_ZEE', over)]).layers;
  if (one === undefined) throw new Error('no layer');
  return one;
};
const point = (id: string, lon = 12) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [lon, -9] },
  properties: null,
});

test('layers of Angola and the region come by name; those of defence and of others do not', () => {
  const names = ['REG_B', 'AGO_OEM_DEF_X', 'NAM_OEM_A', 'AGO_OEM_A', 'X_REG_A'];
  expect(mapLayers(names.map((name) => entry(name))).layers.map(({ id }) => id)).toEqual(['AGO_OEM_A', 'REG_B']);
  expect(layer().fingerprint).toBe(listed?.fingerprint);
  expect(layer({ title: 'outro' }).fingerprint).not.toBe(listed?.fingerprint);
});

test('only when no row at all fits has the form changed', () => {
  expect(mapLayers([{}])).toMatchObject({ drifted: true, rejected: [{ raw: {} }] });
  expect(mapLayers([{}, entry('REG_B')]).drifted).toBe(false);
  expect(mapLayers([]).drifted).toBe(false);
});

test('a layer without extent has no box; a title of blanks is none', () => {
  expect(mapLayer(layer({ title: ' ', extent: { coords: [8, -17, 11, -5] } }), null).record).toMatchObject({
    title: 'AGO_OEM_BASE_ZEE',
    bbox: [8, -17, 11, -5],
    features: null,
  });
  expect(mapLayer(layer(), null).record.bbox).toBeNull();
});

test('features belong to the layer asked for, and are named once each', () => {
  const { record, rejected } = mapLayer(layer(), [
    point('AGO_OEM_BASE_ZEE.1'),
    point('AGO_OEM_BASE_ZEE.1', 13),
    { ...point(''), id: null },
  ]);
  expect(record.features).toHaveLength(2);
  expect(new Set(record.features?.map(({ id }) => id)).size).toBe(2);
  expect(rejected).toMatchObject([{ reason: 'Não é um elemento: id' }]);
  expect(() => mapLayer(layer(), [point('OTHER.1')])).toThrow(/recebida OTHER/);
});

test('an abstract is its plain text; none, or the words for none, is null', () => {
  const abstractOf = (over: object) => mapLayer(layer(over), null).record.abstract;
  expect(abstractOf({ raw_abstract: ' <p>Zona</p> ', abstract: 'outro' })).toBe('Zona');
  expect(abstractOf({ raw_abstract: 'No abstract provided', abstract: '<p>Zona</p>' })).toBe('Zona');
  expect(abstractOf({ raw_abstract: '<p> </p>' })).toBeNull();
  expect(abstractOf({})).toBeNull();
});
