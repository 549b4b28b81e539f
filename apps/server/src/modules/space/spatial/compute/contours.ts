import { contourParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { contourBands } from '@kianda/science/spatial/interpolation/zones';
import type { ComputeTask, Draft } from './compute.types.ts';
import { attribute, rangeClasses, rounded, significant, statistic } from './drafts.ts';
import { areaSquareMeters, rasterOf } from './feature-set.ts';

/** Areas at or above each level of a field; their edges are its lines of equal value. */
export function contoursDraft(task: ComputeTask, _engine: PlanarEngine, _watch: Watch): Draft {
  const options = contourParametersSchema.parse(task.parameters);
  const { grid, values, title, unit } = rasterOf(task, 'raster');
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const [least, most] = [known[0], known.at(-1)];
  if (least === undefined || most === undefined) throw new RangeError('O campo não tem nenhum valor.');
  const step = (most - least) / (options.level_count + 1);
  const levels =
    options.levels.length > 0
      ? [...new Set(options.levels)].sort((a, b) => a - b)
      : Array.from({ length: step === 0 ? 1 : options.level_count }, (_, place) => least + step * (place + 1));
  const { value, method, warnings } = contourBands(grid, values, levels);
  const features = value
    .filter(({ area }) => area.coordinates.length > 0)
    .map(({ level, area }) => ({
      geometry: area,
      properties: { level: significant(level, 6), area_km2: rounded(areaSquareMeters(area) / 1e6, 3) },
    }));
  return {
    layers: [
      {
        ...{ kind: 'vector', id: 'contours', title: `${title}: isolinhas`, geometryType: 'polygon', features },
        attributes: [attribute('level', 'Valor', 'number', unit), attribute('area_km2', 'Área', 'number', 'km²')],
        ...{ legendAttribute: 'level', legend: rangeClasses(Float64Array.from(levels), unit) },
      },
    ],
    statistics: [
      statistic('levels', 'Isolinhas', features.length),
      statistic('least', 'Valor mínimo do campo', significant(least, 6), { unit }),
      statistic('most', 'Valor máximo do campo', significant(most, 6), { unit }),
    ],
    warnings: [
      ...warnings,
      ...(features.length < levels.length ? [{ code: 'vanished', count: levels.length - features.length }] : []),
    ],
    methods: [method],
  };
}
