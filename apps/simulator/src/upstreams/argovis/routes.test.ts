import { errorWire, profilesWire, profileWire } from '@kianda/connectors/argo/wire';
import { dayMs } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../app.ts';
import { manualClock } from '../../clock.ts';
import { argovis } from './routes.ts';

const nowMs = Date.UTC(2026, 8, 1, 6);
const clock = manualClock(nowMs);
const app = createSimulator({ seed: 8478, clock, providers: [argovis] });
const polygon = '[[8,-18],[14,-18],[14,-4.4],[8,-4.4],[8,-18]]';
const data = 'pressure,temperature,salinity,temperature_argoqc';
const month = { startDate: '2026-08-01T00:00:00Z', endDate: '2026-09-01T00:00:00Z', polygon, data };

async function get(query: Record<string, string>, key = 'guest') {
  return app.inject({ url: `/argovis/argo?${new URLSearchParams(query)}`, headers: { 'x-argokey': key } });
}

async function profiles(query: Record<string, string>) {
  const answer = await get(query);
  return profilesWire.parse(answer.json()).map((row) => profileWire.parse(row));
}

describe('profiles', () => {
  test('three cycles a month of most floats, in the box, columns as asked, warm above cold', async () => {
    const found = await profiles(month);
    expect(found.length).toBeGreaterThan(20);
    for (const profile of found) {
      const [lon, lat] = profile.geolocation.coordinates;
      expect(lon > 8 && lon < 14 && lat > -18 && lat < -4.4).toBe(true);
      expect(profile.data_info[0]).toEqual(data.split(','));
      const [pressure = [], temperature = [], salinity = []] = profile.data.map((column) => column.map(Number));
      expect(pressure.length).toBe(temperature.length);
      expect(temperature[0]).toBeGreaterThan(temperature.at(-1) ?? 99);
      for (const value of salinity) expect(value > 25 && value < 37.5).toBe(true);
    }
    expect(await profiles(month)).toEqual(found);
  });

  test('a new profile appears twenty hours after its float came up', async () => {
    const before = await profiles({ ...month, endDate: '2026-10-01T00:00:00Z' });
    clock.set(nowMs + 3 * dayMs);
    const after = await profiles({ ...month, endDate: '2026-10-01T00:00:00Z' });
    clock.set(nowMs);
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.map(({ _id }) => _id)).toEqual(expect.arrayContaining(before.map(({ _id }) => _id)));
  });

  test('by id, and without columns', async () => {
    const [first] = await profiles(month);
    const [same] = await profiles({ id: first?._id ?? '' });
    expect(same).toMatchObject({ _id: first?._id, data: [], data_info: [[], ['units', 'data_keys_mode'], []] });
  });
});

describe('answers that are no profiles', () => {
  test('none: 404', async () => {
    const answer = await get({ ...month, startDate: '1850-01-01T00:00:00Z', endDate: '1850-01-02T00:00:00Z' });
    expect(answer.statusCode).toBe(404);
    expect(errorWire.parse(answer.json()).message).toBe('Not found: No matching results found in database.');
  });

  test('too large: 413', async () => {
    const answer = await get({ startDate: '2000-01-01T00:00:00Z', data });
    expect(errorWire.parse(answer.json())).toMatchObject({ code: 413 });
  });

  test('budget spent: 429 with the delay in the body, and well again after it', async () => {
    // Years before the first float: a costly question with a short answer.
    const decades = { ...month, startDate: '1998-01-01T00:00:00Z', endDate: '2020-01-01T00:00:00Z' };
    const answers = [await get(decades, 'a'), await get(decades, 'a'), await get(decades, 'a')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 429]);
    const answer = await get(decades, 'a');
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBeUndefined();
    const { delay, message } = errorWire.parse(answer.json());
    expect(message).toContain(`in ${delay?.[0]} seconds`);
    clock.set(nowMs + (delay?.[0] ?? 0) * 1000 + 1000);
    expect((await get(decades, 'a')).statusCode).toBe(404);
    clock.set(nowMs);
  });

  test('an open polygon: 400', async () => {
    const answer = await get({ ...month, polygon: '[[8,-18],[14,-18],[14,-4.4],[8,-4.4]]' });
    expect(answer.statusCode).toBe(400);
  });
});
