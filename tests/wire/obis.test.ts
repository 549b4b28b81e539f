import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ofKind, type SimulatedProvider, startSimulated } from './simulated-provider.ts';

const dayMs = 86_400_000;
let provider: SimulatedProvider;

beforeEach(async () => {
  provider = await startSimulated('obis', { nowMs: Date.UTC(2026, 8, 1, 6) });
});
afterEach(async () => provider.close());

describe('OBIS against its simulator', () => {
  test('sweeps everything, then nothing that day, then what changed', async () => {
    const first = await provider.run(null);
    const records = ofKind(first.records, 'occurrence');
    const ids = records.map(({ sourceId }) => sourceId);
    const known = new Set(ids);
    expect(known.size).toBe(ids.length);
    expect(first.pages.at(-1)?.progress).toBe(1);
    expect(first.pages.flatMap(({ rejected }) => rejected)).toEqual([]);
    expect(records.every(({ flags }) => !flags.includes('ON_LAND'))).toBe(true);
    expect(records.every(({ licence }) => licence != null && licence !== '')).toBe(true);

    provider.clock.advance(6 * 3_600_000);
    expect((await provider.run(first.cursor)).pages).toEqual([]);

    provider.clock.advance(2 * dayMs);
    const second = await provider.run(first.cursor);
    const fresh = ofKind(second.records, 'occurrence').filter(({ sourceId }) => !known.has(sourceId));
    expect(fresh.length).toBeGreaterThan(0);
    expect(second.records.length).toBeLessThan(records.length + fresh.length);
  });

  test('backfill brings the records of its dates alone', async () => {
    const window = { fromMs: Date.UTC(2015, 0, 1), toMs: Date.UTC(2015, 11, 31) };
    const { records } = await provider.run(null, 'backfill', window);
    const dates = ofKind(records, 'occurrence').map(({ eventDate }) => eventDate ?? '');
    expect(dates.length).toBeGreaterThan(0);
    expect(dates.every((date) => date.startsWith('2015-'))).toBe(true);
  });
});
