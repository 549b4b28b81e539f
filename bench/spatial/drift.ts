import type { Grid } from '../../packages/geo/src/grid.ts';
import { driftParticles } from '../../packages/science/src/spatial/drift/drift.ts';
import { rotation } from '../../packages/science/src/spatial/testing/flows.ts';
import { timed } from '../shared/reference.ts';
import type { SpatialRow } from './row.ts';

const grid: Grid = { west: -4, south: -7, lonStepDegrees: 1 / 12, latStepDegrees: 1 / 12, columns: 97, rows: 169 };

/** 100,000 particles for 30 days: twice around in a solid rotation, where all must be at their start again. */
export function measureDrift(): Promise<readonly SpatialRow[]> {
  const count = 100_000;
  const angle = (particle: number) => (2 * Math.PI * particle) / 997;
  const radius = (particle: number) => 0.5 + (3 * (particle % 1009)) / 1009;
  const lon = Float64Array.from({ length: count }, (_, particle) => radius(particle) * Math.cos(angle(particle)));
  const lat = Float64Array.from({ length: count }, (_, particle) => radius(particle) * Math.sin(angle(particle)));
  const { seconds, value } = timed(
    () => driftParticles(rotation(grid, 15), { lon, lat, timeMs: 0 }, { days: 30 }).value,
  );
  const difference = lon.reduce(
    (most, start, particle) =>
      Math.max(most, Math.hypot((value.lon[particle] ?? 0) - start, (value.lat[particle] ?? 0) - (lat[particle] ?? 0))),
    0,
  );
  const name = 'deriva, 100 000 partículas, 30 dias, graus';
  return Promise.resolve([{ name, seconds, limit: 20, peer: { name: 'rotação exata', seconds: null, difference } }]);
}
