import { usualRule } from '@kianda/contract/models/filters/filter-types';
import { sql } from 'kysely';
import type { AlertMessage } from '../../../../platform/alert-message.ts';
import type { Platform } from '../../../../platform/module.ts';
import type { LearningOccurrences } from '../../../sea/biodiversity/index.ts';
import type { ScoredGrid } from '../../models/index.ts';
import type { FilterContext } from '../filters.context.ts';
import { createFilterRepository } from '../filters.repository.ts';

const [columns, rows, cellDegrees] = [10, 8, 0.25] as const;

export const ownFilter = { id: 'ensaio', revision: 1, subscriber: 'conta' } as const;

/** A sea whose suitability rises eastward, or westward. */
function scoredGrid(isEastward: boolean): ScoredGrid {
  return {
    ...{ type: 'habitat_suitability', version: 3, algorithm: 'MaxEnt', isSimulated: true, unit: null, classes: [] },
    skill: {
      ...{ metric: 'auc', split: 'spatial_blocks', validation: 0.9, low: null, high: null, training: 0.95 },
      ...{ baseline: 'média', baselineValidation: 0.5 },
    },
    ...{ cellDegrees, west: 10.125, south: -12.875, columns, rows, spread: null, spreadKind: null, novelty: null },
    ...{ without: [], sources: [], oldestInputAt: new Date('2026-08-30T00:00:00Z') },
    value: Float32Array.from({ length: columns * rows }, (_, cell) => {
      const column = cell % columns;
      return (isEastward ? column : columns - 1 - column) / columns;
    }),
  };
}

const nothingRecorded: LearningOccurrences = {
  ...{ names: [], species: new Int32Array(), longitudes: new Float64Array(), latitudes: new Float64Array() },
  ...{ months: new Float64Array(), depths: new Float64Array(), sources: [] },
};

/** The parts that filters are run with, over a platform and a sea of one model; messages are kept by their key, once. */
export function filterWorld(platform: Platform, isEastward: boolean): FilterContext {
  const nothing = () => Promise.reject(new Error('not stored here'));
  return {
    ...{ platform, repository: createFilterRepository(platform.database), audit: { record: async () => undefined } },
    queue: () => {
      throw new Error('no queue here');
    },
    provenance: () => {
      throw new Error('no provenance here');
    },
    async tell({ key }: AlertMessage) {
      await sql`INSERT INTO filters.told (key) VALUES (${key}) ON CONFLICT DO NOTHING`.execute(platform.database.for());
    },
    stores: {
      scoreGrid: async () => scoredGrid(isEastward),
      ...{
        categories: async () => [],
        inUse: async () => 3,
        occurrences: async () => nothingRecorded,
        dailyTemperature: async () => null,
      },
      ...{
        seabed: async () => null,
        fishingLimits: nothing,
        fishingPlaces: async () => [],
        structures: async () => [],
      },
      protectedAreas: async () => [],
    },
  };
}

/** A filter of the habitat, and one who is told of its changes. */
export async function addFilter(platform: Platform): Promise<void> {
  await sql`CREATE TABLE filters.told (key text PRIMARY KEY)`.execute(platform.database.for());
  const repository = createFilterRepository(platform.database);
  const now = new Date(platform.clock.nowMs());
  const threshold = { kind: 'value', value: 0.5 } as const;
  const rule = { ...usualRule('habitat_suitability'), threshold, cellDegrees, minConfidence: 0 };
  await repository.addFilter({
    ...{ id: ownFilter.id, type: 'habitat_suitability', name: 'Ensaio', description: '', rule: JSON.stringify(rule) },
    ...{ revision: ownFilter.revision, is_active: true, is_built_in: false, created_by_id: null, created_by: null },
    ...{ created_at: now, updated_at: now },
  });
  await repository.subscribe(ownFilter.id, ownFilter.subscriber, now);
}
