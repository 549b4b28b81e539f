import type { GeoGeometry } from '@kianda/connectors';
import { outputsOf } from '@kianda/contract/space/spatial/analysis-outputs';
import { type AnalysisType, analysisParameters } from '@kianda/contract/space/spatial/analysis-types';
import { beforeAll, expect, test } from 'vitest';
import { planarEngine } from '../../../../platform/geometry/planar.ts';
import { fromWkb, toWkb } from '../../../../platform/geometry/wkb.ts';
import { setBuilder } from '../inputs/set-builder.ts';
import { compute } from './compute.ts';
import type { Computed, CurrentsInput, InputData, RasterInput } from './compute.types.ts';
import { propertiesIn, unpackedFeatures } from './packed-features.ts';

type Drawn = readonly [geometry: GeoGeometry, name: string, numbers?: Readonly<Record<string, number>>];
const most = { features: 10_000, vertices: 1_000_000 };

let engine: Awaited<ReturnType<typeof planarEngine>>;
beforeAll(async () => {
  engine = await planarEngine();
});

function drawn(...features: readonly Drawn[]): InputData {
  const builder = setBuilder('Ensaio', most);
  for (const [geometry, name, numbers = {}] of features) builder.add(toWkb(geometry), name, numbers);
  return builder.done().set;
}
const point = (lon: number, lat: number): GeoGeometry => ({ type: 'Point', coordinates: [lon, lat] });
const square = (lon: number, lat: number, side: number): GeoGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [lon, lat],
      [lon + side, lat],
      [lon + side, lat + side],
      [lon, lat + side],
      [lon, lat],
    ],
  ],
});
/** A field over the waters of Luanda that grows by one a degree northwards. */
const northwards: RasterInput = {
  ...{ kind: 'raster', title: 'Campo', unit: '°C' },
  grid: { west: 8, south: -18, lonStepDegrees: 0.25, latStepDegrees: 0.25, columns: 25, rows: 55 },
  values: Float32Array.from({ length: 25 * 55 }, (_, cell) => -18 + Math.floor(cell / 25) * 0.25),
};
const area = drawn([square(11, -11, 2), 'Mar de ensaio']);

function run(
  type: AnalysisType,
  inputs: Readonly<Record<string, InputData>>,
  given: object = {},
  mostBytes = 1e9,
): Computed {
  const parameters = analysisParameters[type].parse(given);
  const computed = compute({ type, inputs, parameters, mostCells: 100_000, mostBytes }, engine);
  // Chains are promised these layers of each kind.
  const promised = new Map(outputsOf(type, parameters));
  for (const layer of computed.layers) {
    const { geometry } = promised.get(layer.id) ?? {};
    const own = layer.kind === 'raster' ? 'raster' : layer.geometryType;
    expect([layer.id, geometry === 'vector' && own !== 'raster' ? own : geometry]).toEqual([layer.id, own]);
  }
  return computed;
}
const numberOf = ({ statistics }: Computed, id: string) => Number(statistics.find((one) => one.id === id)?.value);
function featuresOf({ layers }: Computed, id: string) {
  const layer = layers.find((one) => one.id === id);
  if (layer?.kind !== 'vector') throw new Error(`no layer ${id}`);
  return Array.from(unpackedFeatures(layer.features), ({ wkb, text }) => ({
    ...{ geometry: fromWkb(wkb), properties: propertiesIn(text) },
  }));
}
function valuesOf({ layers }: Computed, id: string) {
  const layer = layers.find((one) => one.id === id);
  if (layer?.kind !== 'raster') throw new Error(`no layer ${id}`);
  return layer.values.filter((value) => !Number.isNaN(value));
}

const places = drawn(
  ...Array.from({ length: 36 }, (_, place): Drawn => {
    const valor = place % 6 > 3 ? 50 + place : place % 3;
    const at = point(11.1 + (place % 6) * 0.2, -10.9 + Math.floor(place / 6) * 0.2);
    return [at, `P${place}`, { valor, escala: 2 * valor + 7, igual: 4 }];
  }),
);

