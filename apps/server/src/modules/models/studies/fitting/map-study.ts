import { decilesOf, permutationImportance, responseCurve } from '@kianda/science/models/evaluation/importance';
import { environmentalSimilarity } from '@kianda/science/models/evaluation/novelty';
import { areaUnderRoc, bestTrueSkill, percentilePresence } from '@kianda/science/models/evaluation/ranking';
import { type MaxentModel, predictMaxent } from '@kianda/science/models/maxent/maxent';
import { partOf, type Watch } from '@kianda/science/models/shared/watch';
import type { MappedStudy, MapTask } from './fitting.types.ts';
import { fitCombination, givenUp } from './tune.ts';

const curvePoints = 40;

/** The chosen combination on all rows, its answer along each variable, and its suitability at each cell. */
export function mapCells(task: MapTask, watch: Watch = {}): MappedStudy {
  const model = fitCombination(task, task.combination, partOf(watch, 0, 0.4));
  const scores = predictMaxent(model, task.columns);
  const value = predictMaxent(model, task.cells, {}, partOf(watch, 0.4, 0.6));
  const { similarity } = environmentalSimilarity(task.columns, task.cells, partOf(watch, 0.6, 0.8));
  const presences = scores.filter((_, row) => task.presence[row] === 1);
  return {
    model,
    ...{ value: Float32Array.from(value), novelty: Float32Array.from(similarity) },
    curves: curvesOf(task, model),
    importance: importanceOf(task, model, partOf(watch, 0.8, 1)),
    thresholds: {
      maxSss: bestTrueSkill(scores, task.presence)?.threshold ?? null,
      p10: percentilePresence(presences, givenUp),
    },
  };
}

function curvesOf({ columns, presence }: MapTask, model: MaxentModel): MappedStudy['curves'] {
  return columns.map((column) => {
    const { name, label, unit } = column;
    const answer = responseCurve(columns, name, (given) => predictMaxent(model, given), { points: curvePoints });
    const here = column.values.filter((_, row) => presence[row] === 1);
    return {
      ...{ name, label, unit, presences: Array.from(decilesOf({ ...column, values: here })) },
      points: answer.points.map(({ value, response }) => ({ x: value, y: response })),
    };
  });
}

function importanceOf(
  { columns, presence, seed }: MapTask,
  model: MaxentModel,
  watch: Watch,
): MappedStudy['importance'] {
  const score = (given: Parameters<typeof predictMaxent>[1]) =>
    areaUnderRoc(predictMaxent(model, given), presence) ?? 0;
  return permutationImportance(columns, score, { seed }, watch).map((one, place) => ({
    ...{ name: one.name, label: columns[place]?.label ?? one.name },
    ...{ drop: one.drop, deviation: one.deviation, share: one.share },
  }));
}
