import { type FilterRule, type FilterType, usualRule } from '@kianda/contract/models/filters/filter-types';
import { bboxToRing, type Position } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import type { FishingLimits } from '../../../fleet/surveillance/index.ts';
import type { LearningOccurrences } from '../../../sea/biodiversity/index.ts';
import type { ScoredGrid } from '../../models/index.ts';
import { computeFilter } from './compute.ts';
import type { Computing, FilterStores } from './compute.types.ts';
import { cellConfidence, confidenceOf } from './confidence.rules.ts';
import { trends } from './pressures.ts';
import { resultOf } from './result.rules.ts';
import { namesAskedFor } from './species.rules.ts';
import { thresholdOf } from './threshold.rules.ts';

const now = new Date('2026-11-28T12:00:00Z');
const hourMs = 3_600_000;
/** Ten columns and eight rows of half a degree off Benguela, all of it inside the ZEE. */
const [columns, rows, cellDegrees] = [10, 8, 0.25] as const;
const [west, south] = [10.125, -12.875] as const;
const size = columns * rows;
const centre = (cell: number): Position => [
  west + (cell % columns) * cellDegrees,
  south + Math.floor(cell / columns) * cellDegrees,
];

const scored = (value: (cell: number) => number, over: Partial<ScoredGrid> = {}): ScoredGrid => ({
  ...{ type: 'habitat_suitability', version: 3, algorithm: 'MaxEnt', isSimulated: false, unit: null, classes: [] },
  skill: {
    ...{ metric: 'auc', split: 'spatial_blocks', validation: 0.9, low: null, high: null, training: 0.95 },
    ...{ baseline: 'média', baselineValidation: 0.5 },
  },
  ...{ cellDegrees, west, south, columns, rows, spread: null, spreadKind: null, novelty: null, without: [] },
  ...{ sources: [], oldestInputAt: new Date(now.getTime() - 24 * hourMs) },
  value: Float32Array.from({ length: size }, (_, cell) => value(cell)),
  ...over,
});

const nothingRecorded: LearningOccurrences = {
  ...{ names: [], species: new Int32Array(), longitudes: new Float64Array(), latitudes: new Float64Array() },
  ...{ months: new Float64Array(), depths: new Float64Array(), sources: [] },
};
/** A record of a species in the middle of each cell. */
const recorded = (rows: readonly (readonly [species: string, cell: number])[]): LearningOccurrences => {
  const names = [...new Set(rows.map(([species]) => species))];
  return {
    ...{ ...nothingRecorded, names },
    species: Int32Array.from(rows, ([species]) => names.indexOf(species)),
    longitudes: Float64Array.from(rows, ([, cell]) => centre(cell)[0]),
    latitudes: Float64Array.from(rows, ([, cell]) => centre(cell)[1]),
  };
};
const noLimits: FishingLimits = { closedAreas: [], seasons: [], licences: 0, gears: [], licensedAreas: null };

const storesWith = (over: Partial<FilterStores>): FilterStores => ({
  scoreGrid: async () => scored((cell) => cell / size),
  categories: async () => [],
  inUse: async () => null,
  occurrences: async () => nothingRecorded,
  dailyTemperature: async () => null,
  seabed: async () => null,
  fishingLimits: async () => noLimits,
  fishingPlaces: async () => [],
  structures: async () => [],
  protectedAreas: async () => [],
  ...over,
});
const computing = (type: FilterType, stores: Partial<FilterStores>, rule: Partial<FilterRule> = {}): Computing => ({
  ...{ type, rule: { ...usualRule(type), cellDegrees, minConfidence: 0, ...rule }, now },
  ...{ stores: storesWith(stores), signal: new AbortController().signal, progress: async () => undefined },
});
const chosenOf = ({ chosen }: { readonly chosen: Uint8Array }) =>
  [...chosen.keys()].filter((cell) => chosen[cell] === 1);