test('a sliver has the zone of a line, and none inside itself; 999,999 vertices are taken, and more than a million refused', () => {
  const sliver: GeoGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [12, -10],
        [12.5, -10],
        [12.5, -9.9999999],
        [12, -10],
      ],
    ],
  };
  const kilometers = 54.822;
  const zone = run('buffer', { features: drawn([sliver, 'Lasca']) }, { buffer_distance: 1_000 });
  expect(numberOf(zone, 'total_area_km2')).toBeCloseTo(2 * kilometers + Math.PI, 0);
  expect(
    numberOf(run('buffer', { features: drawn([sliver, 'Lasca']) }, { buffer_distance: -10 }), 'total_area_km2'),
  ).toBe(0);

  const circle = (vertices: number): GeoGeometry => ({
    type: 'Polygon',
    coordinates: [
      Array.from({ length: vertices }, (_, place) => {
        const turn = (2 * Math.PI * (place % (vertices - 1))) / (vertices - 1);
        return [11 + 2 * Math.cos(turn), -11 + 2 * Math.sin(turn)];
      }),
    ],
  });
  const zones = drawn([circle(999_999), 'Círculo']);
  const [feature] = featuresOf(run('zonal_statistics', { zones, raster: northwards }), 'zones');
  expect(feature?.properties.mean).toBeCloseTo(-11, 1);
  expect(() => drawn([circle(1_000_001), 'A mais'])).toThrow(RangeError);
});

test('a buffer has the area of its geodesic disc, and grows with the distance; a ring is without the disc inside', () => {
  const features = drawn([point(12, -10), 'Boia']);
  const areas = [5_000, 10_000, 20_000].map((buffer_distance) =>
    numberOf(run('buffer', { features }, { buffer_distance }), 'total_area_km2'),
  );
  expect(areas[0]).toBeCloseTo(Math.PI * 25, 2);
  expect((areas[1] ?? 0) / (areas[0] ?? 1)).toBeCloseTo(4, 3);
  expect(areas[2]).toBeGreaterThan(areas[1] ?? 0);
  const rings = run('buffer', { features }, { rings: [10_000] });
  expect(featuresOf(rings, 'buffers').map(({ properties }) => properties.buffer_distance)).toEqual([5_000, 10_000]);
  expect(numberOf(rings, 'total_area_km2')).toBeCloseTo(areas[1] ?? 0, 2);
});

test('hot spots lie where the values are high, and scaling the values changes no score', () => {
  const found = run('hotspots', { points: places }, { value_attribute: 'valor' });
  const hot = featuresOf(found, 'hotspots');
  expect(hot.length).toBeGreaterThan(0);
  for (const { properties } of hot) expect(Number(properties.longitude)).toBeGreaterThan(11.6);
  const scaled = run('hotspots', { points: places }, { value_attribute: 'escala' });
  const scores = (of: Computed) => featuresOf(of, 'places').map(({ properties }) => Number(properties.z));
  const other = scores(scaled);
  for (const [place, score] of scores(found).entries()) expect(other[place]).toBeCloseTo(score, 6);
});

test('equal values have no hot spot, and say so; points are counted in the cells of the area', () => {
  const equal = run('hotspots', { points: places }, { value_attribute: 'igual' });
  expect(equal.warnings.map(({ code }) => code)).toEqual(['zeroVariance']);
  expect(equal.statistics.find(({ id }) => id === 'hotspots')).toMatchObject({
    value: null,
    reason: expect.any(String),
  });
  const counted = run('hotspots', { points: places, area }, { cell_degrees: 0.5 });
  const cells = featuresOf(counted, 'places');
  expect(cells).toHaveLength(16);
  expect(cells.reduce((sum, { properties }) => sum + Number(properties.value), 0)).toBe(36);
  expect(() => run('hotspots', { points: places }, { value_attribute: 'falta' })).toThrow('«falta»');
});

