import { proximityParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import { partOf, type Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { countsWithin, nearestTargets } from '@kianda/science/spatial/proximity/proximity';
import { areaGrid, cellPoints, maskOf, spread } from './area-grid.ts';
import type { ComputeTask, Draft, DrawnFeature, LayerDraft } from './compute.types.ts';
import { densified } from './densified.ts';
import { attribute, oneColour, rangeClasses, rounded, significant, statistic } from './drafts.ts';
import {
  arealOf,
  countOf,
  featuresOf,
  geometriesOf,
  joinedArea,
  middlesOf,
  nameAt,
  optionalFeatures,
  pointsOf,
} from './feature-set.ts';

type Options = ReturnType<typeof proximityParametersSchema.parse>;
type Targets = ReturnType<typeof targetsOf>;

/** Nearest target of each place, and the distance to it over the area. */
export function proximityDraft(task: ComputeTask, _engine: PlanarEngine, watch: Watch): Draft {
  const options = proximityParametersSchema.parse(task.parameters);
  const targets = targetsOf(task);
  if (targets.points.x.length === 0) throw new RangeError('Não há alvos.');
  const { output } = options;
  const nearest = output === 'raster' ? null : nearestLayer(task, targets, options);
  const raster = output === 'nearest' ? null : distanceLayer(task, targets, options, partOf(watch, 0.1, 1));
  const layers: LayerDraft[] = [];
  if (nearest !== null) layers.push(nearest.layer);
  if (raster !== null) layers.push(raster.layer);
  const none = { unit: 'km', reason: 'Nada fica a menos da distância máxima.' };
  return {
    layers,
    statistics: [
      statistic('targets', 'Alvos', countOf(targets.set)),
      ...(nearest === null
        ? []
        : [
            statistic('reached', 'Lugares com alvo à distância', nearest.kilometres.length),
            statistic('mean_km', 'Distância média ao mais próximo', meanOf(nearest.kilometres), none),
            statistic('max_km', 'Distância maior ao mais próximo', largest(nearest.kilometres), none),
          ]),
      ...(raster === null
        ? []
        : [
            statistic('cells', 'Células à distância', raster.kilometres.length),
            statistic('mean_cell_km', 'Distância média no mar da área', meanOf(raster.kilometres), none),
          ]),
    ],
    warnings: nearest === null || nearest.missing === 0 ? [] : [{ code: 'tooFar', count: nearest.missing }],
    methods: [raster?.method ?? nearest?.method ?? ''],
  };
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, one) => sum + one, 0) / values.length, 4);
const largest = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((most, one) => Math.max(most, one));

/** Places of the targets, edges of areas and lines at most 500 m apart, and the feature of each. */
function targetsOf(task: ComputeTask) {
  const set = featuresOf(task, 'targets');
  const each = geometriesOf(set).flatMap((geometry, feature) =>
    densified(geometry, 500).map((position) => ({ feature, position })),
  );
  return { set, points: pointsOf(each.map(({ position }) => position)), features: each.map(({ feature }) => feature) };
}

/** From the given places, or from each target to the nearest of the others. */
function nearestLayer(
  task: ComputeTask,
  targets: Targets,
  { max_distance: maxDistance, count_radius: radius }: Options,
) {
  const given = optionalFeatures(task, 'points');
  const from = given ?? targets.set;
  const positions = middlesOf(from);
  const found = positions.map((position, place) => {
    const others = given === null ? withoutFeature(targets, place) : targets;
    const points = pointsOf([position]);
    const { value } = nearestTargets(points, others.points, { maxDistance });
    const target = value.targets[0] ?? -1;
    const count = radius === null ? null : (countsWithin(points, others.points, radius).value[0] ?? 0);
    return { target: others.features[target] ?? -1, meters: value.distances[0] ?? Number.NaN, count };
  });
  const kilometres = found.filter(({ target }) => target >= 0).map(({ meters }) => rounded(meters / 1000));
  const features = positions.map((coordinates, place): DrawnFeature => {
    const { target = -1, meters = Number.NaN, count = null } = found[place] ?? {};
    return {
      geometry: { type: 'Point', coordinates },
      properties: {
        name: nameAt(from, place),
        nearest_name: target < 0 ? null : nameAt(targets.set, target),
        distance_km: target < 0 ? null : rounded(meters / 1000),
        ...(radius === null ? {} : { count_within: count }),
      },
    };
  });
  return {
    ...{ kilometres, missing: features.length - kilometres.length },
    method: 'Vizinho mais próximo pela geodésica (Karney 2013, J. Geod. 87:43–55)',
    layer: {
      ...({ kind: 'vector', id: 'nearest', title: 'O mais próximo', geometryType: 'point' } as const),
      features,
      attributes: [
        attribute('name', 'Lugar', 'string'),
        attribute('nearest_name', 'Mais próximo', 'string'),
        attribute('distance_km', 'Distância', 'number', 'km'),
        ...(radius === null ? [] : [attribute('count_within', `Alvos até ${radius} m`, 'integer')]),
      ],
      ...{ legendAttribute: null, legend: oneColour('Lugar', '#0b7285') },
    },
  };
}

function withoutFeature({ points, features }: Targets, feature: number): Pick<Targets, 'points' | 'features'> {
  const kept = Array.from(features.keys()).filter((place) => features[place] !== feature);
  return {
    points: {
      system: 'geographic',
      x: Float64Array.from(kept, (place) => points.x[place] ?? 0),
      y: Float64Array.from(kept, (place) => points.y[place] ?? 0),
    },
    features: kept.map((place) => features[place] ?? -1),
  };
}

function distanceLayer(task: ComputeTask, { set, points }: Targets, options: Options, watch: Watch) {
  const { grid, cells } = areaGrid(task, options.cell_degrees);
  const areas = arealOf(set);
  const inside = areas.length === 0 ? null : maskOf(grid, joinedArea(areas));
  const { value, method } = nearestTargets(
    cellPoints(grid, cells),
    points,
    { maxDistance: options.max_distance },
    watch,
  );
  const kilometres = Float64Array.from(value.distances, (meters, place) =>
    inside?.[cells[place] ?? -1] === 1 ? 0 : (significant(meters / 1000) ?? Number.NaN),
  );
  const values = spread(grid, cells, kilometres);
  return {
    ...{ method, kilometres: [...kilometres].filter((one) => !Number.isNaN(one)) },
    layer: {
      ...({ kind: 'raster', id: 'distance', title: 'Distância ao mais próximo', unit: 'km' } as const),
      ...{ grid, values, legend: rangeClasses(values, 'km') },
    },
  };
}
