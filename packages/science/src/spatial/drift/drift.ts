import { earthMeanRadiusMeters, hash32, wrapLongitude } from '@kianda/geo';
import { report, type Watch } from '../../models/shared/watch.ts';
import { type Outcome, warningsOf } from '../shared/outcome.ts';
import {
  type CurrentField,
  emptySnapshot,
  fillSnapshot,
  isGlobe,
  landOf,
  requireField,
  type Snapshot,
} from './current-field.ts';

export type Release = { readonly lon: Float64Array; readonly lat: Float64Array; readonly timeMs: number };

/** Places where larvae settle: the zone of each cell of the currents' grid, below 0 none, and when they can. */
export type Settlement = {
  readonly zones: Int32Array;
  readonly minDays: number;
  readonly maxDays: number;
};

export type DriftOptions = {
  readonly days: number;
  readonly stepSeconds?: number;
  /** Horizontal diffusion, m²/s. */
  readonly diffusivity?: number;
  readonly seed?: number | string;
  readonly settlement?: Settlement | null;
  /** Steps between positions that are kept; 0 keeps the last alone. */
  readonly keepEvery?: number;
};

export type Drift = {
  readonly lon: Float64Array;
  readonly lat: Float64Array;
  /** 0 afloat, 1 beached, 2 left the grid, 3 settled. */
  readonly states: Uint8Array;
  /** Days until a particle beached, left or settled. */
  readonly ageDays: Float32Array;
  /** Zone in which each settled; −1 of the others. */
  readonly zones: Int32Array;
  readonly positions: readonly { readonly days: number; readonly lon: Float32Array; readonly lat: Float32Array }[];
};

const secondsPerDay = 86_400;
const degreesPerMeter = 180 / (Math.PI * earthMeanRadiusMeters);

/**
 * Drift of particles in currents: Runge-Kutta of fourth order, currents between cells and instants on straight lines, a
 * random walk with uniform steps, beaching in a cell of land. Sources: Visser (1997), Mar. Ecol. Prog. Ser. 158:275–281;
 * van Sebille et al. (2018), Ocean Model. 121:49–75. The same seed gives the same ways.
 */
export function driftParticles(
  field: CurrentField,
  release: Release,
  options: DriftOptions,
  watch: Watch = {},
): Outcome<
  Drift,
  Omit<Required<DriftOptions>, 'settlement'> & { readonly settlement: Omit<Settlement, 'zones'> | null }
> {
  const { days, stepSeconds = 3600, diffusivity = 0, seed = 1, settlement = null, keepEvery = 0 } = options;
  requireField(field);
  requireOptions(release, options);
  const sea = seaOf(field, settlement);
  const fleet = launch(sea, release, seed);
  const steps = Math.ceil((days * secondsPerDay) / stepSeconds);
  const snapshots = [emptySnapshot(field.grid), emptySnapshot(field.grid), emptySnapshot(field.grid)] as const;
  const positions: Drift['positions'][number][] = [];
  fillSnapshot(field, release.timeMs, snapshots[2]);
  for (let step = 0; step < steps; step += 1) {
    report(watch, step / steps);
    const from = release.timeMs + step * stepSeconds * 1000;
    snapshots[0].flow.set(snapshots[2].flow);
    fillSnapshot(field, from + stepSeconds * 500, snapshots[1]);
    fillSnapshot(field, from + stepSeconds * 1000, snapshots[2]);
    advance(sea, fleet, {
      snapshots,
      seconds: stepSeconds,
      diffusivity,
      age: ((step + 1) * stepSeconds) / secondsPerDay,
    });
    if (keepEvery > 0 && (step + 1) % keepEvery === 0) {
      const { lon, lat } = degreesOf(sea, fleet);
      positions.push({
        days: ((step + 1) * stepSeconds) / secondsPerDay,
        lon: Float32Array.from(lon),
        lat: Float32Array.from(lat),
      });
    }
  }
  const count = (state: number) => fleet.states.reduce((sum, one) => sum + (one === state ? 1 : 0), 0);
  return {
    value: { ...degreesOf(sea, fleet), states: fleet.states, ageDays: fleet.ages, zones: fleet.zones, positions },
    method: 'Deriva lagrangiana, Runge-Kutta de 4.ª ordem (van Sebille et al. 2018), difusão aleatória (Visser 1997)',
    parameters: {
      days,
      stepSeconds,
      diffusivity,
      seed,
      keepEvery,
      settlement: settlement === null ? null : { minDays: settlement.minDays, maxDays: settlement.maxDays },
    },
    warnings: warningsOf({ empty: release.lon.length === 0 ? 1 : 0, outside: count(2) }),
  };
}

