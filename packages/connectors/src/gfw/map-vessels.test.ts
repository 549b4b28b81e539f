import { expect, test } from 'vitest';
import { mapIdentities } from './map-vessels.ts';

const told = (over: Record<string, unknown> = {}) => ({
  id: 'v1',
  ssvid: '603100212',
  transmissionDateFrom: '2020-01-01T00:00:00Z',
  transmissionDateTo: '2021-01-01T00:00:00Z',
  ...over,
});
const read = (over: Record<string, unknown>) => mapIdentities([{ selfReportedInfo: [told(over)] }]);

test('an identity has a number of nine digits and a period that does not end before it begins', () => {
  expect(read({}).records).toMatchObject([
    { mmsi: 603_100_212, timeMs: Date.UTC(2020, 0, 1), untilMs: Date.UTC(2021, 0, 1) },
  ]);
  expect(read({ transmissionDateTo: '2020-01-01T00:00:00Z' }).records).toHaveLength(1);
  expect(read({ transmissionDateTo: null }).records).toHaveLength(1);
  for (const over of [
    { ssvid: '60310021' },
    { ssvid: null },
    { transmissionDateFrom: null },
    { transmissionDateTo: '2019-12-31T00:00:00Z' },
  ])
    expect(read(over)).toMatchObject({ records: [], rejected: [{ reason: 'Sem identidade com MMSI e período' }] });
});

test('what is no vessel is rejected as such, and only when none is one has the form changed', () => {
  expect(mapIdentities([7])).toMatchObject({ drifted: true, rejected: [{ reason: 'não é uma embarcação', raw: 7 }] });
  expect(mapIdentities([7, { selfReportedInfo: [told()] }])).toMatchObject({ drifted: false, records: [{}] });
  expect(mapIdentities([]).drifted).toBe(false);
});

test('a gear lasts whole years, or as long as the identity was transmitted', () => {
  const gears = (geartypes: readonly object[]) =>
    mapIdentities([{ selfReportedInfo: [told()], combinedSourcesInfo: [{ vesselId: 'v1', geartypes }] }]).records[0]
      ?.gears;
  expect(gears([{ name: 'TRAWLERS', yearFrom: 2019, yearTo: 2020 }])).toMatchObject([
    { gear: 'TRAWLERS', fromMs: Date.UTC(2019, 0, 1), untilMs: Date.UTC(2021, 0, 1) - 1000 },
  ]);
  expect(gears([{ name: 'TRAWLERS' }])).toMatchObject([
    { fromMs: Date.UTC(2020, 0, 1), untilMs: Date.UTC(2021, 0, 1) },
  ]);
  expect(gears([{ name: ' ' }])).toBeUndefined();
  expect(
    mapIdentities([
      { selfReportedInfo: [told()], combinedSourcesInfo: [{ vesselId: 'v2', geartypes: [{ name: 'X' }] }] },
    ]).records[0]?.gears,
  ).toBeUndefined();
});