describe('confidence', () => {
  const of = (over: Partial<ScoredGrid>, value = new Float32Array(size).fill(1)) =>
    confidenceOf({
      ...{ scored: scored(() => 1, over), asked: new Uint8Array(size).fill(1), value, rule: { maxAgeHours: 72 }, now },
    });

  test('is skill × coverage × age', () => {
    const half = Float32Array.from({ length: size }, (_, cell) => (cell % 2 === 0 ? 1 : Number.NaN));
    const old = { oldestInputAt: new Date(now.getTime() - 144 * hourMs) };
    expect(of({}).value).toBeCloseTo(0.9, 12);
    expect(of({}, half)).toMatchObject({ coverage: 0.5, coveredCells: 40, askedCells: 80, value: 0.45 });
    expect(of(old)).toMatchObject({ age: 0.5, ageHours: 144, value: 0.45 });
  });

  test('a model worse than the mean deserves none; one that reads no field has no age', () => {
    const { skill } = scored(() => 1);
    expect(of({ skill: { ...skill, metric: 'r2', validation: -0.4 } }).value).toBe(0);
    expect(of({ oldestInputAt: null })).toMatchObject({ age: 1, ageHours: null });
  });

  test('a cell unlike what was learned from deserves less', () => {
    expect([0.8, 0.8, 0.8, 0.8].map((one, place) => cellConfidence(one, [12, undefined, -50, -300][place]))).toEqual([
      0.8, 0.8, 0.4, 0,
    ]);
  });
});

describe('threshold', () => {
  const value = Float32Array.from({ length: 100 }, (_, cell) => cell / 100);
  const presences = Uint8Array.from({ length: 100 }, (_, cell) => Number(cell >= 60 && cell % 2 === 0));

  test('value and percentile', () => {
    expect(thresholdOf({ kind: 'value', value: 0.75 }, value, null).threshold).toBe(0.75);
    expect(thresholdOf({ kind: 'percentile', share: 0.8 }, value, null).threshold).toBeCloseTo(0.792, 6);
  });

  test('MaxSSS lies at the lowest presence where all presences score above all else; P10 gives up two of twenty', () => {
    expect(thresholdOf({ kind: 'max_sss' }, value, presences).threshold).toBeCloseTo(0.6, 6);
    expect(thresholdOf({ kind: 'p10' }, value, presences).threshold).toBeCloseTo(0.64, 6);
  });

  test('what needs presences says how many it has', () => {
    expect(() => thresholdOf({ kind: 'p10' }, value, new Uint8Array(100))).toThrow(
      'precisa de 10 células com registos, e há 0',
    );
    expect(() => thresholdOf({ kind: 'max_sss' }, new Float32Array(5).fill(Number.NaN), null)).toThrow(
      'Nenhuma célula',
    );
  });
});

test('species are asked for by common names or parts of scientific ones', () => {
  const known = ['Thunnus albacares', 'Sardinella aurita', 'Sardinella maderensis', 'Trachurus capensis'];
  expect(namesAskedFor(['Sardinha', 'atum'], known)).toEqual(known.slice(0, 3));
  expect(namesAskedFor(['capensis'], known)).toEqual(['Trachurus capensis']);
  expect(namesAskedFor(['baleia'], known)).toEqual([]);
});

test('hotspots are the richest cells that records speak for, and no others', async () => {
  const rich = [size - 1, size - 2, size - 3];
  const species = Array.from({ length: 4 }, (_, place) => [`Species ${place}`, size - 1] as const);
  const outcome = await computeFilter(
    computing(
      'biodiversity_hotspots',
      { occurrences: async () => recorded(species) },
      { threshold: { kind: 'value', value: (size - 3) / size - 1e-6 }, speciesCountMin: 4, cellDegrees },
    ),
  );
  expect(outcome.steps[1]?.value).toBe(String(rich.length));
  // Half a degree about a cell of a quarter holds no whole neighbour.
  expect(chosenOf(outcome)).toEqual([size - 2, size - 1]);
});

