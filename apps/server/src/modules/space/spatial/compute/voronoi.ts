import { voronoiParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import { type ArealGeometry, bboxOfGeometry } from '@kianda/geo';
import type { Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { voronoiCells } from '@kianda/science/spatial/interpolation/zones';
import { clipOf } from './area-grid.ts';
import type { ComputeTask, Draft, DrawnFeature } from './compute.types.ts';
import { attribute, oneColour, rounded, statistic } from './drafts.ts';
import { areaSquareMeters, featuresOf, middlesOf, nameAt } from './feature-set.ts';

const margin = 0.5;

/** The part of the plane (degrees) nearer to each point than to the others. */
export function voronoiDraft(task: ComputeTask, engine: PlanarEngine, _watch: Watch): Draft {
  const { clip_to } = voronoiParametersSchema.parse(task.parameters);
  const set = featuresOf(task, 'points');
  const positions = middlesOf(set);
  if (positions.length < 2) throw new RangeError('São precisos pelo menos dois pontos.');
  const clip = clipOf(task, clip_to, engine);
  const [x, y] = [Float64Array.from(positions, ([lon]) => lon), Float64Array.from(positions, ([, lat]) => lat)];
  const around = clip === null ? null : bboxOfGeometry(clip);
  const box = [
    Math.min(...x, around?.[0] ?? Number.POSITIVE_INFINITY) - margin,
    Math.max(-89, Math.min(...y, around?.[1] ?? Number.POSITIVE_INFINITY) - margin),
    Math.max(...x, around?.[2] ?? Number.NEGATIVE_INFINITY) + margin,
    Math.min(89, Math.max(...y, around?.[3] ?? Number.NEGATIVE_INFINITY) + margin),
  ] as const;
  const { value, method, warnings } = voronoiCells(x, y, box);
  const features = value.flatMap((ring, place): DrawnFeature[] => {
    if (ring === null) return [];
    const whole: ArealGeometry = { type: 'Polygon', coordinates: [ring] };
    const geometry = clip === null ? whole : engine.intersection(whole, clip);
    if (geometry.coordinates.length === 0) return [];
    const area_km2 = rounded(areaSquareMeters(geometry) / 1e6, 3);
    return [{ geometry, properties: { name: nameAt(set, place), area_km2 } }];
  });
  return {
    layers: [
      {
        ...{ kind: 'vector', id: 'cells', title: 'Polígonos de Voronoi', geometryType: 'polygon', features },
        attributes: [attribute('name', 'Ponto', 'string'), attribute('area_km2', 'Área', 'number', 'km²')],
        ...{ legendAttribute: null, legend: oneColour('Polígono', '#0b7285') },
      },
    ],
    statistics: [statistic('cells', 'Polígonos', features.length), statistic('points', 'Pontos', positions.length)],
    warnings,
    methods: [`${method}, no plano de graus`],
  };
}
