import type { PriorityTable } from '@kianda/contract/space/spatial/analysis-results';
import { type Criterion, mcdaParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import {
  analyticHierarchy,
  groupJudgements,
  type Judgements,
  judgementsOf,
  type Priorities,
} from '@kianda/science/spatial/criteria/ahp';
import {
  type CriteriaTask,
  orderedWeightedAverage,
  topsis,
  weightedCombination,
} from '@kianda/science/spatial/criteria/combine';
import { weightSensitivity } from '@kianda/science/spatial/criteria/sensitivity';
import { standardise } from '@kianda/science/spatial/criteria/standardise';
import { contourBands } from '@kianda/science/spatial/interpolation/zones';
import { nearestTargets } from '@kianda/science/spatial/proximity/proximity';
import { type AreaGrid, areaGrid, cellPoints, maskOf, sampledAt, spread } from './area-grid.ts';
import type { ComputeTask, Draft } from './compute.types.ts';
import { densified } from './densified.ts';
import { attribute, joinedWarnings, oneColour, rangeClasses, rounded, significant, statistic } from './drafts.ts';
import {
  arealOf,
  areaSquareMeters,
  featuresOf,
  geometriesOf,
  joinedArea,
  optionalFeatures,
  pointsOf,
  rasterOf,
} from './feature-set.ts';

type Options = ReturnType<typeof mcdaParametersSchema.parse>;
const bins = 20;
const [best, bestPercent] = [0.9, 10];

/** Suitability of each cell by weighted criteria, with the consistency and the sensitivity of the weights. */
export function mcdaDraft(task: ComputeTask, engine: PlanarEngine, watch: Watch): Draft {
  const options = mcdaParametersSchema.parse(task.parameters);
  const names = new Set(options.criteria.map(({ input }) => input));
  if (names.size < options.criteria.length) throw new RangeError('Cada critério tem a sua entrada.');
  const over = areaGrid(task, options.cell_degrees);
  const closed = optionalFeatures(task, 'constraints');
  const excluded = closed === null ? null : maskOf(over.grid, joinedArea(arealOf(closed)));
  const cells = over.cells.filter((cell) => excluded?.[cell] !== 1);
  const measured = options.criteria.map((criterion) =>
    withinLimits(measuredAt(task, { ...over, cells }, criterion, watch), criterion),
  );
  const shares = measured.map((values, place) =>
    standardise(values, options.criteria[place]?.curve ?? { kind: 'range', sense: 'benefit' }),
  );
  const { weights, priorities, method: weighing, warnings } = weightsOf(options);
  const criteria: CriteriaTask = { criteria: shares, weights };
  const combined = combine(criteria, options);
  const sensitivity = weightSensitivity({ criteria: shares, weights }, { change: options.sensitivity }).value;
  const { scores } = combined.value;
  const known = scores.filter((score) => !Number.isNaN(score)).sort();
  const raster = spread(over.grid, cells, scores);
  const limit = known[Math.floor(best * (known.length - 1))];
  // A cell without a value is below all; engine gives the bands a valid form.
  const band = limit === undefined ? null : contourBands(over.grid, raster, [limit]).value[0];
  const area = band === undefined || band === null ? null : engine.union([band.area]);
  return {
    layers: [
      {
        ...{ kind: 'raster', id: 'suitability', title: 'Aptidão', unit: null, grid: over.grid, values: raster },
        legend: rangeClasses(raster, ''),
      },
      {
        ...{ kind: 'vector', id: 'best', title: `Os ${bestPercent} % melhores`, geometryType: 'polygon' },
        features:
          area === null || area.coordinates.length === 0
            ? []
            : [
                {
                  geometry: area,
                  properties: { score: significant(limit), area_km2: rounded(areaSquareMeters(area) / 1e6, 3) },
                },
              ],
        attributes: [
          attribute('score', 'Aptidão a partir de', 'number'),
          attribute('area_km2', 'Área', 'number', 'km²'),
        ],
        ...{ legendAttribute: null, legend: oneColour('Melhores lugares', '#15803d') },
      },
    ],
    statistics: [
      statistic('mean_score', 'Aptidão média', significant(meanOf(known)), {
        reason: 'Nenhuma célula tem todos os critérios.',
      }),
      statistic('best_score', 'Aptidão máxima', significant(known.at(-1)), {
        reason: 'Nenhuma célula tem todos os critérios.',
      }),
      statistic('cells', 'Células com valor', known.length),
      statistic(
        'consistency_ratio',
        'Razão de consistência (CR)',
        significant(priorities?.consistencyRatio ?? undefined),
        {
          reason: 'Só há em AHP, até dez critérios.',
        },
      ),
    ],
    warnings: joinedWarnings(warnings, combined.warnings),
    methods: [...(weighing === null ? [] : [weighing]), combined.method],
    priorities: tableOf(options, { weights, priorities, measured, sensitivity }),
  };
}

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The values that a criterion does not leave out; NaN elsewhere, so that the cell has no score. */
function withinLimits(values: Float64Array, { least, most }: Criterion): Float64Array {
  const [low, high] = [least ?? Number.NEGATIVE_INFINITY, most ?? Number.POSITIVE_INFINITY];
  return values.map((value) => (value >= low && value <= high ? value : Number.NaN));
}

/** Values of a criterion at the cells of the grid. */
function measuredAt(
  task: ComputeTask,
  { grid, cells }: Pick<AreaGrid, 'grid' | 'cells'>,
  { input, measure }: Criterion,
  watch: Watch,
): Float64Array {
  if (measure === 'value') return sampledAt(rasterOf(task, input), grid, cells);
  const set = featuresOf(task, input);
  if (measure === 'inside') {
    const mask = maskOf(grid, joinedArea(arealOf(set)));
    return Float64Array.from(cells, (cell) => mask[cell] ?? 0);
  }
  const areas = arealOf(set);
  const inside = areas.length === 0 ? null : maskOf(grid, joinedArea(areas));
  const step = Math.max(500, (grid.latStepDegrees * 111_195) / 4);
  const targets = pointsOf(geometriesOf(set).flatMap((geometry) => densified(geometry, step)));
  const { distances } = nearestTargets(cellPoints(grid, cells), targets, {}, watch).value;
  return distances.map((meters, place) => (inside?.[cells[place] ?? -1] === 1 ? 0 : meters));
}

function weightsOf({ method, criteria, judges, weights, random_index: randomIndex }: Options) {
  const count = criteria.length;
  if (method !== 'ahp') {
    if (weights.length > 0 && weights.length !== count)
      throw new RangeError(`São ${count} critérios e ${weights.length} pesos.`);
    const given = weights.length === 0 ? criteria.map(() => 1) : weights;
    const sum = given.reduce((all, one) => all + one, 0);
    if (!(sum > 0)) throw new RangeError('Pelo menos um peso tem de ser maior do que zero.');
    return { weights: Float64Array.from(given, (one) => one / sum), priorities: null, method: null, warnings: [] };
  }
  const matrices: Judgements[] = judges.map(({ judgements }) => {
    const expected = (count * (count - 1)) / 2;
    if (judgements.length !== expected) {
      throw new RangeError(
        `São ${count} critérios: cada pessoa compara ${expected} pares, e vieram ${judgements.length}.`,
      );
    }
    return judgementsOf(count, judgements);
  });
  const group =
    matrices.length === 0
      ? judgementsOf(count, new Array<number>((count * (count - 1)) / 2).fill(1))
      : groupJudgements(
          matrices,
          judges.map(({ weight }) => weight),
        );
  const { value, ...rest } = analyticHierarchy(group, { randomIndex });
  return { weights: value.weights, priorities: value, ...rest };
}

function combine(criteria: CriteriaTask, { method, order_weights: order }: Options) {
  if (method === 'topsis') return topsis(criteria);
  if (method !== 'owa') return weightedCombination(criteria);
  const count = criteria.criteria.length;
  if (order.length > 0 && order.length !== count)
    throw new RangeError(`São ${count} critérios e ${order.length} pesos de ordem.`);
  return orderedWeightedAverage({
    ...criteria,
    orderWeights: order.length === 0 ? criteria.criteria.map(() => 1) : order,
  });
}

function tableOf(
  { criteria }: Options,
  of: {
    readonly weights: Float64Array;
    readonly priorities: Priorities | null;
    readonly measured: readonly Float64Array[];
    readonly sensitivity: ReturnType<typeof weightSensitivity>['value'];
  },
): PriorityTable {
  const { priorities } = of;
  const labelAt = (place: number) => criteria[place]?.label ?? '';
  const worst = priorities?.worstPair ?? null;
  return {
    criteria: criteria.map(({ input, label }, place) => ({
      ...{ input, label, weight: rounded(of.weights[place] ?? 0, 9) },
      histogram: histogramOf(of.measured[place] ?? new Float64Array()),
      sensitivity: of.sensitivity?.criteria[place] ?? null,
    })),
    largestEigenvalue: priorities?.largestEigenvalue ?? null,
    consistencyIndex: priorities?.consistencyIndex ?? null,
    consistencyRatio: priorities?.consistencyRatio ?? null,
    acceptableRatio: priorities?.acceptableRatio ?? null,
    worstPair:
      worst === null
        ? null
        : {
            ...{ row: labelAt(worst.row), column: labelAt(worst.column) },
            ...{ judgement: worst.judgement, consistent: worst.consistent },
          },
  };
}

function histogramOf(values: Float64Array): { from: number; to: number; counts: number[] } | null {
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const [from, to] = [known[0], known.at(-1)];
  if (from === undefined || to === undefined) return null;
  const counts = new Array<number>(bins).fill(0);
  for (const value of known) {
    const bin = to === from ? 0 : Math.min(bins - 1, Math.floor(((value - from) / (to - from)) * bins));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { from, to, counts };
}
