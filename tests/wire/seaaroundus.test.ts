import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ofKind, type SimulatedProvider, startSimulated } from './simulated-provider.ts';

let provider: SimulatedProvider;

beforeEach(async () => {
  provider = await startSimulated('fisheries-area47', { nowMs: Date.UTC(2026, 8, 1) });
});
afterEach(async () => provider.close());

describe('Sea Around Us against its simulator', () => {
  test('takes a release whole, once, and the next one when its year is over', async () => {
    const first = await provider.run(null);
    const records = ofKind(first.records, 'landing');
    expect(new Set(records.map(({ species, year }) => `${species} ${year}`)).size).toBe(records.length);
    expect(Math.max(...records.map(({ year }) => year))).toBe(2025);
    expect(records.every(({ region, tonnes }) => region === 'Angola' && (tonnes === null || tonnes >= 0))).toBe(true);
    expect((await provider.run(first.cursor)).records).toEqual([]);

    provider.clock.set(Date.UTC(2027, 0, 4));
    const next = ofKind((await provider.run(first.cursor)).records, 'landing');
    expect(Math.max(...next.map(({ year }) => year))).toBe(2026);
    expect(next.length).toBeGreaterThan(records.length);
  });
});
