import { gridOfBbox } from '@kianda/geo';
import { anchoredLand } from '@kianda/science/biomass/land-biomass';
import { publishedSea } from '@kianda/science/biomass/parameters';
import { expect, test } from 'vitest';
import type { SeaTask } from './compute.types.ts';
import { estimateTask } from './estimate.ts';
import { landRecord } from './land-records.ts';
import { absentRecord } from './records.ts';
import { layersOf } from './result.ts';
import { zonesOf } from './zones.ts';

const grid = gridOfBbox([8, -18, 14, -4.5], 0.25);
const cells = grid.columns * grid.rows;
const filled = (value: number) => new Float32Array(cells).fill(value);
const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
const midnight = (text: string) => Date.parse(`${text}T00:00:00Z`);

/** Water alike everywhere: 1 mg m⁻³ and 20 °C, on two days of August and one of July; one more day is under cloud. */
const task: SeaTask = {
  ...{ grid, sstGrid: grid, seabed: null, parameters: publishedSea, sunshineShare: 0.5, draws: 500, seed: 'ensaio' },
  land: null,
  days: [
    { atMs: day('2026-07-20'), chlorophyll: filled(2), sst: filled(20) },
    { atMs: day('2026-08-10'), chlorophyll: filled(1), sst: filled(20) },
    { atMs: day('2026-08-11'), chlorophyll: filled(1), sst: filled(20) },
    { atMs: day('2026-08-12'), chlorophyll: filled(Number.NaN), sst: filled(20) },
    { atMs: day('2026-08-13'), chlorophyll: filled(1), sst: null },
  ],
  window: { name: 'janela', fromMs: midnight('2026-08-01'), toMs: midnight('2026-09-01') },
  months: [
    { name: '2026-06', fromMs: midnight('2026-06-01'), toMs: midnight('2026-07-01') },
    { name: '2026-07', fromMs: midnight('2026-07-01'), toMs: midnight('2026-08-01') },
    { name: '2026-08', fromMs: midnight('2026-08-01'), toMs: midnight('2026-09-01') },
  ],
  zones: zonesOf([]),
};
const answer = estimateTask(task, {});
/** 1 mg over the lit depth: 568.2 × 40.2^−0.746 m. */
const stock = 568.2 * 40.2 ** -0.746;

test('water alike everywhere gives every zone the same means, and tonnes by its area', () => {
  const [whole, cabinda] = answer.zones;
  for (const { estimate } of answer.zones) expect(estimate?.means.stock).toBeCloseTo(stock, 3);
  expect(whole?.coverage).toBe(1);
  const ratio = (whole?.areaSquareMeters ?? 0) / (cabinda?.areaSquareMeters ?? 1);
  const tonnes = answer.zones.map(({ estimate }) => estimate?.central.phytoplanktonTonnes ?? 0);
  expect((tonnes[0] ?? 0) / (tonnes[1] ?? 1)).toBeCloseTo(ratio, 4);
  expect(answer.windowDays).toBe(2);
});

test('a month has its own days; one without fields has nothing, and days without temperature count for chlorophyll alone', () => {
  expect(answer.months.map(({ name, days, chlorophyll }) => [name, days, chlorophyll])).toEqual([
    ['2026-06', 0, null],
    ['2026-07', 1, 2],
    ['2026-08', 3, 1],
  ]);
  const [june, july, august] = answer.months;
  expect(june?.estimate).toBeNull();
  expect(july?.estimate?.means.stock).toBeGreaterThan(august?.estimate?.means.stock ?? 0);
});

test('the map is t/km² by the same arithmetic, and empty outside the ZEE', () => {
  const estimate = answer.zones[0]?.estimate;
  if (estimate == null) throw new Error('no estimate');
  const { marine_phytoplankton, marine_fish, days } = layersOf(answer, estimate);
  const cell = days.indexOf(2);
  const area = (answer.zones[0]?.areaSquareMeters ?? 0) / 1e6;
  expect((marine_phytoplankton[cell] ?? 0) / (estimate.central.phytoplanktonTonnes / area)).toBeCloseTo(1, 4);
  // The day's light differs with the latitude: the mean of the map is the mean of the zone.
  const fish = marine_fish.filter(Number.isFinite);
  const mean = fish.reduce((sum, value) => sum + value, 0) / fish.length;
  expect(mean / (estimate.central.fishTonnes / area)).toBeCloseTo(1, 2);
  expect(marine_fish[0]).toBeNaN();
});

/** One row of three places: at sea, and two on land of which one is bare for the second half of the year. */
const landGrid = { west: 10, south: -12, lonStepDegrees: 4, latStepDegrees: 1, columns: 3, rows: 1 };
const composite = (text: string, ...values: readonly number[]) => ({
  ...{ atMs: midnight(text), values: Float32Array.from(values) },
});
const land = {
  ...{ grid: landGrid, parameters: anchoredLand },
  composites: [
    composite('2025-01-01', Number.NaN, 0.9, 0.9),
    composite('2026-06-10', Number.NaN, 0.6, Number.NaN),
    composite('2026-07-12', Number.NaN, 0.4, 0.2),
  ],
};

test('the land is read over the year up to its newest composite; a month has its own, or nothing', () => {
  const answered = estimateTask({ ...task, land }, {}).land;
  // Composites older than a year are left out: 0.5 and 0.2, not 0.9.
  expect(answered?.composites).toBe(2);
  expect(answered?.estimate?.meanNdvi).toBeCloseTo(0.35, 6);
  expect(answered?.coverage).toBe(1);
  const months = answered?.months.map(({ name, ndvi }) => [name, ndvi]);
  expect(months).toEqual([
    ['2026-06', expect.closeTo(0.6, 6)],
    ['2026-07', expect.closeTo(0.3, 6)],
    ['2026-08', null],
  ]);
  expect(answered?.months[2]?.tonnes).toBeNull();
  const record = landRecord(land, answered ?? null);
  expect(record?.temporal_coverage).toBe('2026-06-10/2026-07-28');
  expect(record?.total_biomass).toBe(answered?.estimate?.tonnes);
});

test('without vegetation the land has no figure, but what would bring one', () => {
  expect(answer.land).toBeNull();
  expect(landRecord(null, null)).toBeNull();
  const why = 'Sem campos de vegetação (NDVI).';
  expect(absentRecord('terrestrial', why)).toMatchObject({
    ...{ absence: why, remedy: 'Executar o conector do NDVI (MODIS MOD13Q1, ORNL DAAC).' },
  });
  expect(absentRecord('forest', why).absence).toBe(
    `${why} Não há carta do uso do solo que separe a classe «floresta».`,
  );
});
