import { datesWire, NDVI_BAND, subsetWire } from '@kianda/connectors/ornl/wire';
import { afterAll, describe, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { ornl } from './routes.ts';

const clock = manualClock(Date.UTC(2026, 8, 1, 6));
const app = createSimulator({ seed: 8478, clock, providers: [ornl] });
afterAll(() => app.close());

const ask = (path: string, query: Record<string, string>) =>
  app.inject(`/ornl/rst/api/v1/${path}?${new URLSearchParams(query)}`);
const window = (latitude: string, longitude: string, more: Record<string, string> = {}) =>
  ask('MOD13Q1/subset', {
    ...{ latitude, longitude, band: NDVI_BAND, startDate: 'A2026049', endDate: 'A2026049' },
    ...{ kmAboveBelow: '1', kmLeftRight: '1', ...more },
  });
const meanOf = (data: readonly number[] = []) => {
  const valid = data.filter((pixel) => pixel > -3000);
  return valid.reduce((sum, pixel) => sum + pixel, 0) / valid.length / 10_000;
};

test('dates are every sixteen days of each year, the newest as old as the product is late', async () => {
  const { dates } = datesWire.parse((await ask('MOD13Q1/dates', { latitude: '-9', longitude: '14' })).json());
  expect(dates[0]).toEqual({ modis_date: 'A2000049', calendar_date: '2000-02-18' });
  expect(dates.filter(({ modis_date }) => modis_date.startsWith('A2025'))).toHaveLength(23);
  expect(dates.at(-1)).toEqual({ modis_date: 'A2026209', calendar_date: '2026-07-28' });
});

describe('a window', () => {
  test('of a kilometre each way has nine rows of nine pixels of the sinusoidal grid', async () => {
    const answer = subsetWire.parse((await window('-9.5', '14.5')).json());
    expect(answer).toMatchObject({
      nrows: 9,
      ncols: 9,
      band: NDVI_BAND,
      scale: '0.0001',
      latitude: -9.5,
      longitude: 14.5,
    });
    expect(answer.cellsize).toBeCloseTo(231.656358264, 8);
    expect(answer.subset).toHaveLength(1);
    expect(answer.subset[0]).toMatchObject({ tile: 'h19v09', calendar_date: '2026-02-18' });
    expect(answer.subset[0]?.data).toHaveLength(81);
    // Its corner lies half a window, a pixel's part more or less, south-west of the place.
    const [x, y] = [
      6_371_007.181 * 14.5 * (Math.PI / 180) * Math.cos(9.5 * (Math.PI / 180)),
      -6_371_007.181 * 9.5 * (Math.PI / 180),
    ];
    expect(x - Number(answer.xllcorner)).toBeGreaterThan(4 * 231);
    expect(x - Number(answer.xllcorner)).toBeLessThan(5.1 * 231.7);
    expect(y - Number(answer.yllcorner)).toBeGreaterThan(4 * 231);
    expect(y - Number(answer.yllcorner)).toBeLessThan(5.1 * 231.7);
  });

  test('is green in the wet north, bare at the coast of Namibe, and fill at sea', async () => {
    const of = async (latitude: string, longitude: string) =>
      subsetWire.parse((await window(latitude, longitude)).json()).subset[0]?.data ?? [];
    expect(meanOf(await of('-5.2', '12.6'))).toBeGreaterThan(0.5);
    expect(meanOf(await of('-15.9', '12.2'))).toBeLessThan(0.25);
    expect(new Set(await of('-12', '10'))).toEqual(new Set([-3000]));
  });

  test('is greener at the end of the rains than at the end of the dry months', async () => {
    const [wet, dry] = await Promise.all(
      ['A2026065', 'A2025257'].map(async (day) => {
        const answer = await window('-12.5', '16', { startDate: day, endDate: day });
        return meanOf(subsetWire.parse(answer.json()).subset[0]?.data);
      }),
    );
    expect((wet ?? 0) - (dry ?? 0)).toBeGreaterThan(0.15);
  });
});

test.each([
  ['more than ten composites', '-9', { startDate: 'A2025001', endDate: 'A2025353' }, 400, 'exceeds 10'],
  [
    'a time without any',
    '-9',
    { startDate: 'A1999001', endDate: 'A1999001' },
    400,
    'No data available for time period',
  ],
  ['another band', '-9', { band: '250m_16_days_EVI' }, 404, 'Invalid band'],
  ['no latitude', '', {}, 400, 'Invalid latitude'],
  ['half a kilometre', '-9', { kmAboveBelow: '0.5' }, 400, 'whole numbers'],
] as const)('%s is refused in words', async (_name, latitude, more, status, words) => {
  const answer = await window(latitude, '14', more);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'text/plain']);
  expect(answer.body).toContain(words);
});

test('another product is not found', async () => {
  const answer = await ask('MOD09AB/dates', { latitude: '-9', longitude: '14' });
  expect([answer.statusCode, answer.body]).toEqual([404, 'Product MOD09AB not found.']);
});
