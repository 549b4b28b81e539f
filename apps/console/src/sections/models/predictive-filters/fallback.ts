import type { DataOf } from '@kianda/contract';
import {
  activeAtFirst,
  type FilterType,
  filterDescriptions,
  filterTypeNames,
  filterTypes,
  usualRule,
} from '@kianda/contract/models/filters/filter-types';
import type { listFilters } from '@kianda/contract/models/filters/filters.contract';

const confidences: Readonly<Record<FilterType, number>> = {
  biodiversity_hotspots: 89.7,
  species_presence: 84.2,
  habitat_suitability: 91.5,
  conservation_priority: 86.8,
  fishing_zones: 78.9,
  monitoring_points: 92.3,
  environmental_risk: 87.4,
};
const at = '2025-01-14T00:00:00Z';

/** The specification's seven filters, for when the server cannot be reached: their names are real, their figures examples. */
export const filtersFallback: DataOf<typeof listFilters> = filterTypeNames.map((type) => ({
  ...{ id: type, name: filterTypes[type], type, description: filterDescriptions[type] },
  ...{ isActive: activeAtFirst.has(type), confidence: confidences[type], lastUpdated: at, validUntil: null },
  ...{ isExpired: false, parameters: {}, rule: usualRule(type), revision: 1, isBuiltIn: true, createdBy: null },
  ...{ updatedAt: at, absence: null, needsModel: null, isSimulated: false, isSubscribed: false },
  ...{ run: null, summary: null },
}));
