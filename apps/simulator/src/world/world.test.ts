import { isInZee } from '@kianda/geo';
import { describe, expect, it } from 'vitest';
import { createWorld } from './world.ts';

describe('world', () => {
  it('is one sea: stations, fish and fleet of one seed', () => {
    const world = createWorld({ seed: 8478 });
    const nowMs = Date.UTC(2026, 8, 1);
    expect(world.seed).toBe(8478);
    expect(world.stations).toHaveLength(47);
    expect(world.biota.taxa.length).toBeGreaterThan(200);
    expect(world.fleet.vessels.length).toBeGreaterThan(150);
    expect(world.fisheries.landings(nowMs).length).toBeGreaterThan(1_000);
    const wet = world.stations.filter(
      ({ position: [lon, lat] }) => world.ocean.sample('sst', [lon, lat], nowMs) !== null,
    );
    expect(wet.length).toBeGreaterThanOrEqual(46); // the tide pole of Lobito stands on the spit
    expect(wet.filter(({ position }) => isInZee(position)).length).toBeGreaterThan(38);
  });
});
