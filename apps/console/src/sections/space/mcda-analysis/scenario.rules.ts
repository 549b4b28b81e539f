import type { CriteriaPlan, Criterion, CriterionCurve } from '@kianda/contract/space/spatial/criteria-plan';
import {
  type ArealGeometry,
  bboxOfGeometry,
  bboxOfPositions,
  distanceMeters,
  type Grid,
  gridCell,
  gridOfBbox,
  gridPosition,
  type Position,
  pointInPolygon,
  sampleBilinear,
} from '@kianda/geo';
import { orderedWeightedAverage, topsis, weightedCombination } from '@kianda/science/spatial/criteria/combine';
import { quantifierWeights } from '@kianda/science/spatial/criteria/quantifiers';
import {
  type RankReversal,
  rankReversals,
  type Sensitivity,
  weightSensitivity,
} from '@kianda/science/spatial/criteria/sensitivity';
import { standardise } from '@kianda/science/spatial/criteria/standardise';
import type { HistogramBin } from '@kianda/viz/charts/figure/criteria.ts';
import type { Field } from '@kianda/viz/field/decode.ts';

/** Side of the cells that scenarios are compared on, degrees. */
export const cellDegrees = 0.1;
export const scenarioIds = ['wlc', 'owa', 'topsis'] as const;
export type ScenarioId = (typeof scenarioIds)[number];

/** Cells of the ZEE on a grid of its box: 1 inside. */
export type SeaCells = { readonly grid: Grid; readonly inside: Uint8Array };

/** The grid of the box of `areas`, and which of its points lie within one of them. Null where there is no area. */
export function seaCellsOf(areas: readonly ArealGeometry[]): SeaCells | null {
  const corners = areas.flatMap((area): readonly Position[] => {
    const [west, south, east, north] = bboxOfGeometry(area) ?? [];
    return west === undefined || south === undefined || east === undefined || north === undefined
      ? []
      : [
          [west, south],
          [east, north],
        ];
  });
  const box = bboxOfPositions(corners);
  if (box === null) return null;
  const grid = gridOfBbox(box, cellDegrees);
  const inside = Uint8Array.from({ length: grid.columns * grid.rows }, (_, index) => {
    const position = positionOf(grid, index);
    return areas.some((area) => pointInPolygon(position, area)) ? 1 : 0;
  });
  return { grid, inside };
}

const positionOf = (grid: Grid, index: number): Position => {
  const { column, row } = gridCell(grid, index);
  return gridPosition(grid, column, row);
};

/** Values of a field at the cells of the sea; NaN outside, and where the field has none. */
export function valuesAt({ grid, inside }: SeaCells, field: Field): Float64Array {
  return Float64Array.from(inside, (isInside, index) =>
    isInside === 0 ? Number.NaN : sampleBilinear(field.grid, field.values, positionOf(grid, index)),
  );
}

/** Why a curve can't be drawn; null where it can. */
export function curveProblem(curve: CriterionCurve): 'equalEnds' | 'unordered' | null {
  if ('from' in curve) return curve.from === curve.to ? 'equalEnds' : null;
  if (!('points' in curve)) return null;
  const along = curve.points.map((point) => (typeof point === 'number' ? point : point[0]));
  return along.some((x, place) => place > 0 && x < (along[place - 1] ?? x)) ? 'unordered' : null;
}

export type CriterionValues = { readonly criterion: Criterion; readonly values: Float64Array };

/** Cells that every criterion has a value for and no constraint leaves out, with the shares of the criteria. */
export function taskOf({ inside }: SeaCells, all: readonly CriterionValues[]) {
  const mask = inside.slice();
  for (const { criterion, values } of all) {
    const least = criterion.least ?? Number.NEGATIVE_INFINITY;
    const most = criterion.most ?? Number.POSITIVE_INFINITY;
    values.forEach((value, cell) => {
      if (!(value >= least && value <= most)) mask[cell] = 0;
    });
  }
  return { criteria: all.map(({ criterion, values }) => standardise(values, criterion.curve)), mask };
}
export type ScenarioTask = ReturnType<typeof taskOf>;

export type Scenarios = Readonly<Record<ScenarioId, Float64Array>>;

/** Suitability 0–1 of every cell by the three ways of putting the criteria together. */
export function scenariosOf(task: ScenarioTask, weights: ArrayLike<number>, power: CriteriaPlan['power']): Scenarios {
  const orderWeights = quantifierWeights(task.criteria.length, power ?? Number.POSITIVE_INFINITY);
  return {
    wlc: weightedCombination({ ...task, weights }).value.scores,
    owa: orderedWeightedAverage({ ...task, weights, orderWeights }).value.scores,
    topsis: topsis({ ...task, weights }).value.scores,
  };
}

export type Site = { readonly cell: number; readonly position: Position };

/** The best cells, none nearer to a better one than `apartKm`. */
export function bestSites(
  grid: Grid,
  scores: Float64Array,
  { count, apartKm }: { readonly count: number; readonly apartKm: number },
): readonly Site[] {
  const order = Array.from(scores.keys())
    .filter((cell) => !Number.isNaN(scores[cell]))
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const sites: Site[] = [];
  for (const cell of order) {
    if (sites.length === count) break;
    const position = positionOf(grid, cell);
    if (sites.some((site) => distanceMeters(site.position, position) < apartKm * 1000)) continue;
    sites.push({ cell, position });
  }
  return sites;
}

/** Ranks of values, 1 for the largest; equal ones share the better rank. */
export const ranksOf = (values: readonly number[]): readonly number[] =>
  values.map((value) => 1 + values.filter((other) => other > value).length);

/** Pairs of sites whose order by TOPSIS turns when another site is not compared. */
export function siteReversals(
  task: ScenarioTask,
  sites: readonly Site[],
  weights: ArrayLike<number>,
): readonly RankReversal[] {
  if (sites.length < 3) return [];
  const criteria = task.criteria.map((shares) => Float64Array.from(sites, ({ cell }) => shares[cell] ?? Number.NaN));
  return rankReversals({ criteria, weights }).value;
}

/** Mean suitability and best cells, each weight changed by a share of itself; null where no cell has a score. */
export const sensitivityOf = (task: ScenarioTask, weights: ArrayLike<number>, change: number): Sensitivity | null =>
  weightSensitivity({ ...task, weights }, { change }).value;

/** Shares of the known values in bins of one width; none where nothing is known. */
export function histogramOf(values: Float64Array, count: number): readonly HistogramBin[] {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return [];
  const [least, most] = known.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as const);
  const width = least === most ? 1 : (most - least) / count;
  const counts = new Array<number>(count).fill(0);
  for (const value of known) {
    const bin = Math.min(count - 1, Math.floor((value - least) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((own, bin) => ({
    from: least + bin * width,
    to: least + (bin + 1) * width,
    share: own / known.length,
  }));
}

const curveSteps = 120;

/** The curve of a criterion along the values of its histogram. */
export function curveAlong(bins: readonly HistogramBin[], curve: CriterionCurve) {
  const [least, most] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1];
  const xs = Float64Array.from({ length: curveSteps + 1 }, (_, step) => least + ((most - least) * step) / curveSteps);
  const shares = standardise(xs, curve);
  return Array.from(xs, (x, place) => ({ x, y: shares[place] ?? 0 }));
}

export const knownCount = (scores: Float64Array): number => scores.filter((score) => !Number.isNaN(score)).length;
