import type { Random } from '@kianda/geo';
import { sampleVelocity, type Velocity } from './velocity.ts';

/** Part of the world square (0–1, y southward) that is on the screen. */
export type MercatorBox = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Particles as columns: place, place one step before, speed in m/s, and steps left to live. */
export type Particles = {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly beforeX: Float64Array;
  readonly beforeY: Float64Array;
  readonly speed: Float32Array;
  readonly life: Float32Array;
};

/** Steps a particle lives at most: long enough to draw a path, short enough that none gathers where flows meet. */
export const maxLife = 110;
/** Places tried for a new particle before it rests until the next step: mostly land costs little. */
const tries = 6;

/** The flow in a box, and the random source that places new particles. */
type Flow = { readonly velocity: Velocity; readonly box: MercatorBox; readonly random: Random };
/** `reach`: world units that a particle moves in a step, per m/s. */
type Step = Flow & { readonly reach: number };

const flow = new Float32Array(2);

/** Particles spread over the flow in a box, with lives of different length so that they do not all end at once. */
export function createParticles(count: number, velocity: Velocity, box: MercatorBox, random: Random): Particles {
  const particles: Particles = {
    count,
    x: new Float64Array(count),
    y: new Float64Array(count),
    beforeX: new Float64Array(count),
    beforeY: new Float64Array(count),
    speed: new Float32Array(count),
    life: new Float32Array(count),
  };
  for (let index = 0; index < count; index += 1) {
    place(particles, index, { velocity, box, random });
    particles.life[index] = Math.floor(random() * maxLife);
  }
  return particles;
}

/**
 * Moves every particle by one step (midpoint rule, so that paths close on themselves in eddies) and replaces those that
 * ended, left the box or ran ashore. Mercator preserves angles: both axes share one scale.
 */
export function stepParticles(particles: Particles, step: Step): void {
  const { velocity, box, reach } = step;
  const { x, y, beforeX, beforeY, speed, life, count } = particles;
  for (let index = 0; index < count; index += 1) {
    const [fromX, fromY] = [x[index] ?? 0, y[index] ?? 0];
    const left = (life[index] ?? 0) - 1;
    life[index] = left;
    const isInside = fromX >= box.left && fromX <= box.right && fromY >= box.top && fromY <= box.bottom;
    if (left <= 0 || !isInside || !sampleVelocity(velocity, fromX, fromY, flow)) {
      place(particles, index, step);
      continue;
    }
    const halfX = fromX + ((flow[0] ?? 0) * reach) / 2;
    const halfY = fromY - ((flow[1] ?? 0) * reach) / 2;
    if (!sampleVelocity(velocity, halfX, halfY, flow)) {
      place(particles, index, step);
      continue;
    }
    const [eastward, northward] = [flow[0] ?? 0, flow[1] ?? 0];
    beforeX[index] = fromX;
    beforeY[index] = fromY;
    x[index] = fromX + eastward * reach;
    y[index] = fromY - northward * reach;
    speed[index] = Math.hypot(eastward, northward);
  }
}

/** Puts a particle at a random place of the flow in the box; without length, so that no line is drawn to it. */
function place(particles: Particles, index: number, { velocity, box, random }: Flow): void {
  const [left, right] = [Math.max(box.left, velocity.left), Math.min(box.right, velocity.right)];
  const [top, bottom] = [Math.max(box.top, velocity.top), Math.min(box.bottom, velocity.bottom)];
  particles.life[index] = 0;
  for (let attempt = 0; attempt < tries && right > left && bottom > top; attempt += 1) {
    const x = left + random() * (right - left);
    const y = top + random() * (bottom - top);
    if (!sampleVelocity(velocity, x, y, flow)) continue;
    particles.x[index] = x;
    particles.y[index] = y;
    particles.life[index] = maxLife * (0.5 + 0.5 * random());
    particles.speed[index] = Math.hypot(flow[0] ?? 0, flow[1] ?? 0);
    break;
  }
  particles.beforeX[index] = particles.x[index] ?? 0;
  particles.beforeY[index] = particles.y[index] ?? 0;
}

/** Particles for a map of this size: a path every few pixels, and fewer on a small screen's slower processor. */
export function particleCount(widthPixels: number, heightPixels: number, density = 1): number {
  const wanted = (density * widthPixels * heightPixels) / (widthPixels < 600 ? 260 : 190);
  return Math.round(Math.min(5_000 * density, Math.max(300 * density, wanted)));
}
