import { interpolationParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import { partOf, type Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { inverseDistance } from '@kianda/science/spatial/interpolation/inverse-distance';
import { ordinaryKriging } from '@kianda/science/spatial/interpolation/kriging';
import { fitVariogram } from '@kianda/science/spatial/interpolation/variogram';
import { areaGrid, cellPoints, spread } from './area-grid.ts';
import type { ComputeTask, Draft, FeatureSet, LayerDraft } from './compute.types.ts';
import { joinedWarnings, rangeClasses, significant, statistic } from './drafts.ts';
import { featuresOf, geometryAt, middleOf, pointsOf, valuesOf } from './feature-set.ts';

/** Values between measurements, with the variance of the error where kriging gives one. */
export function interpolationDraft(task: ComputeTask, _engine: PlanarEngine, watch: Watch): Draft {
  const options = interpolationParametersSchema.parse(task.parameters);
  const set = featuresOf(task, 'samples');
  const name = options.value_attribute ?? onlyAttribute(set);
  const { values, features } = valuesOf(set, name);
  const points = pointsOf(features.map((feature) => middleOf(geometryAt(set, feature))));
  const { grid, cells } = areaGrid(task, options.cell_degrees);
  const targets = cellPoints(grid, cells);
  const raster = (id: string, title: string, found: ArrayLike<number>): LayerDraft => {
    const all = spread(grid, cells, found);
    return { ...{ kind: 'raster', id, title, unit: null, grid, values: all }, legend: rangeClasses(all, '') };
  };
  const common = [
    statistic('samples', 'Medições', values.length),
    statistic('attribute', 'Atributo', name),
    statistic('cells', 'Células', cells.length),
  ];
  if (options.interpolator === 'idw') {
    const { power, neighbours, max_distance: maxDistance } = options;
    const { value, method, warnings } = inverseDistance(
      { points, values },
      targets,
      { power, neighbours, maxDistance },
      watch,
    );
    return { layers: [raster('value', name, value)], statistics: common, warnings, methods: [method] };
  }
  const fitted = fitVariogram(points, values);
  if (fitted.value === null) {
    const { warnings, method } = fitted;
    return { layers: [], statistics: common, warnings, methods: [method] };
  }
  const { model } = fitted.value;
  const { value, method, warnings } = ordinaryKriging(
    { points, values },
    targets,
    { model, neighbours: options.neighbours },
    partOf(watch, 0.1, 1),
  );
  return {
    layers:
      value === null
        ? []
        : [raster('value', name, value.values), raster('variance', 'Variância do erro', value.variances)],
    statistics: [
      ...common,
      statistic('variogram', 'Modelo do variograma', model.kind),
      statistic('nugget', 'Efeito de pepita', significant(model.nugget)),
      statistic('sill', 'Patamar', significant(model.nugget + model.partialSill)),
      statistic('range_m', 'Alcance', significant(model.range), { unit: 'm' }),
    ],
    warnings: joinedWarnings(fitted.warnings, warnings),
    methods: [fitted.method, method],
  };
}

function onlyAttribute({ numbers }: FeatureSet): string {
  const names = Object.keys(numbers);
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  throw new RangeError(
    names.length === 0
      ? 'As medições não têm nenhum atributo numérico.'
      : `Diga o atributo que se interpola: ${names.slice(0, 12).join(', ')}.`,
  );
}