type Sea = {
  readonly grid: CurrentField['grid'];
  readonly isGlobe: boolean;
  readonly land: Uint8Array;
  readonly settlement: Settlement | null;
};

/** Particles by column and row of the grid, which need not be whole. */
type Fleet = {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly states: Uint8Array;
  readonly ages: Float32Array;
  readonly zones: Int32Array;
  /** State of the generator of each: ways do not depend on which others there are. */
  readonly chances: Int32Array;
};

function seaOf(field: CurrentField, settlement: Settlement | null): Sea {
  return { grid: field.grid, isGlobe: isGlobe(field.grid), land: landOf(field), settlement };
}

function requireOptions({ lon, lat }: Release, { days, stepSeconds = 3600, diffusivity = 0 }: DriftOptions): void {
  if (lon.length !== lat.length)
    throw new RangeError(`release: received ${lon.length} longitudes and ${lat.length} latitudes`);
  if (days > 0 && stepSeconds > 0 && diffusivity >= 0) return;
  throw new RangeError(
    `drift: received ${days} days, steps of ${stepSeconds} s, ${diffusivity} m²/s, expected above 0, 0 and at least 0`,
  );
}

function launch(sea: Sea, { lon, lat }: Release, seed: number | string): Fleet {
  const { grid } = sea;
  const x = lon.map((degrees) => {
    const east = (((degrees - grid.west) % 360) + 360) % 360;
    // A little west of the first column is just outside, and not far in the east.
    return (east > 360 - grid.lonStepDegrees / 2 && !sea.isGlobe ? east - 360 : east) / grid.lonStepDegrees;
  });
  const y = lat.map((degrees) => (degrees - grid.south) / grid.latStepDegrees);
  const count = lon.length;
  const fleet: Fleet = {
    x,
    y,
    states: new Uint8Array(count),
    ages: new Float32Array(count),
    zones: new Int32Array(count).fill(-1),
    chances: Int32Array.from({ length: count }, (_, particle) => hash32(seed, particle)),
  };
  for (let particle = 0; particle < count; particle += 1)
    fleet.states[particle] = placeState(sea, x[particle] ?? 0, y[particle] ?? 0);
  return fleet;
}

/** 0 at sea, 1 on land, 2 outside the grid. */
function placeState({ grid, isGlobe: isRound, land }: Sea, x: number, y: number): number {
  const isInside = y >= 0 && y <= grid.rows - 1 && (isRound || (x >= 0 && x <= grid.columns - 1));
  if (!isInside) return 2;
  return land[Math.round(y) * grid.columns + (Math.round(x) % grid.columns)] === 1 ? 1 : 0;
}

type Step = {
  readonly snapshots: readonly [Snapshot, Snapshot, Snapshot];
  readonly seconds: number;
  readonly diffusivity: number;
  /** Days since the release, after the step. */
  readonly age: number;
};

/** Speed of the last call of `sample`, in columns and rows a second: an object a call would take most of the time. */
const speed = { x: 0, y: 0 };

