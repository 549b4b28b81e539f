import type { GeoGeometry } from '@kianda/connectors';
import { filterTypes } from '@kianda/contract/models/filters/filter-types';
import type { Feature, FeatureCollection } from '../../../platform/feature-collections.ts';
import type { FilterContext } from './filters.context.ts';

/** Areas of the last result of every filter, for maps and for programs by the OGC API. */
export function filterFeatures({
  repository,
  provenance,
}: Pick<FilterContext, 'repository' | 'provenance'>): readonly FeatureCollection[] {
  async function features(): Promise<readonly Feature[]> {
    const filters = await repository.filters();
    const found = await Promise.all(
      filters.map(async (filter) => ({ filter, done: await repository.result(filter.id) })),
    );
    return found.flatMap(({ filter, done }) =>
      (done?.result.regions.features ?? []).map(({ id, geometry, properties }) => ({
        id: `${filter.id}:${id}`,
        geometry: geometry as GeoGeometry,
        properties: {
          ...{ filter: filter.id, name: filter.name, type: filterTypes[filter.type], isActive: filter.is_active },
          ...{ areaKm2: properties.areaKm2, mean: properties.mean, max: properties.max, place: properties.area_name },
          confidence: done?.summary?.confidence.value ?? null,
          computedAt: done?.ended_at?.toISOString() ?? null,
        },
      })),
    );
  }

  return [
    {
      ...{ kind: 'list', id: 'predictive-filters', title: 'Filtros preditivos', access: 'filters:read', features },
      description: 'Áreas do último resultado de cada filtro preditivo, com a área, o valor e a confiança.',
      keywords: ['modelos', 'previsão', 'filtros'],
      geometryType: 'polygon',
      time: 'computedAt',
      properties: {
        filter: { type: 'string', title: 'Filtro' },
        name: { type: 'string', title: 'Nome' },
        type: { type: 'string', title: 'Tipo' },
        isActive: { type: 'boolean', title: 'Ativo' },
        areaKm2: { type: 'number', title: 'Área', unit: 'km²' },
        mean: { type: 'number', title: 'Valor médio' },
        max: { type: 'number', title: 'Valor máximo' },
        place: { type: 'string', title: 'Lugar' },
        confidence: { type: 'number', title: 'Confiança' },
        computedAt: { type: 'timestamp', title: 'Calculado em' },
      },
      provenance: async () => {
        const { done } = await repository.lastRuns();
        return provenance([...done.values()].some(({ summary }) => summary?.isSimulated === true));
      },
    },
  ];
}