describe('fishing zones', () => {
  const names = ['Sardinella aurita', 'Engraulis encrasicolus'];
  const asked: (readonly [string, unknown])[] = [];
  const stores = (limits: Partial<FishingLimits>, over: Partial<FilterStores> = {}): Partial<FilterStores> => ({
    categories: async (_, __, column) => (column === 'species' ? names : ['cerco', 'emalhe']),
    fishingLimits: async () => ({ ...noLimits, ...limits }),
    scoreGrid: async (type, options) => {
      asked.push([type, options.inputs]);
      return scored((cell) => cell + (options.inputs?.species === names[0] ? 0 : 2), { unit: 't por dia de esforço' });
    },
    ...over,
  });
  const area = (cell: number) => {
    const [lon, lat] = centre(cell);
    const ring = bboxToRing([lon - 0.1, lat - 0.1, lon + 0.1, lat + 0.1]);
    return { name: 'Área', geometry: { type: 'Polygon' as const, coordinates: [ring] } };
  };
  const every = { threshold: { kind: 'percentile', share: 0 } } as const;

  test('closed and protected areas are left out; the gear is the most licensed one that the model knows', async () => {
    const gears = [
      { gear: 'palangre', licences: 9 },
      { gear: 'cerco', licences: 5 },
    ];
    const limits = { closedAreas: [area(7)], licences: 14, gears };
    const outcome = await computeFilter(
      computing('fishing_zones', stores(limits, { protectedAreas: async () => [area(20)] }), every),
    );
    expect(chosenOf(outcome)).toHaveLength(size - 2);
    expect([outcome.chosen[7], outcome.chosen[20], outcome.value[8]]).toEqual([0, 0, 9]);
    expect(asked.slice(-2)).toEqual(names.map((species) => ['abundance_estimator', { species, gear: 'cerco' }]));
  });

  test('a species in its closed season is not fished; with all of them closed there is no zone, and why', async () => {
    const season = { name: 'Veda da sardinha', species: [names[0] ?? ''], area: null };
    const outcome = await computeFilter(computing('fishing_zones', stores({ seasons: [season] }), every));
    expect(outcome.value[8]).toBe(10);
    expect(outcome.notes[0]).toBe('Em veda: Sardinella aurita (Veda da sardinha).');
    const all = { ...season, species: names };
    await expect(computeFilter(computing('fishing_zones', stores({ seasons: [all] }), every))).rejects.toThrow(
      'Em veda',
    );
  });

  test('where every licence names areas, nothing is proposed outside of them', async () => {
    const limits = { licences: 1, licensedAreas: [area(33)] };
    expect(chosenOf(await computeFilter(computing('fishing_zones', stores(limits), every)))).toEqual([33]);
  });
});

test('presence adds up the chances of the species asked for, and names those that the model does not know', async () => {
  const chances: (readonly string[] | undefined)[] = [];
  const outcome = await computeFilter(
    computing(
      'species_presence',
      {
        categories: async () => ['Thunnus albacares', 'Caretta caretta', 'Scomber colias'],
        scoreGrid: async (_, options) => {
          chances.push(options.chanceOf);
          return scored((cell) => cell / size);
        },
      },
      { threshold: { kind: 'value', value: 0.95 } },
    ),
  );
  expect(chances).toEqual([['Thunnus albacares', 'Caretta caretta']]);
  expect(outcome.notes[0]).toContain('baleia');
  expect(chosenOf(outcome)).toEqual([76, 77, 78, 79]);
});

