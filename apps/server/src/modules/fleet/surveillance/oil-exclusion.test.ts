import { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { listAreas } from '@kianda/contract/fleet/surveillance/registry.contract';
import { destination, hourMs, offshoreInstallations, type Position } from '@kianda/geo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import { openSurveillance, positionsAlong, type SurveillanceWorld } from './testing/world.ts';

let world: SurveillanceWorld;
beforeAll(async () => {
  world = await openSurveillance();
});
afterAll(() => world.close());

const [terminal] = offshoreInstallations;
const place: Position = terminal?.position ?? [0, 0];
const staying = (mmsi: number, at: Position) => {
  const fromMs = world.base.platform.clock.nowMs() - 2 * hourMs;
  return positionsAlong(mmsi, { fromMs, everyMinutes: 5, count: 13, placeOf: () => at });
};

test('the zones of installations are watched from the start, each with where its position comes from', async () => {
  const { areas } = (await askModule(world.module, listAreas)).data;
  const oil = areas.filter(({ kind }) => kind === 'oil_exclusion');
  expect(oil.map(({ id }) => id).toSorted()).toEqual(offshoreInstallations.map(({ id }) => id).toSorted());
  for (const area of oil) {
    expect([area.isMonitored, area.isSeeded]).toEqual([true, true]);
    expect(area.areaKm2).toBeCloseTo(0.78, 2);
    expect(area.source).toContain('artigo 60.º');
    expect(area.note).toContain('Por confirmar');
  }
});

test('a vessel inside 500 m has an alert of the rule; one at 800 m has none', async () => {
  await world.storePositions([
    ...staying(603_000_001, destination(place, 90, 300)),
    ...staying(603_000_002, destination(place, 90, 800)),
  ]);
  await world.detect();
  const { data } = (
    await askModule(world.module, listVesselAlerts, { query: { page: 1, pageSize: 50, rule: 'oil_exclusion' } })
  ).data;
  expect(data.map(({ area, vessels }) => [area?.id, vessels.length])).toEqual([[terminal?.id, 1]]);
});
