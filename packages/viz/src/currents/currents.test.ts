import { seededRandom } from '@kianda/geo';
import { describe, expect, it } from 'vitest';
import type { Field } from '../field/decode.ts';
import { mercatorX, mercatorY } from '../field/mercator.ts';
import { createParticles, maxLife, particleCount, stepParticles } from './particles.ts';
import { sampleVelocity, velocityOf } from './velocity.ts';

const grid = { west: 8, south: -18, lonStepDegrees: 0.1, latStepDegrees: 0.1, columns: 60, rows: 130 };
const field = (valueAt: (lon: number, lat: number) => number): Field => ({
  grid,
  values: Float32Array.from({ length: grid.columns * grid.rows }, (_, index) =>
    valueAt(grid.west + 0.1 * (index % grid.columns), grid.south + 0.1 * Math.floor(index / grid.columns)),
  ),
});
const everywhere = (east: number, north: number) =>
  velocityOf(
    field(() => east),
    field(() => north),
  );
const box = { left: mercatorX(8), right: mercatorX(14), top: mercatorY(-5), bottom: mercatorY(-18) };
const out = new Float32Array(2);

describe('velocity', () => {
  it('finds the flow at its own latitude although the rows are Mercator’s', () => {
    const velocity = velocityOf(
      field((_, lat) => lat),
      field((lon) => lon),
    );
    for (const [lon, lat] of [
      [9.33, -17.2],
      [11.7, -11.05],
      [13.2, -5.6],
    ] as const) {
      expect(sampleVelocity(velocity, mercatorX(lon), mercatorY(lat), out)).toBe(true);
      expect(out[0]).toBeCloseTo(lat, 0);
      expect(out[1]).toBeCloseTo(lon, 4);
    }
  });
  it('is nothing outside the grid and on land, and does not fade towards the shore', () => {
    const velocity = velocityOf(
      field((lon) => (lon > 11 ? Number.NaN : 0.4)),
      field(() => 0),
    );
    expect(sampleVelocity(velocity, mercatorX(12), mercatorY(-10), out)).toBe(false);
    expect(sampleVelocity(velocity, mercatorX(7), mercatorY(-10), out)).toBe(false);
    expect(sampleVelocity(velocity, mercatorX(10.99), mercatorY(-10), out)).toBe(true);
    expect(out[0]).toBeCloseTo(0.4, 6);
  });
  it('refuses components of two grids', () => {
    const other = { grid: { ...grid, columns: 2 }, values: new Float32Array(260) };
    expect(() =>
      velocityOf(
        field(() => 0),
        other,
      ),
    ).toThrow(/received 60×130 and 2×130/);
  });
});

describe('particles', () => {
  it('drift downstream: east grows x, north lessens y, by speed times reach', () => {
    const velocity = everywhere(0.5, 0.25);
    const particles = createParticles(200, velocity, box, seededRandom(1));
    particles.life.fill(50);
    stepParticles(particles, { velocity, box, reach: 1e-4, random: seededRandom(2) });
    let moved = 0;
    for (let index = 0; index < 200; index += 1) {
      const dx = (particles.x[index] ?? 0) - (particles.beforeX[index] ?? 0);
      const dy = (particles.y[index] ?? 0) - (particles.beforeY[index] ?? 0);
      if (dx === 0 && dy === 0) continue; // replaced beyond an edge
      moved += 1;
      expect(dx).toBeCloseTo(0.5e-4, 9);
      expect(dy).toBeCloseTo(-0.25e-4, 9);
    }
    expect(moved).toBeGreaterThan(180);
  });
  it('circle in an eddy instead of leaving it', () => {
    const [lon0, lat0] = [11, -11.5];
    const eddy = velocityOf(
      field((_, lat) => -(lat - lat0)),
      field((lon) => lon - lon0),
    );
    const particles = createParticles(1, eddy, box, seededRandom(3));
    particles.x[0] = mercatorX(12);
    particles.y[0] = mercatorY(lat0);
    for (let step = 0; step < 400; step += 1) {
      particles.life[0] = 50;
      stepParticles(particles, { velocity: eddy, box, reach: 5e-5, random: seededRandom(4) });
    }
    const radius = Math.hypot((particles.x[0] ?? 0) - mercatorX(lon0), (particles.y[0] ?? 0) - mercatorY(lat0));
    expect(radius / (mercatorX(12) - mercatorX(11))).toBeCloseTo(1, 1);
  });
  it('never lie on land, and never live longer than allowed', () => {
    const velocity = velocityOf(
      field((lon) => (lon > 11 ? Number.NaN : 0.8)),
      field(() => 0.1),
    );
    const random = seededRandom(5);
    const particles = createParticles(300, velocity, box, random);
    for (let step = 0; step < 60; step += 1) {
      stepParticles(particles, { velocity, box, reach: 3e-5, random });
      for (let index = 0; index < 300; index += 1) {
        expect(particles.beforeX[index]).toBeLessThanOrEqual(mercatorX(11.06));
        expect(particles.life[index]).toBeLessThanOrEqual(maxLife);
      }
    }
  });
  it('rest while no flow is on the screen', () => {
    const velocity = everywhere(1, 1);
    const away = { left: 0.9, right: 0.95, top: 0.1, bottom: 0.2 };
    const particles = createParticles(10, velocity, away, seededRandom(6));
    stepParticles(particles, { velocity, box: away, reach: 1e-4, random: seededRandom(6) });
    expect([...particles.life].every((life) => life <= 0)).toBe(true);
    expect([...particles.x]).toEqual([...particles.beforeX]);
  });
  it('are fewer on a small screen', () => {
    expect(particleCount(390, 844)).toBeLessThan(particleCount(1440, 900));
    expect(particleCount(4000, 3000)).toBe(5_000);
  });
});