test('monitoring measures first where least is known, and far from what a measurement told', async () => {
  const spread = Float32Array.from({ length: size }, (_, cell) => (cell === 0 || cell === size - 1 ? 3 : 1));
  const stores = { scoreGrid: async () => scored(() => 5, { spread, spreadKind: 'trees' as const }) };
  const outcome = await computeFilter(computing('monitoring_points', stores, { coverageRadiusKm: 30 }));
  expect([...(outcome.places ?? [])].slice(0, 2).sort((a, b) => a - b)).toEqual([0, size - 1]);
  expect(outcome.noteOf?.(0)).toMatch(/^\d+,\d\d bits esperados$/);
  const blind = { scoreGrid: async () => scored(() => 5) };
  await expect(computeFilter(computing('monitoring_points', blind))).rejects.toThrow('não diz quão segura está');
});

test('risk grows where pressure meets worth; a pressure without data is named and left out', async () => {
  const places = Array.from({ length: 30 }, () => centre(size - 1));
  const outcome = await computeFilter(computing('environmental_risk', { fishingPlaces: async () => places }));
  expect(outcome.notes).toEqual(['Sem dados guardados, ficaram de fora: Alterações climáticas.']);
  expect(outcome.noteOf?.(size - 1)).toContain('Sobrepesca: E 1,00');
  expect(outcome.noteOf?.(0)).toContain('Sobrepesca: sem exposição');
});

test('warming is told between whole years, so that no season passes for it', () => {
  const dayMs = 24 * hourMs;
  const days = Array.from({ length: 3 * 365 }, (_, day) => ({
    day: new Date(Date.parse('2023-01-01') + day * dayMs),
    values: Float32Array.of(20 + 4 * Math.sin((2 * Math.PI * day) / 365) + (0.1 * day) / 365, Number.NaN),
  }));
  const source = { name: '', rows: 0, licence: null, from: now, to: now, isSimulated: false };
  const [warm, blind] = trends({ cells: [centre(0), centre(1)], days, source });
  expect(warm).toBeCloseTo(0.1, 2);
  expect(blind).toBeNaN();
});

test('a result has at most a thousand points, the best first, and counts what it left out', async () => {
  const { rule, ...rest } = computing('habitat_suitability', {}, { threshold: { kind: 'percentile', share: 0 } });
  const outcome = await computeFilter({ ...rest, rule });
  const { summary, points, regions } = resultOf(outcome, { ...rule, minConfidence: 0.95 }, now);
  expect([points.features.length, summary.leftOut]).toEqual([0, size]);
  expect(summary.notes.at(-1)).toContain('confiança abaixo de 95');
  const all = resultOf(outcome, rule, now);
  expect(all.points.features).toHaveLength(size);
  expect(all.points.features[0]?.properties).toMatchObject({
    marker_size: 12,
    area_name: expect.stringContaining('Ao largo'),
  });
  expect(regions.features).toHaveLength(1);
  expect(summary.areaKm2).toBeCloseTo(regions.features[0]?.properties.areaKm2 ?? 0, 6);
});

test('the benthic habitat is the bottom down to 200 m; without a survey of the sea bed it is left out, and said', async () => {
  const rule = { threshold: { kind: 'percentile', share: 0 } as const, habitatTypes: ['benthic'] as const };
  const of = (stores: Partial<FilterStores>, kinds: FilterRule['habitatTypes'] = [...rule.habitatTypes]) =>
    computeFilter(computing('habitat_suitability', stores, { ...rule, habitatTypes: kinds }));
  await expect(of({})).rejects.toThrow('execute o conector NOAA ETOPO');
  const grid = { west, south, columns, rows, lonStepDegrees: cellDegrees, latStepDegrees: cellDegrees };
  const mean = Float32Array.from({ length: size }, (_, cell) => (cell % columns === 0 ? 150 : 900));
  const shelf = await of({ seabed: async () => ({ grid, mean }) });
  expect(chosenOf(shelf)).toEqual(Array.from({ length: rows }, (_, row) => row * columns));
  expect(shelf.notes).toEqual([]);
  const without = await of({}, ['coastal', 'pelagic', 'benthic']);
  expect([chosenOf(without).length, without.notes.length]).toEqual([size, 1]);
});
