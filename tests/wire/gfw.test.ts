import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ofKind, type SimulatedProvider, startSimulated } from './simulated-provider.ts';

const dayMs = 86_400_000;
const nowMs = Date.UTC(2026, 8, 1, 6);
let provider: SimulatedProvider;

beforeEach(async () => {
  provider = await startSimulated('gfw', { nowMs, credentials: { token: 'de-ensaio' } });
});
afterEach(async () => provider.close());

const days = (run: Awaited<ReturnType<SimulatedProvider['run']>>): string[] =>
  [...new Set(ofKind(run.records, 'vessel-presence').map(({ date }) => date))].sort();

describe('Global Fishing Watch against its simulator', () => {
  test('brings the last seven published days, then each new day as it is published', async () => {
    const first = await provider.run(null);
    expect(days(first)).toEqual([21, 22, 23, 24, 25, 26, 27].map((day) => `2026-08-${day}`));
    expect(first.pages.flatMap(({ rejected }) => rejected)).toEqual([]);
    for (const { hours, lon, lat, vesselId, ssvid } of ofKind(first.records, 'vessel-presence')) {
      expect(hours > 0 && hours <= 24 && lon > 7 && lon < 15 && lat > -19 && lat < -4).toBe(true);
      expect(vesselId !== '' && ssvid !== '').toBe(true);
    }
    expect((await provider.run(first.cursor)).pages).toEqual([]);
    provider.clock.advance(dayMs);
    expect(days(await provider.run(first.cursor))).toEqual(['2026-08-26', '2026-08-27', '2026-08-28']);
  });

  test('what is read again is the same', async () => {
    const first = await provider.run(null);
    provider.clock.advance(dayMs);
    const again = await provider.run(first.cursor);
    const key = (record: { vesselId: string; date: string; lon: number; lat: number }) =>
      `${record.vesselId} ${record.date} ${record.lon} ${record.lat}`;
    const hours = new Map(ofKind(first.records, 'vessel-presence').map((record) => [key(record), record.hours]));
    const shared = ofKind(again.records, 'vessel-presence').filter(({ date }) => date <= '2026-08-27');
    expect(shared.length).toBeGreaterThan(0);
    expect(shared.every((record) => hours.get(key(record)) === record.hours)).toBe(true);
  });

  test('the quota of the account goes to the log', async () => {
    await provider.run(null);
    expect(provider.logs).toContainEqual({
      message: 'Quota da Global Fishing Watch',
      fields: expect.objectContaining({ dailyLimit: 50_000, dailyUsage: 1, dataset: 'public-global-presence:v4.0' }),
    });
  });
});