function advance(sea: Sea, fleet: Fleet, { snapshots, seconds, diffusivity, age }: Step): void {
  const [start, middle, end] = snapshots;
  const { grid, settlement } = sea;
  // Steps that are uniform in ±1 have a variance of a third.
  const walk = Math.sqrt(6 * diffusivity * seconds) * degreesPerMeter;
  const isRipe = settlement !== null && age >= settlement.minDays && age <= settlement.maxDays;
  for (let particle = 0; particle < fleet.x.length; particle += 1) {
    if (fleet.states[particle] !== 0) continue;
    const [x, y] = [fleet.x[particle] ?? 0, fleet.y[particle] ?? 0];
    sample(sea, start, x, y);
    const [x1, y1] = [speed.x, speed.y];
    sample(sea, middle, x + (x1 * seconds) / 2, y + (y1 * seconds) / 2);
    const [x2, y2] = [speed.x, speed.y];
    sample(sea, middle, x + (x2 * seconds) / 2, y + (y2 * seconds) / 2);
    const [x3, y3] = [speed.x, speed.y];
    sample(sea, end, x + x3 * seconds, y + y3 * seconds);
    let nextX = x + (seconds / 6) * (x1 + 2 * x2 + 2 * x3 + speed.x);
    let nextY = y + (seconds / 6) * (y1 + 2 * y2 + 2 * y3 + speed.y);
    if (walk > 0) {
      const cosine = Math.cos((grid.south + nextY * grid.latStepDegrees) * (Math.PI / 180));
      nextX += (chance(fleet.chances, particle) * walk) / (cosine * grid.lonStepDegrees);
      nextY += (chance(fleet.chances, particle) * walk) / grid.latStepDegrees;
    }
    if (sea.isGlobe) nextX = ((nextX % grid.columns) + grid.columns) % grid.columns;
    move(sea, fleet, particle, { x: nextX, y: nextY, age, isRipe });
  }
}

function move(
  sea: Sea,
  fleet: Fleet,
  particle: number,
  to: { x: number; y: number; age: number; isRipe: boolean },
): void {
  const state = placeState(sea, to.x, to.y);
  fleet.ages[particle] = to.age;
  fleet.states[particle] = state;
  // A particle that beaches stays where it was last afloat.
  if (state === 1) return;
  fleet.x[particle] = to.x;
  fleet.y[particle] = to.y;
  if (state !== 0 || !to.isRipe) return;
  const cell = Math.round(to.y) * sea.grid.columns + (Math.round(to.x) % sea.grid.columns);
  const zone = sea.settlement?.zones[cell] ?? -1;
  if (zone < 0) return;
  fleet.zones[particle] = zone;
  fleet.states[particle] = 3;
}

/** Speed at a place of the grid; beyond its edge, that of the edge. */
function sample({ grid }: Sea, { columns, rows, flow }: Snapshot, column: number, row: number): void {
  let x = column;
  if (columns > grid.columns) {
    if (x < 0) x += grid.columns;
    else if (x >= grid.columns) x -= grid.columns;
  }
  x = Math.max(0, Math.min(x, columns - 1));
  const y = Math.max(0, Math.min(row, rows - 1));
  const [x0, y0] = [Math.min(columns - 2, x | 0), Math.min(rows - 2, y | 0)];
  const [fx, fy] = [x - x0, y - y0];
  const at = 2 * (y0 * columns + x0);
  const above = at + 2 * columns;
  const [w00, w10, w01, w11] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
  const east =
    w00 * (flow[at] ?? 0) + w10 * (flow[at + 2] ?? 0) + w01 * (flow[above] ?? 0) + w11 * (flow[above + 2] ?? 0);
  const north =
    w00 * (flow[at + 1] ?? 0) + w10 * (flow[at + 3] ?? 0) + w01 * (flow[above + 1] ?? 0) + w11 * (flow[above + 3] ?? 0);
  const cosine = Math.cos((grid.south + y * grid.latStepDegrees) * (Math.PI / 180));
  // At a pole east has no length.
  speed.x = (east * degreesPerMeter) / (Math.max(1e-6, cosine) * grid.lonStepDegrees);
  speed.y = (north * degreesPerMeter) / grid.latStepDegrees;
}

/** Number in ±1 of a particle's own generator (mulberry32). */
function chance(chances: Int32Array, particle: number): number {
  const state = ((chances[particle] ?? 0) + 0x6d2b79f5) | 0;
  chances[particle] = state;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2_147_483_648 - 1;
}

function degreesOf({ grid }: Sea, { x, y }: Fleet): { readonly lon: Float64Array; readonly lat: Float64Array } {
  return {
    lon: x.map((column) => wrapLongitude(grid.west + column * grid.lonStepDegrees)),
    lat: y.map((row) => grid.south + row * grid.latStepDegrees),
  };
}
