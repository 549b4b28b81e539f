import { clusterParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { densityClusters } from '@kianda/science/spatial/interpolation/density';
import type { ComputeTask, Draft, DrawnFeature } from './compute.types.ts';
import { attribute, statistic, valueClass } from './drafts.ts';
import { featuresOf, middlesOf, nameAt, pointsOf } from './feature-set.ts';

const colours = ['#0b7285', '#c2410c', '#6d28d9', '#15803d', '#1d4ed8', '#b91c1c', '#a16207', '#be185d'] as const;
const noise = valueClass(-1, 'Fora de grupos', '#9ca3af');

/** Groups of points that lie close together. */
export function clustersDraft(task: ComputeTask, _engine: PlanarEngine, _watch: Watch): Draft {
  const { radius, min_points: minPoints } = clusterParametersSchema.parse(task.parameters);
  const set = featuresOf(task, 'points');
  const positions = middlesOf(set);
  const { value, method, warnings } = densityClusters(pointsOf(positions), { radius, minPoints });
  const features = positions.map(
    (coordinates, place): DrawnFeature => ({
      geometry: { type: 'Point', coordinates },
      properties: { name: nameAt(set, place), cluster: value.labels[place] ?? -1 },
    }),
  );
  const outside = value.labels.filter((label) => label < 0).length;
  return {
    layers: [
      {
        ...{ kind: 'vector', id: 'points', title: 'Pontos por grupo', geometryType: 'point', features },
        attributes: [attribute('name', 'Nome', 'string'), attribute('cluster', 'Grupo', 'integer')],
        legendAttribute: 'cluster',
        legend: [
          noise,
          ...Array.from({ length: Math.min(value.count, 40) }, (_, group) =>
            valueClass(group, `Grupo ${group + 1}`, colours[group % colours.length] ?? colours[0]),
          ),
        ],
      },
    ],
    statistics: [
      statistic('clusters', 'Grupos', value.count),
      statistic('points', 'Pontos', positions.length),
      statistic('noise', 'Pontos fora de grupos', outside),
    ],
    warnings,
    methods: [method],
  };
}
