import type { Provenance } from '@kianda/contract';
import { exportPlaces, listPlaces, placeById } from '@kianda/contract/sea/places/places.contract';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type { Binding } from '../../../platform/http/bind.ts';
import { type KnownPlace, type PlaceSource, pointPlace } from '../../../platform/places.ts';
import { askModule } from '../../../testing/ask.ts';
import { geographyPlaces } from '../geography/geography.places.ts';
import { placeBindings } from './places.routes.ts';
import { createPlaces } from './places.service.ts';

const at = '2026-11-01T00:00:00Z';
const live: Provenance = { state: 'live', source: 'ensaio', observedAt: at, retrievedAt: at };
const simulated: Provenance = { ...live, state: 'simulated', seed: 7 };

const port = (id: string, name: string, position: readonly [number, number]): KnownPlace =>
  pointPlace({ kind: 'port', id, name, detail: 'Porto de pesca', position, source: 'ensaio' });

const square = (id: string, name: string, [west, south]: readonly [number, number], side: number): KnownPlace => ({
  kind: 'watched-area',
  id,
  name,
  detail: 'Exclusão petrolífera',
  lon: west + side / 2,
  lat: south + side / 2,
  areaKm2: side * 100,
  source: 'ensaio',
  outline: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + side, south],
        [west + side, south + side],
        [west, south + side],
        [west, south],
      ],
    ],
  },
  facts: [{ label: 'Nota', value: 'poço' }],
  url: null,
});

/** Two ports 11.1 km apart on a meridian, and an area about one of them. */
const sources: readonly PlaceSource[] = [
  {
    access: 'ocean:read',
    list: async () => ({
      places: [port('b', 'Bagre', [12, -9]), port('a', 'Ânfora', [12, -9.1])],
      provenance: live,
    }),
  },
  {
    access: 'surveillance:read',
    list: async () => ({ places: [square('q', 'Quadrado', [11.95, -9.05], 0.1)], provenance: simulated }),
  },
];
const audited: unknown[] = [];
const module = {
  bindings: placeBindings({
    places: createPlaces(() => sources),
    clock: { nowMs: () => Date.parse(at) },
    audit: { record: async (entry) => audited.push(entry) },
  }),
};
const list = (query: Record<string, string> = {}) => askModule(module, listPlaces, { query });
const names = async (query: Record<string, string> = {}) => (await list(query)).data.data.map(({ name }) => name);

test('places of all modules in one list, in the order of the language, with the worst of their origins', async () => {
  const { data, provenance } = await list();
  expect(data.data.map(({ name }) => name)).toEqual(['Ânfora', 'Bagre', 'Quadrado']);
  expect(data).toMatchObject({ total: 3, page: 1, hasNext: false });
  expect(provenance).toEqual(simulated);
});

test('filters, words with accents folded, order and pages', async () => {
  expect(await names({ kinds: 'port' })).toEqual(['Ânfora', 'Bagre']);
  expect(await names({ search: 'anfora' })).toEqual(['Ânfora']);
  expect(await names({ search: 'petrolifera' })).toEqual(['Quadrado']);
  expect(await names({ search: 'nenhum lugar assim' })).toEqual([]);
  expect(await names({ sort: 'lat', order: 'asc' })).toEqual(['Ânfora', 'Bagre', 'Quadrado']);
  expect(await names({ sort: 'kind', order: 'asc' })).toEqual(['Quadrado', 'Ânfora', 'Bagre']);
  for (const order of ['asc', 'desc'])
    expect((await names({ sort: 'area', order }))[0], 'a point has no extent').toBe('Quadrado');
  expect(await names({ page: '2', pageSize: '2' })).toEqual(['Quadrado']);
});

test('a port: how far the next one is, the areas it lies in, and its surroundings as a box', async () => {
  const { data, provenance } = await askModule(module, placeById, { params: { kind: 'port', id: 'b' } });
  expect(data).toMatchObject({
    name: 'Bagre',
    geometry: { type: 'Point', coordinates: [12, -9] },
    nearestPort: { kind: 'port', id: 'a', name: 'Ânfora' },
    within: [{ kind: 'watched-area', id: 'q', name: 'Quadrado' }],
    insideZee: true,
    pointRadiusKm: 10,
  });
  // A tenth of a degree of latitude at 9° S is 11.06 km on WGS84, 11.12 km on a sphere.
  expect(data.nearestPort?.km).toBeCloseTo(11.061, 2);
  const [west, south, east, north] = data.bounds;
  expect(north - south).toBeCloseTo(20 / 111.195, 3);
  expect((west + east) / 2).toBeCloseTo(12, 6);
  expect(provenance).toEqual(live);
});

