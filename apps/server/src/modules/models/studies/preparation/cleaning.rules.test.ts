import { usualParameters } from '@kianda/contract/models/studies/study-parameters';
import { distanceMeters, type Position } from '@kianda/geo';
import { expect, test } from 'vitest';
import type { SpeciesOccurrence } from '../../../sea/biodiversity/index.ts';
import { areaCentres } from './area-centres.ts';
import { cleanRecords } from './cleaning.rules.ts';

let last = 0;
function record(longitude: number, latitude: number, over: Partial<SpeciesOccurrence> = {}): SpeciesOccurrence {
  last += 1;
  return {
    ...{
      source: 'obis',
      sourceId: String(last),
      longitude,
      latitude,
      depth: null,
      date: `2020-01-${last}`,
      start: null,
    },
    ...{ licence: null, flags: [], duplicateOf: null, isSimulated: false, ...over },
  };
}

/** A sea whose temperature is that of the function, NaN where it has none. */
const seaOf = (temperature: (position: Position) => number) => (positions: readonly Position[]) => [
  {
    ...{ name: 'temperature', label: 'Temperatura', unit: '°C', kind: 'continuous' as const },
    values: Float64Array.from(positions, temperature),
  },
];
const usual = { ...usualParameters.cleaning, thinning: 'none' as const, outlierRanges: 0 };
const judge = (
  records: readonly SpeciesOccurrence[],
  cleaning = {},
  temperature: (position: Position) => number = () => 20,
) => cleanRecords(records, { cleaning: { ...usual, ...cleaning }, seed: 1, columnsAt: seaOf(temperature) });
const reasons = (...given: Parameters<typeof judge>) => judge(...given).map(({ reason }) => reason);

test('each record alone: without a place, in the middle of the land, abroad, imprecise, or in the centre of the ZEE', () => {
  const [centre] = areaCentres;
  const [lon, lat] = centre?.position ?? [0, 0];
  const given = [record(0, 0), record(15.123, -12.123), record(5.123, -12.123), record(12.1, -10.2), record(lon, lat)];
  expect(reasons([...given, record(12.123, -10.2)])).toEqual([
    ...['no_coordinate', 'on_land', 'outside', 'imprecise', 'centroid', null],
  ]);
  expect(reasons([record(12.1, -10.2)], { leastDecimals: 1 })).toEqual([null]);
  expect(reasons([record(lon, lat)], { centroidKilometres: 0 })).toEqual([null]);
  expect(reasons([record(12.123, -10.2, { flags: ['ON_LAND'] })])).toEqual(['on_land']);
});

test('the same observation counts once, whether the source says so or the place and the day do', () => {
  const first = record(12.123, -10.234, { date: '2020-05-01' });
  const twin = record(12.123, -10.234, { date: '2020-05-01', source: 'gbif' });
  const told = record(12.3, -10.234, { duplicateOf: 'abc' });
  expect(reasons([first, twin, told])).toEqual([null, 'duplicate', 'duplicate']);
  expect(judge([first, twin])[1]?.detail).toContain(`OBIS ${first.sourceId}`);
  expect(reasons([first, twin, told], { duplicates: false })).toEqual([null, null, null]);
});

test('a value far beyond the quartiles is anomalous, and a place without values says which is missing', () => {
  const records = Array.from({ length: 12 }, (_, place) => record(12 + place / 100 + 0.001, -10.234));
  const odd = record(11.501, -10.234);
  const temperature = ([lon]: Position) => (lon < 11.6 ? 35 : 20 + (lon - 12) * 10);
  const judged = judge([...records, odd], { outlierRanges: 3 }, temperature);
  expect(judged.map(({ reason }) => reason)).toEqual([...records.map(() => null), 'outlier']);
  expect(judged.at(-1)?.detail).toContain('Temperatura 35 °C');
  expect(reasons([...records, odd], { outlierRanges: 0 }, temperature).at(-1)).toBeNull();
  const [missing] = judge([odd], {}, () => Number.NaN);
  expect(missing).toMatchObject({ reason: 'no_environment', detail: expect.stringContaining('Temperatura') });
});

test('thinning leaves one a cell, or none nearer than the distance, and the seed decides which', () => {
  const records = Array.from({ length: 60 }, (_, place) =>
    record(11.501 + (place % 12) / 40, -10.234 + Math.floor(place / 12) / 40),
  );
  const kept = (cleaning: object) =>
    judge(records, cleaning).flatMap(({ record: one, reason }) => (reason === null ? [one] : []));
  const cells = kept({ thinning: 'cell', thinningCellDegrees: 0.1 }).map(
    ({ longitude, latitude }) => `${Math.floor(longitude / 0.1)} ${Math.floor(latitude / 0.1)}`,
  );
  expect(new Set(cells).size).toBe(cells.length);
  const apart = kept({ thinning: 'distance', thinningKilometres: 10 });
  for (const one of apart) {
    for (const other of apart) {
      if (one === other) continue;
      expect(distanceMeters([one.longitude, one.latitude], [other.longitude, other.latitude])).toBeGreaterThanOrEqual(
        10_000,
      );
    }
  }
  expect(kept({ thinning: 'distance', thinningKilometres: 10 })).toEqual(apart);
});