test('a greater distance links more habitats and lowers no index; a link is as long as the gap between the edges', () => {
  const habitats = drawn(
    [square(11.6, -9.4, 0.2), 'Norte'],
    [square(11.6, -9.9, 0.2), 'Sul'],
    [square(11.6, -11.5, 0.2), 'Longe'],
  );
  const near = run('connectivity', { habitats }, { max_distance: 40_000 });
  const far = run('connectivity', { habitats }, { max_distance: 400_000 });
  expect([numberOf(near, 'corridors'), numberOf(far, 'corridors')]).toEqual([1, 3]);
  expect(numberOf(far, 'connectivity_index')).toBeGreaterThan(numberOf(near, 'connectivity_index'));
  const [link] = featuresOf(near, 'links');
  // 0.3° of latitude at 9.5° S on WGS84.
  expect(Number(link?.properties.corridor_length_km)).toBeCloseTo(33.18, 1);
  const barriers = drawn([square(11.5, -9.6, 0.4), 'Barreira']);
  expect(
    featuresOf(run('connectivity', { habitats, barriers }, { max_distance: 40_000 }), 'links')[0]?.properties
      .barrier_count,
  ).toBe(1);
});

test('a corridor goes straight through an even sea, a barrier makes none shorter, and without a way there is none', () => {
  const habitats = drawn([square(11.8, -9.4, 0.2), 'A'], [square(11.8, -10.8, 0.2), 'B']);
  const parameters = { cell_degrees: 0.05 };
  const free = run('corridors', { habitats, area }, parameters);
  expect(numberOf(free, 'quality')).toBeGreaterThan(0.98);
  const barriers = drawn([square(11.3, -10.3, 1), 'Barreira']);
  const closed = run('corridors', { habitats, area, barriers }, parameters);
  expect(numberOf(closed, 'length_km')).toBeGreaterThan(numberOf(free, 'length_km') + 1);
  const wall = drawn(
    [square(10.9, -12, 0.1), 'Fora'],
    [
      {
        ...square(10.9, -10.2, 0.3),
        coordinates: [
          [
            [10.9, -10.3],
            [13.1, -10.3],
            [13.1, -10],
            [10.9, -10],
            [10.9, -10.3],
          ],
        ],
      } as GeoGeometry,
      'Parede',
    ],
  );
  const none = run('corridors', { habitats, area, barriers: wall }, parameters);
  expect(numberOf(none, 'corridors')).toBe(0);
  expect(none.warnings.map(({ code }) => code)).toContain('noPath');
  const circuit = run('corridors', { habitats, area }, { algorithm: 'circuit', cell_degrees: 0.2 });
  expect(Math.max(...valuesOf(circuit, 'currents'))).toBeGreaterThan(0.5);
});

test('criteria of two judges: weights add up to one, the worst pair is named, and a closed area has no value', () => {
  const criteria = [
    { input: 'temperature', label: 'Temperatura' },
    { input: 'ports', label: 'Portos', measure: 'distance', curve: { kind: 'range', sense: 'cost' } },
    { input: 'reserves', label: 'Reservas', measure: 'inside' },
  ];
  const judges = [
    { name: 'Ana', judgements: [3, 5, 1 / 3] },
    { name: 'Rui', judgements: [2, 7, 1 / 2] },
  ];
  const inputs = {
    temperature: northwards,
    ports: drawn([point(13, -9), 'Porto']),
    reserves: drawn([square(11.5, -10, 0.5), 'R']),
    area,
  };
  const open = run('mcda', inputs, { criteria, judges });
  const weights = open.priorities?.criteria.map(({ weight }) => weight) ?? [];
  expect(weights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 6);
  expect(open.priorities?.consistencyRatio).toBeGreaterThan(0.05);
  expect(open.priorities?.worstPair?.row).toBeTypeOf('string');
  const closed = run('mcda', { ...inputs, constraints: drawn([square(11, -11, 1), 'Fechada']) }, { criteria, judges });
  expect(valuesOf(open, 'suitability').length - valuesOf(closed, 'suitability').length).toBe(100);
  expect(() => run('mcda', inputs, { criteria, judges: [{ judgements: [1] }] })).toThrow('3 critérios');
});

test('proximity: nearest of the others, both ways alike, and nothing beyond the greatest distance', () => {
  const targets = drawn([point(11.5, -10), 'A'], [point(11.7, -10), 'B'], [point(12.9, -9.1), 'C']);
  const found = run('proximity', { targets, area }, { max_distance: 60_000 });
  expect(featuresOf(found, 'nearest').map(({ properties }) => properties.nearest_name)).toEqual(['B', 'A', null]);
  const [a, b] = featuresOf(found, 'nearest').map(({ properties }) => properties.distance_km);
  expect(a).toBe(b);
  expect(Math.max(...valuesOf(found, 'distance'))).toBeLessThanOrEqual(60);
  expect(found.warnings).toEqual([{ code: 'tooFar', count: 1 }]);
});

