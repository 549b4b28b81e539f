import type { DataOf } from '@kianda/contract';
import { mapBases, mapCategoryIds, mapOverlays } from '@kianda/contract/open/maps/layers';
import {
  createMap,
  deleteMap,
  findMap,
  listMaps,
  type MapDefinition,
  mapBaseLayers,
  mapStats,
  mapTemplates,
  mapToolCategories,
  openMap,
  optimizeMap,
  type SavedMap,
  suggestMapLayers,
  updateMap,
  validateMap,
} from '@kianda/contract/open/maps/maps.contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../testing/application.ts';
import { findingsOf, optimize } from './map-validation.rules.ts';

const plain: MapDefinition = {
  base: 'analysedSst',
  baseOpacity: 1,
  fitted: false,
  overlays: { zee: 1 },
  moment: null,
  camera: null,
};
const at = '2026-08-31T09:00:00.000Z';
const everyField = () => at;

let app: TestApplication;
let scientist: string;
let other: string;
let admin: string;
beforeAll(async () => {
  app = await createTestApplication();
  scientist = (await app.signIn('cientista')).token;
  other = (await app.signIn('investigador')).token;
  admin = (await app.signIn('administrador')).token;
});
afterAll(() => app.close());

const make = (token: string, over: object = {}) =>
  app.call<SavedMap>(createMap, {
    token,
    body: { name: 'Mar de hoje', category: 'oceanographic', definition: plain, ...over },
  });
const namesOf = async (token: string, query: Readonly<Record<string, string>> = {}) =>
  (await app.call<DataOf<typeof listMaps>>(listMaps, { token, query })).data.maps.map(({ name }) => name);

describe('saved maps', () => {
  it('are of whoever made them until they are shared; then everybody sees them, and only they and administrators change them', async () => {
    const created = await make(scientist);
    expect(created.status).toBe(201);
    const { id, version } = created.data;
    expect(await namesOf(scientist)).toEqual(['Mar de hoje']);
    expect(await namesOf(other)).toEqual([]);
    expect((await app.call(findMap, { token: admin, params: { id } })).status).toBe(404);
    const body = { name: 'Mar de hoje', category: 'oceanographic', definition: plain, access: 'shared', version };
    const shared = await app.call<SavedMap>(updateMap, { token: scientist, params: { id }, body });
    expect(shared.data).toMatchObject({ access: 'shared', version: 2, isMine: true });
    const seen = await app.call<SavedMap>(findMap, { token: other, params: { id } });
    expect(seen.data.isMine).toBe(false);
    expect((await app.call(updateMap, { token: other, params: { id }, body })).status).toBe(403);
    expect((await app.call(deleteMap, { token: other, params: { id } })).status).toBe(403);
    // Changed since it was read.
    expect((await app.call(updateMap, { token: scientist, params: { id }, body })).status).toBe(412);
    expect((await app.call(deleteMap, { token: admin, params: { id } })).status).toBe(200);
    expect((await app.call(findMap, { token: scientist, params: { id } })).status).toBe(404);
  });

  it('two of one name are refused to one person, not to two', async () => {
    expect((await make(scientist, { name: 'Afloramento' })).status).toBe(201);
    const again = await make(scientist, { name: 'AFLORAMENTO' });
    expect([again.status, again.problem.code]).toEqual([409, 'conflict']);
    expect((await make(other, { name: 'Afloramento' })).status).toBe(201);
  });

  it('are found by text as it is written, and by category', async () => {
    await make(scientist, { name: '100% coberto', description: 'nuvens_', category: 'scientific' });
    expect(await namesOf(scientist, { search: '100%' })).toEqual(['100% coberto']);
    expect(await namesOf(scientist, { search: 'NUVENS_' })).toEqual(['100% coberto']);
    expect(await namesOf(scientist, { search: '%' })).toEqual(['100% coberto']);
    expect(await namesOf(scientist, { category: 'scientific' })).toEqual(['100% coberto']);
  });

  it('count how often they are opened', async () => {
    const { data } = await make(scientist, { name: 'Aberto', access: 'shared', category: 'fisheries' });
    for (const token of [scientist, other]) await app.call(openMap, { token, params: { id: data.id } });
    const stats = (await app.call<DataOf<typeof mapStats>>(mapStats, { token: scientist })).data;
    expect(stats.most_used_maps[0]).toEqual({ id: data.id, name: 'Aberto', views: 2 });
    expect(stats.active_maps).toBe(1);
    expect(stats.recent_maps.map(({ id }) => id)).toContain(data.id);
    expect(stats.maps_by_category.fisheries).toBe(1);
    expect(Object.values(stats.maps_by_category).reduce((sum, count) => sum + count, 0)).toBe(stats.total_maps);
    const { categories } = (await app.call<DataOf<typeof mapToolCategories>>(mapToolCategories, { token: scientist }))
      .data;
    expect(categories.find(({ id }) => id === 'fisheries')?.maps).toBe(1);
  });

  it('what no map can be is refused', async () => {
    expect((await make(scientist, { definition: { ...plain, baseOpacity: 2 } })).status).toBe(400);
    expect((await make(scientist, { definition: { ...plain, overlays: { gelo: 1 } } })).status).toBe(400);
    expect((await app.call(createMap, { token: (await app.signIn('cliente')).token, body: {} })).status).toBe(403);
  });
});

