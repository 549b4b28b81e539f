import type { StudyParameters } from '@kianda/contract/models/studies/study-parameters';
import { distanceMeters, type Position, seededRandom } from '@kianda/geo';
import { kernelDensity } from '@kianda/science/spatial/interpolation/density';
import type { LearningOccurrences } from '../../../sea/biodiversity/index.ts';
import { drawn } from './cleaning.rules.ts';

type Area = {
  /** Cells of the ZEE with all variables. */
  readonly cells: readonly Position[];
  readonly cellOf: (position: Position) => number | undefined;
  readonly presences: readonly Position[];
  /** Of all species; read for the target group and the bias layer alone. */
  readonly occurrences: LearningOccurrences | null;
};

/** Cells that the presences are compared with, drawn by the seed, in their own order. */
export function backgroundCells(
  { cells, cellOf, presences, occurrences }: Area,
  { kind, points, bufferKilometres }: StudyParameters['background'],
  seed: number,
): readonly number[] {
  const all = cells.keys().toArray();
  if (kind === 'bias_layer') return drawnByEffort(cells, samplingEffort(cells, cellOf, occurrences), { points, seed });
  const reach = bufferKilometres * 1_000;
  const candidates =
    kind === 'zee'
      ? all
      : kind === 'target_group'
        ? recordedCells(occurrences, cellOf)
        : all.filter((cell) => presences.some((one) => distanceMeters(one, cells[cell] ?? [0, 0]) <= reach));
  return drawn(candidates, `${seed} background`)
    .slice(0, points)
    .sort((a, b) => a - b);
}

/**
 * Density of the records of all species at each cell, per square metre: how much was looked for there. Gaussian kernel;
 * its width by Scott's rule for two dimensions, n^(−1/6) deviations. Source: Scott (1992), Multivariate Density
 * Estimation, 6.3; as a bias layer, Phillips et al. (2009), Ecol. Appl. 19:181–197.
 */
export function samplingEffort(
  cells: readonly Position[],
  cellOf: Area['cellOf'],
  occurrences: LearningOccurrences | null,
): Float64Array {
  const counts = new Map<number, number>();
  occurrences?.longitudes.forEach((lon, row) => {
    const cell = cellOf([lon, occurrences.latitudes[row] ?? Number.NaN]);
    if (cell !== undefined) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  });
  if (counts.size === 0) return new Float64Array(cells.length);
  const weights = Float64Array.from(counts.values());
  const pointsOf = (places: readonly Position[]) => ({
    ...{ x: Float64Array.from(places, ([lon]) => lon), y: Float64Array.from(places, ([, lat]) => lat) },
    system: 'geographic' as const,
  });
  const points = pointsOf(Array.from(counts.keys(), (cell) => cells[cell] ?? [Number.NaN, Number.NaN]));
  return kernelDensity(points, pointsOf(cells), { bandwidth: scottBandwidth(points, weights), weights }).value;
}

const metresPerDegree = 111_195;

/** Width of a Gaussian kernel for weighted places, m; of places that are all one, that of a cell. */
export function scottBandwidth(
  { x, y }: { readonly x: Float64Array; readonly y: Float64Array },
  weights: Float64Array,
): number {
  const sum = weights.reduce((total, one) => total + one, 0);
  const mean = (values: Float64Array) => values.reduce((total, one, at) => total + one * (weights[at] ?? 0), 0) / sum;
  const variance = (values: Float64Array) => {
    const middle = mean(values);
    return mean(values.map((one) => (one - middle) ** 2));
  };
  const narrowing = Math.cos((mean(y) * Math.PI) / 180);
  const deviation = metresPerDegree * Math.sqrt((variance(x) * narrowing ** 2 + variance(y)) / 2);
  const leastMetres = 0.1 * metresPerDegree;
  return Math.max(leastMetres, deviation * sum ** (-1 / 6));
}

/**
 * Cells drawn without putting back, each as likely as its effort: the least of exponential waiting times. Source:
 * Efraimidis & Spirakis (2006), Inf. Process. Lett. 97:181–185.
 */
function drawnByEffort(
  cells: readonly Position[],
  effort: Float64Array,
  { points, seed }: { readonly points: number; readonly seed: number },
): number[] {
  const random = seededRandom(`${seed} background`);
  return cells
    .map((_, cell) => ({ cell, wait: -Math.log(1 - random()) / (effort[cell] ?? 0) }))
    .filter(({ wait }) => Number.isFinite(wait))
    .sort((a, b) => a.wait - b.wait)
    .slice(0, points)
    .map(({ cell }) => cell)
    .sort((a, b) => a - b);
}

/** Cells where anyone recorded anything: the effort of those who look is alike there. */
function recordedCells(occurrences: LearningOccurrences | null, cellOf: Area['cellOf']): number[] {
  const found = new Set<number>();
  occurrences?.longitudes.forEach((lon, row) => {
    const cell = cellOf([lon, occurrences.latitudes[row] ?? Number.NaN]);
    if (cell !== undefined) found.add(cell);
  });
  return [...found].sort((a, b) => a - b);
}
