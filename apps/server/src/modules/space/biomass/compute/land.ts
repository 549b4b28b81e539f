import { gridPosition, isAtSea, metersPerDegree } from '@kianda/geo';
import { estimateLand, type LandCells } from '@kianda/science/biomass/land-biomass';
import type { LandAnswer, LandTask, Period } from './compute.types.ts';

const dayMs = 86_400_000;
/** The trees of a place are read from a year of its vegetation: grass greens and dries with the rains, they do not. */
const yearDays = 366;

type Options = { readonly months: readonly Period[]; readonly draws: number; readonly seed: string };

/** The land's woody biomass over the year up to the newest composite, and over the year up to each month. */
export function estimateLandTask(task: LandTask, { months, draws, seed }: Options): LandAnswer {
  const { places, area } = landCells(task);
  const areaSquareMeters = area.reduce((sum, one) => sum + one, 0);
  const yearUntil = (endMs: number) =>
    task.composites.filter(({ atMs }) => atMs < endMs && atMs >= endMs - yearDays * dayMs);
  const estimateOver = (composites: LandTask['composites']) => {
    const cells = { ndvi: meanOf(composites, places), area };
    return { cells, estimate: estimateLand(cells, areaSquareMeters, task.parameters, { draws, seed }) };
  };
  const year = yearUntil((task.composites.at(-1)?.atMs ?? 0) + dayMs);
  const whole = estimateOver(year);
  return {
    ...{ areaSquareMeters, composites: year.length, estimate: whole.estimate },
    coverage: areaSquareMeters === 0 ? 0 : Math.min(1, seenArea(whole.cells) / areaSquareMeters),
    months: months.map(({ name, fromMs, toMs }) => {
      const own = task.composites.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
      if (own.length === 0) return { name, ndvi: null, tonnes: null };
      return {
        ...{ name, ndvi: estimateOver(own).estimate?.meanNdvi ?? null },
        tonnes: estimateOver(yearUntil(toMs)).estimate?.tonnes ?? null,
      };
    }),
  };
}

/** Cells of the field whose centre is on land, and the area that each stands for. */
function landCells({ grid }: LandTask) {
  const centre = (place: number) => gridPosition(grid, place % grid.columns, Math.floor(place / grid.columns));
  const places = Array.from({ length: grid.columns * grid.rows }, (_, place) => place).filter(
    (place) => !isAtSea(centre(place)),
  );
  const square = Math.abs(grid.lonStepDegrees * grid.latStepDegrees) * metersPerDegree ** 2;
  const area = Float64Array.from(places, (place) => square * Math.cos((centre(place)[1] * Math.PI) / 180));
  return { places, area };
}

/** Mean NDVI of each place over composites; NaN where none saw it. */
function meanOf(composites: LandTask['composites'], places: readonly number[]): Float64Array {
  return Float64Array.from(places, (place) => {
    const seen = composites.map(({ values }) => values[place] ?? Number.NaN).filter(Number.isFinite);
    return seen.reduce((sum, value) => sum + value, 0) / seen.length;
  });
}

const seenArea = ({ ndvi, area }: LandCells) =>
  area.reduce((sum, one, cell) => (Number.isNaN(ndvi[cell] ?? Number.NaN) ? sum : sum + one), 0);