describe('tools', () => {
  it('without any field, say so of each, and put nothing in its place', async () => {
    const { layers } = (await app.call<DataOf<typeof mapBaseLayers>>(mapBaseLayers, { token: scientist })).data;
    expect(layers.map(({ id }) => id)).toEqual([...mapBases]);
    expect(layers.every(({ newestAt }) => newestAt === null)).toBe(true);
    const checked = await app.call<DataOf<typeof validateMap>>(validateMap, {
      token: scientist,
      body: { definition: plain },
    });
    expect(checked.data).toMatchObject({ valid: false, score: 60, findings: [{ level: 'error', path: 'base' }] });
    expect(checked.data.errors).toHaveLength(1);
    const suggested = await app.call<DataOf<typeof suggestMapLayers>>(suggestMapLayers, {
      token: scientist,
      params: { category: 'biodiversity' },
    });
    expect(suggested.data.bases[0]?.id).toBe('none');
    expect(suggested.data.overlays[0]?.id).toBe('protected');
  });

  it('a map is written and read as other clients exchange it', async () => {
    const overlay = { visible: true, opacity: 0.5 };
    const configuration = {
      center: [-8.8, 13.2],
      zoom: 8,
      baseLayers: [
        { id: 'salinity', visible: false, opacity: 1 },
        { id: 'chlorophyll', ...overlay },
      ],
      overlayLayers: [
        { id: 'zee', ...overlay },
        { id: 'ports', visible: false, opacity: 1 },
      ],
    };
    const body = { name: 'De outro cliente', category: 'oceanographic', configuration };
    const { data } = await app.call<SavedMap>(createMap, { token: scientist, body });
    expect(data.definition).toMatchObject({
      base: 'chlorophyll',
      baseOpacity: 0.5,
      overlays: { zee: 0.5 },
      camera: { lat: -8.8, lon: 13.2, zoom: 8 },
    });
    expect(data.iframe_config).toMatchObject({
      src: expect.stringMatching(`^${app.config.interfacesUrl}/index.html#v=\\w+&o=\\d+`),
      ...{ title: 'De outro cliente', allowFullscreen: true },
    });
    expect(data.configuration).toMatchObject({
      center: [-8.8, 13.2],
      zoom: 8,
      baseLayers: [{ id: 'chlorophyll', type: 'raster', opacity: 0.5, zIndex: 0 }],
      overlayLayers: [{ id: 'zee', type: 'geojson', opacity: 0.5, zIndex: 1 }],
    });
    for (const wrong of [
      { ...body, configuration: { ...configuration, overlayLayers: [{ id: 'satelite', ...overlay }] } },
      { ...body, definition: data.definition },
      { name: 'Sem conteúdo', category: 'oceanographic' },
    ]) {
      expect((await app.call(createMap, { token: scientist, body: wrong })).status).toBe(400);
    }
  });

  it('templates say where they open and what they need', async () => {
    const { templates } = (await app.call<DataOf<typeof mapTemplates>>(mapTemplates, { token: scientist })).data;
    expect(templates.find(({ id }) => id === 'oceanographic_basic')).toMatchObject({
      configuration: { center: [-12.5, 13.5], zoom: 6 },
      requires: ['zee_angola'],
    });
    expect(templates.find(({ id }) => id === 'fisheries_management')).toMatchObject({
      configuration: { center: [-12.5, 13.5], zoom: 7 },
      requires: ['fishing_zones', 'ports'],
    });
  });

  it('templates are maps without a fault, one of each category', async () => {
    const { templates } = (await app.call<DataOf<typeof mapTemplates>>(mapTemplates, { token: scientist })).data;
    expect(templates.map(({ category }) => category)).toEqual([...mapCategoryIds]);
    for (const { definition } of templates) expect(findingsOf(definition, everyField)).toEqual([]);
  });

  it('optimising takes away what is not seen, and says what and why', async () => {
    const crowded: MapDefinition = {
      ...plain,
      baseOpacity: 0.05,
      fitted: true,
      overlays: { wind: 1, currents: 1, ports: 0.02, zee: 1 },
      camera: { lon: 60, lat: 10, zoom: 4 },
    };
    const { data } = await app.call<DataOf<typeof optimizeMap>>(optimizeMap, {
      token: scientist,
      body: { definition: crowded },
    });
    expect(data.config).toEqual({
      ...plain,
      base: 'none',
      overlays: { wind: 1, zee: 1 },
    });
    expect(data.optimizations.map(({ path }) => path)).toEqual([
      'baseOpacity',
      'overlays.ports',
      'overlays.currents',
      'fitted',
      'camera',
    ]);
  });

  it('any map optimised has nothing left to mend, and once is enough', () => {
    const definition = fc.record({
      base: fc.constantFrom(...mapBases),
      baseOpacity: fc.double({ min: 0, max: 1, noNaN: true }),
      fitted: fc.boolean(),
      overlays: fc.dictionary(fc.constantFrom(...mapOverlays), fc.double({ min: 0, max: 1, noNaN: true })),
      moment: fc.constantFrom(null, at, '2030-01-01T00:00:00.000Z'),
      camera: fc.option(
        fc.record({
          lon: fc.double({ min: -180, max: 180, noNaN: true }),
          lat: fc.double({ min: -85, max: 85, noNaN: true }),
          zoom: fc.double({ min: 0, max: 22, noNaN: true }),
        }),
      ),
    });
    fc.assert(
      fc.property(definition, (given) => {
        const once = optimize(given, everyField).definition;
        expect(findingsOf(once, everyField).filter(({ level }) => level === 'warning')).toEqual([]);
        expect(optimize(once, everyField)).toEqual({ definition: once, changes: [] });
      }),
    );
  });
});