test('an area: its outline, its bounds and what its source states', async () => {
  const { data } = await askModule(module, placeById, { params: { kind: 'watched-area', id: 'q' } });
  expect(data).toMatchObject({
    geometry: { type: 'Polygon' },
    pointRadiusKm: null,
    facts: [{ label: 'Nota', value: 'poço' }],
    nearestPort: { id: 'b' },
    within: [],
  });
  data.bounds.forEach((side, index) => {
    expect(side).toBeCloseTo([11.95, -9.05, 12.05, -8.95][index] ?? Number.NaN, 9);
  });
});

test('who may not see the areas sees neither them, nor that a port lies in one', async () => {
  const bindings = module.bindings.map((binding) => ({
    ...binding,
    handler: (context: Parameters<Binding['handler']>[0]) =>
      binding.handler({ ...context, principal: { ...context.principal, role: 'cliente' } } as typeof context),
  })) as typeof module.bindings;
  const client = { bindings };
  const { data, provenance } = await askModule(client, listPlaces);
  expect(data.data.map(({ name }) => name)).toEqual(['Ânfora', 'Bagre']);
  expect(provenance).toEqual(live);
  expect((await askModule(client, placeById, { params: { kind: 'port', id: 'b' } })).data.within).toEqual([]);
  await expect(askModule(client, placeById, { params: { kind: 'watched-area', id: 'q' } })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('the file holds the places of the filters and their origin, and is in the audit trail', async () => {
  const fileOf = async (format: string) => {
    const file = await askModule(module, exportPlaces, { query: { format, kinds: 'port' } });
    return Buffer.from((file as unknown as { readonly bytes: Uint8Array }).bytes);
  };
  const [, first, , empty, ...origin] = (await fileOf('csv')).toString('utf8').trim().split('\r\n');
  expect(first).toContain('Ânfora');
  expect(empty).toBe('');
  expect(origin.slice(0, 2)).toEqual(['Fonte;ensaio', 'Simulado;sim, em parte ou no todo']);
  expect(origin.at(-1)).toMatch(/^Exportado;\d{4}-/);
  expect(audited).toMatchObject([{ event: 'data.export', resource: 'list/lugares', metadata: { rows: 2 } }]);
  const { rows, origin: stated } = JSON.parse((await fileOf('json')).toString('utf8'));
  expect([rows.length, stated]).toMatchObject([2, { source: 'ensaio', simulated: true, credits: [] }]);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load((await fileOf('xlsx')) as unknown as ArrayBuffer);
  expect(book.getWorksheet('Origem')?.getCell('B2').value).toBe('sim, em parte ou no todo');
});

test('the reference data: every port, station and zone once, each inside its own box', async () => {
  const none = async () => ({ data: { features: [] }, provenance: live }) as never;
  const lists = await Promise.all(geographyPlaces(none).map((source) => source.list()));
  const places = lists.flatMap((one) => one.places);
  const keys = places.map(({ kind, id }) => `${kind}/${id}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(places.filter(({ kind }) => kind === 'port').length).toBeGreaterThanOrEqual(25);
  const known = {
    bindings: placeBindings({
      places: createPlaces(() => geographyPlaces(none)),
      clock: { nowMs: () => 0 },
      audit: { record: async () => {} },
    }),
  };
  const luanda = (await askModule(known, placeById, { params: { kind: 'port', id: 'luanda' } })).data;
  expect(luanda.facts).toContainEqual({ label: 'UN/LOCODE', value: 'AOLAD' });
  for (const { kind, id } of places) {
    const { data } = await askModule(known, placeById, { params: { kind, id } });
    const [west, south, east, north] = data.bounds;
    expect(data.lon >= west && data.lon <= east && data.lat >= south && data.lat <= north, id).toBe(true);
  }
});
