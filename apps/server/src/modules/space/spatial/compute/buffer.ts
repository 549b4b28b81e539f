import { analysisChoices, bufferParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { BufferZone } from '@kianda/contract/space/spatial/layer-properties';
import type { Watch } from '@kianda/science/models/shared/watch';
import { geodesicBuffer } from '@kianda/science/spatial/buffer/buffer';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { clipOf } from './area-grid.ts';
import type { ComputeTask, Draft } from './compute.types.ts';
import { attribute, rounded, statistic, valueClass } from './drafts.ts';
import { areaSquareMeters, countOf, featuresOf, geometriesOf, nameAt } from './feature-set.ts';

const zoneColours = {
  exclusion: '#c2410c',
  protection: '#0b7285',
  monitoring: '#6d28d9',
  fishing: '#1d4ed8',
  conservation: '#15803d',
} as const;

/** Buffers of features, with the area of each. */
export function bufferDraft(task: ComputeTask, engine: PlanarEngine, watch: Watch): Draft {
  const options = bufferParametersSchema.parse(task.parameters);
  const set = featuresOf(task, 'features');
  const clip = clipOf(task, options.clip_to, engine);
  const distances = [options.buffer_distance, ...options.rings];
  const { value, method, warnings } = geodesicBuffer(
    geometriesOf(set),
    {
      ...{ distances, dissolve: options.dissolve, clip },
      ...{ segments: options.segments, cap: options.cap, join: options.join, side: options.side },
    },
    engine,
    watch,
  );
  const kept = value.areas.filter(({ geometry }) => geometry.coordinates.length > 0);
  const features = kept.map(({ feature, distance, geometry, areaSquareMeters: area }) => ({
    geometry,
    properties: {
      source_name: feature === null ? set.title : nameAt(set, feature),
      buffer_distance: distance,
      zone_type: options.zone_type,
      area_km2: rounded(area / 1e6),
    } satisfies BufferZone,
  }));
  const together = engine.union(kept.map(({ geometry }) => geometry));
  return {
    layers: [
      {
        ...{ kind: 'vector', id: 'buffers', title: 'Zonas tampão', geometryType: 'polygon', features },
        attributes: [
          attribute('source_name', 'Origem', 'string'),
          attribute('buffer_distance', 'Distância', 'number', 'm'),
          attribute('zone_type', 'Fim da zona', 'string'),
          attribute('area_km2', 'Área', 'number', 'km²'),
        ],
        legendAttribute: 'zone_type',
        legend: [
          valueClass(options.zone_type, analysisChoices.zone_type[options.zone_type], zoneColours[options.zone_type]),
        ],
      },
    ],
    statistics: [
      statistic('zones', 'Zonas', features.length),
      statistic('total_area_km2', 'Área das zonas somadas', rounded(sumOf(features), 4), { unit: 'km²' }),
      statistic('union_area_km2', 'Área sem sobreposições', rounded(areaSquareMeters(together) / 1e6, 4), {
        unit: 'km²',
      }),
      statistic('sources', 'Lugares de origem', countOf(set)),
    ],
    warnings,
    methods: [method],
  };
}

const sumOf = (features: readonly { readonly properties: BufferZone }[]): number =>
  features.reduce((sum, { properties }) => sum + properties.area_km2, 0);
