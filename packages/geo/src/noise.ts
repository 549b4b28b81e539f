import { mix32 } from './random.ts';

/** Value of the lattice point in [-1, 1]. */
function lattice(seed: number, x: number, y: number, z: number): number {
  const hash = mix32(seed ^ Math.imul(x, 0x27d4eb2f) ^ Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x1b873593));
  return hash / 2_147_483_647.5 - 1;
}

/** Quintic fade: first and second derivatives vanish at lattice points, so that slopes have no kinks. */
function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

/** Smooth noise of one coordinate in [-1, 1], of feature size 1. */
export function valueNoise1(seed: number, x: number): number {
  const x0 = Math.floor(x);
  const a = lattice(seed, x0, 0, 0);
  return a + (lattice(seed, x0 + 1, 0, 0) - a) * fade(x - x0);
}

function plane(seed: number, x: number, y: number, z: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = fade(x - x0);
  const a = lattice(seed, x0, y0, z);
  const b = lattice(seed, x0 + 1, y0, z);
  const c = lattice(seed, x0, y0 + 1, z);
  const d = lattice(seed, x0 + 1, y0 + 1, z);
  const south = a + (b - a) * fx;
  return south + (c + (d - c) * fx - south) * fade(y - y0);
}

/** Smooth noise of two coordinates in [-1, 1], of feature size 1. */
export function valueNoise2(seed: number, x: number, y: number): number {
  return plane(seed, x, y, 0);
}

/** Smooth noise of three coordinates in [-1, 1], of feature size 1. */
export function valueNoise3(seed: number, x: number, y: number, z: number): number {
  const z0 = Math.floor(z);
  const below = plane(seed, x, y, z0);
  return below + (plane(seed, x, y, z0 + 1) - below) * fade(z - z0);
}

/** Gradient of the lattice point dotted with the offset to it; the twelve edges of a cube serve as gradients. */
function slope(seed: number, x: number, y: number, z: number, dx: number, dy: number, dz: number): number {
  const hash = mix32(seed ^ Math.imul(x, 0x27d4eb2f) ^ Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x1b873593)) & 15;
  const u = hash < 8 ? dx : dy;
  const v = hash < 4 ? dy : hash === 12 || hash === 14 ? dx : dz;
  return ((hash & 1) === 0 ? u : -u) + ((hash & 2) === 0 ? v : -v);
}

/**
 * Gradient noise (Perlin 2002) of three coordinates in [-1, 1], of feature size about 1. It is slower than value noise,
 * but without its chequered look: use it for maps.
 */
export function gradientNoise3(seed: number, x: number, y: number, z: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const z0 = Math.floor(z);
  const dx = x - x0;
  const dy = y - y0;
  const dz = z - z0;
  const fx = fade(dx);
  const fy = fade(dy);
  let near = 0;
  let value = 0;
  for (let k = 0; k <= 1; k++) {
    const a = slope(seed, x0, y0, z0 + k, dx, dy, dz - k);
    const b = slope(seed, x0 + 1, y0, z0 + k, dx - 1, dy, dz - k);
    const c = slope(seed, x0, y0 + 1, z0 + k, dx, dy - 1, dz - k);
    const d = slope(seed, x0 + 1, y0 + 1, z0 + k, dx - 1, dy - 1, dz - k);
    const south = a + (b - a) * fx;
    value = south + (c + (d - c) * fx - south) * fy;
    if (k === 0) near = value;
  }
  return near + (value - near) * fade(dz);
}
