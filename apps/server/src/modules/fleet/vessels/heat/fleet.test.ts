import type { VesselPositionRecord } from '@kianda/connectors';
import { fleetAt } from '@kianda/contract/fleet/vessels/fleet.contract';
import { hourMs } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../../testing/ask.ts';
import { type HeatSea, mmsis, nowMs, openSea, to, voyage } from './testing/sea.ts';

let sea: HeatSea;
beforeAll(async () => {
  sea = await openSea();
});
afterAll(() => sea.close());

test('the fleet at an instant is the last position of each vessel until then', async () => {
  // Known before its hour is summed up.
  await sea.store(voyage('newest', 12).map((record, index) => ({ ...record, timeMs: nowMs - (index + 1) * 600_000 })));
  const compareAll = async () => {
    for (const back of [0, 20 * 60_000, hourMs, 13 * hourMs, 13 * hourMs + 1_234_567]) {
      const atMs = nowMs - back;
      const got = await sea.fleet({ at: new Date(atMs).toISOString(), windowHours: '6' });
      const expected = new Map<number, VesselPositionRecord>();
      for (const record of sea.all.values()) {
        const known = expected.get(record.mmsi ?? 0);
        const isIn = record.timeMs <= atMs && record.timeMs >= atMs - 6 * hourMs;
        if (isIn && (known === undefined || known.timeMs < record.timeMs)) expected.set(record.mmsi ?? 0, record);
      }
      expect(got.total).toBe(expected.size);
      got.mmsis.forEach((mmsi, index) => {
        const record = expected.get(mmsi ?? 0);
        expect(got.agesSeconds[index]).toBe(Math.round((atMs - (record?.timeMs ?? 0)) / 1000));
        expect(got.lons[index]).toBeCloseTo(record?.lon ?? 0, 4);
        expect(got.lats[index]).toBeCloseTo(record?.lat ?? 0, 4);
        expect([got.speedsKnots[index], got.coursesDegrees[index], got.headingsDegrees[index]]).toEqual([5, 90, null]);
        expect(got.navigationStatuses[index]).toBe(0);
        expect(got.names[index]).toBe(`N${mmsi}`);
      });
    }
  };
  await compareAll();
  await sea.summarise();
  await compareAll();
  const fishing = await sea.fleet({ at: to, types: 'fishing' });
  expect(fishing.mmsis).toEqual(mmsis.filter((mmsi) => mmsi % 2 === 0));
  expect(fishing.types).toEqual(['fishing']);
  // Now among the newest positions, an hour ago out of the hours.
  for (const at of [to, new Date(nowMs - hourMs).toISOString()]) {
    const gulf = await sea.fleet({ at, bbox: '-1,-1,1,1' });
    expect(gulf.mmsis).toEqual(mmsis.slice(0, 2));
    const heardLast = (await sea.fleet({ at })).agesSeconds.toSorted((a, b) => a - b).slice(0, 2);
    const limited = await sea.fleet({ at, limit: '2' });
    expect(limited).toMatchObject({ total: 6, truncated: true });
    expect(limited.agesSeconds.toSorted((a, b) => a - b)).toEqual(heardLast);
  }
  expect(await sea.fleet({ at: to, limit: '1' })).toMatchObject({ total: 6, truncated: true });
  // Heard at the same instant: of them no more come than there is room for.
  const together = voyage('together', 6).map((record) => ({ ...record, timeMs: nowMs - 1_000 }));
  await sea.store(together);
  const inOrder = (await sea.fleet({ at: to })).mmsis;
  for (const limit of [1, 2, 5]) {
    const found = await sea.fleet({ at: to, limit: String(limit) });
    expect(found.mmsis).toEqual(inOrder.slice(0, limit));
    expect(found).toMatchObject({ total: 6, truncated: true });
  }
  const across = await sea.fleet({ at: to, bbox: '179,-18,-179,-16' });
  expect(across.mmsis).toEqual([572_000_003]);
  expect((await askModule(sea.module, fleetAt, { query: { at: '2020-01-01T00:00:00Z' } })).provenance.state).toBe(
    'fallback',
  );
});
