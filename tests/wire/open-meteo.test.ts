import { stations } from '@kianda/geo';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ofKind, type SimulatedProvider, startSimulated } from './simulated-provider.ts';

const hourMs = 3_600_000;
const nowMs = Date.UTC(2026, 8, 1, 6, 10);
const points = stations.map(({ id, position: [lon, lat] }) => ({ id, lon, lat }));
let provider: SimulatedProvider;

beforeEach(async () => {
  provider = await startSimulated('open-meteo-marine', { nowMs, stations: points });
});
afterEach(async () => provider.close());

describe('Open-Meteo against its simulator', () => {
  test('brings five series for each station, hour by hour in UTC, from a week back to two days ahead', async () => {
    const { pages, records, cursor } = await provider.run(null);
    expect(pages).toHaveLength(Math.ceil(points.length / 20));
    expect(pages.flatMap(({ rejected }) => rejected)).toEqual([]);
    const series = ofKind(records, 'station-series');
    expect(series).toHaveLength(points.length * 5);
    for (const { timesMs, values } of series) {
      expect(timesMs[0]).toBe(Date.UTC(2026, 7, 25));
      expect(timesMs.at(-1)).toBe(Date.UTC(2026, 8, 2, 23));
      expect(timesMs).toHaveLength(9 * 24);
      expect(values.every((value) => value !== null)).toBe(true);
    }
    expect(cursor).toEqual({ lastRunMs: nowMs });
  });

  test('the next run redoes two days and agrees with the first on the hours they share', async () => {
    const first = await provider.run(null);
    provider.clock.advance(hourMs);
    const second = await provider.run(first.cursor);
    const valueAt = (run: typeof first, timeMs: number) => {
      const series = ofKind(run.records, 'station-series').find(({ variable }) => variable === 'waveHeight');
      return series?.values[series.timesMs.indexOf(timeMs)];
    };
    const sharedMs = Date.UTC(2026, 8, 1);
    expect(valueAt(second, sharedMs)).toBe(valueAt(first, sharedMs));
    expect(ofKind(second.records, 'station-series')[0]?.timesMs[0]).toBe(Date.UTC(2026, 7, 30));
  });
});