test('rasters from points: an interpolation keeps between its measurements, a density adds up to its points', () => {
  const idw = run('interpolation', { samples: places, area }, { value_attribute: 'valor' });
  expect(Math.min(...valuesOf(idw, 'value'))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...valuesOf(idw, 'value'))).toBeLessThanOrEqual(85);
  const kriged = run('interpolation', { samples: places, area }, { value_attribute: 'valor', interpolator: 'kriging' });
  expect(kriged.layers.map(({ id }) => id)).toEqual(['value', 'variance']);
  const density = valuesOf(run('density', { points: places, area }, { bandwidth: 8_000 }), 'density');
  // Cells of 0.1° at 10° S have 121.8 km² or so; a little of the density lies outside of the area.
  const total = density.reduce((sum, value) => sum + value * 121.8, 0);
  expect(total).toBeGreaterThan(32);
  expect(total).toBeLessThan(37);
});

test('clusters, contours, zones and Voronoi cells', () => {
  expect(numberOf(run('clusters', { points: places }, { radius: 25_000, min_points: 3 }), 'clusters')).toBe(1);
  const contours = featuresOf(run('contours', { raster: northwards }, { levels: [-14, -10] }), 'contours');
  const [larger, smaller] = contours.map(({ properties }) => Number(properties.area_km2));
  expect(larger).toBeGreaterThan(smaller ?? 0);
  const zones = drawn([square(11, -10, 1), 'Z'], [square(40, 10, 1), 'Longe']);
  const [zone, none] = featuresOf(run('zonal_statistics', { zones, raster: northwards }), 'zones');
  expect(zone?.properties).toMatchObject({ name: 'Z', missing: 0 });
  expect(Number(zone?.properties.mean)).toBeCloseTo(-9.5, 0);
  expect(none?.properties.mean).toBeNull();
  const cells = run(
    'voronoi',
    { points: drawn([point(11.5, -10), 'A'], [point(12.5, -10), 'B']), area },
    { clip_to: 'area' },
  );
  const [a, b] = featuresOf(cells, 'cells').map(({ properties }) => Number(properties.area_km2));
  expect(a).toBeCloseTo(b ?? 0, 0);
  expect(numberOf(run('voronoi', { points: places }), 'cells')).toBeGreaterThan(0);
});

test('drift: an even current carries all the same way, and the same seed gives the same places', () => {
  const grid = { west: 10, south: -12, lonStepDegrees: 0.25, latStepDegrees: 0.25, columns: 17, rows: 17 };
  const even = (speed: number) => [new Float32Array(17 * 17).fill(speed)];
  const currents: CurrentsInput = {
    ...{ kind: 'currents', title: 'Correntes', grid, timesMs: [Date.UTC(2026, 7, 1)] },
    ...{ east: even(0), north: even(0.1) },
  };
  const inputs = { currents, release: drawn([point(12, -11), 'Largada']) };
  const still = run('drift', inputs, { days: 2, particles: 3, diffusivity: 0 });
  for (const { geometry } of featuresOf(still, 'ends')) {
    const [lon, lat] = geometry.coordinates as [number, number];
    expect(lon).toBeCloseTo(12, 5);
    // 0.1 m/s for two days is 17.28 km.
    expect((lat + 11) * 110.6).toBeCloseTo(17.28, 0);
  }
  const again = () => featuresOf(run('drift', inputs, { days: 2, particles: 5 }), 'ends');
  expect(again()).toEqual(again());
});

test('a grid beyond the limit, and an area without a cell, are refused with what to do', () => {
  expect(() => run('density', { points: places, area }, { cell_degrees: 0.005 })).toThrow('células maiores');
  const tooMuch = () => run('density', { points: places, area }, { cell_degrees: 0.05 }, 130_000_000);
  expect(tooMuch).toThrow(/precisaria de cerca de .* de memória, e uma análise pode ter .*: escolha células maiores/);
  const tiny = drawn([square(11.01, -10.01, 0.001), 'Ilhéu']);
  expect(() => run('density', { points: places, area: tiny }, { cell_degrees: 1 })).toThrow('área');
});
