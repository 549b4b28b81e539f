import { zonalParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import { report, type Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { zonalStatistics } from '@kianda/science/spatial/interpolation/zones';
import { maskOf } from './area-grid.ts';
import type { ComputeTask, Draft, DrawnFeature } from './compute.types.ts';
import { attribute, rangeClasses, rounded, significant, statistic } from './drafts.ts';
import { areaIn, areaSquareMeters, countOf, featuresOf, geometryAt, nameAt, rasterOf } from './feature-set.ts';

/** Figures of a field within each zone, cells weighted by their area; zones may overlap. */
export function zonalDraft(task: ComputeTask, _engine: PlanarEngine, watch: Watch): Draft {
  const { zone_attribute: name } = zonalParametersSchema.parse(task.parameters);
  const set = featuresOf(task, 'zones');
  const { grid, values, title, unit } = rasterOf(task, 'raster');
  const weights = Float64Array.from(values, (_, cell) => {
    const lat = grid.south + Math.floor(cell / grid.columns) * grid.latStepDegrees;
    return Math.cos((lat * Math.PI) / 180);
  });
  const features: DrawnFeature[] = [];
  let method = '';
  for (let zone = 0; zone < countOf(set); zone += 1) {
    report(watch, zone / countOf(set));
    const geometry = geometryAt(set, zone);
    const area = areaIn(geometry);
    if (area === null) continue;
    const mask = maskOf(grid, area);
    const outcome = zonalStatistics(
      values,
      Int32Array.from(mask, (inside) => (inside === 1 ? 0 : -1)),
      weights,
    );
    method = outcome.method;
    const [found] = outcome.value;
    features.push({
      geometry,
      properties: {
        name: zoneName(set.numbers[name ?? '']?.[zone], nameAt(set, zone)),
        area_km2: rounded(areaSquareMeters(geometry) / 1e6, 3),
        ...{ cells: (found?.cells ?? 0) - (found?.missing ?? 0), missing: found?.missing ?? 0 },
        ...{ mean: significant(found?.mean ?? undefined), median: significant(found?.median ?? undefined) },
        ...{ min: significant(found?.min ?? undefined), max: significant(found?.max ?? undefined) },
        deviation: significant(found?.deviation ?? undefined),
      },
    });
  }
  const empty = features.filter(({ properties }) => properties.mean === null).length;
  const means = features.flatMap(({ properties }) => (typeof properties.mean === 'number' ? [properties.mean] : []));
  return {
    layers: [
      {
        ...{ kind: 'vector', id: 'zones', title: `${title} por zona`, geometryType: 'polygon', features },
        attributes: [
          attribute('name', 'Zona', 'string'),
          attribute('area_km2', 'Área', 'number', 'km²'),
          attribute('cells', 'Células com valor', 'integer'),
          attribute('missing', 'Células sem valor', 'integer'),
          attribute('mean', 'Média', 'number', unit),
          attribute('median', 'Mediana', 'number', unit),
          attribute('min', 'Mínimo', 'number', unit),
          attribute('max', 'Máximo', 'number', unit),
          attribute('deviation', 'Desvio padrão', 'number', unit),
        ],
        ...{ legendAttribute: 'mean', legend: rangeClasses(Float64Array.from(means), unit) },
      },
    ],
    statistics: [
      statistic('zones', 'Zonas', features.length),
      statistic('with_value', 'Zonas com valor', features.length - empty),
      statistic('not_areas', 'Elementos que não são áreas', countOf(set) - features.length),
    ],
    warnings: empty > 0 ? [{ code: 'missing', count: empty }] : [],
    methods: method === '' ? [] : [method],
  };
}

const zoneName = (number: number | undefined, name: string): string =>
  number === undefined || Number.isNaN(number) ? name : String(number);
