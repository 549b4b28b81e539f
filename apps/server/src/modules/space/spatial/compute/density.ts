import { densityParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { kernelDensity } from '@kianda/science/spatial/interpolation/density';
import { areaGrid, cellPoints, spread } from './area-grid.ts';
import type { ComputeTask, Draft } from './compute.types.ts';
import { rangeClasses, significant, statistic } from './drafts.ts';
import { countOf, featuresOf, geometryAt, middleOf, middlesOf, pointsOf, valuesOf } from './feature-set.ts';

const squareMetersPerKm2 = 1e6;

/** Points, or their weights, per km² around each cell. */
export function densityDraft(task: ComputeTask, _engine: PlanarEngine, watch: Watch): Draft {
  const { bandwidth, kernel, weight_attribute: name, cell_degrees } = densityParametersSchema.parse(task.parameters);
  const set = featuresOf(task, 'points');
  const weighted = name === null ? null : valuesOf(set, name);
  const positions = weighted === null ? middlesOf(set) : weighted.features.map((one) => middleOf(geometryAt(set, one)));
  const { grid, cells } = areaGrid(task, cell_degrees);
  const { value, method, warnings } = kernelDensity(
    pointsOf(positions),
    cellPoints(grid, cells),
    { bandwidth, kernel, weights: weighted?.values ?? null },
    watch,
  );
  const values = spread(
    grid,
    cells,
    value.map((density) => density * squareMetersPerKm2),
  );
  return {
    layers: [
      {
        ...{ kind: 'raster', id: 'density', title: 'Densidade', unit: 'por km²', grid, values },
        legend: rangeClasses(values, 'por km²'),
      },
    ],
    statistics: [
      statistic('points', 'Pontos', positions.length),
      statistic('left_out', 'Pontos sem peso', countOf(set) - positions.length),
      statistic(
        'highest',
        'Densidade máxima',
        significant(value.reduce((most, one) => Math.max(most, one), 0) * squareMetersPerKm2),
        {
          unit: 'por km²',
        },
      ),
    ],
    warnings,
    methods: [method],
  };
}
