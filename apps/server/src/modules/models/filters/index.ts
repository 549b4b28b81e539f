import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { surveillanceModule } from '../../fleet/surveillance/index.ts';
import { vesselsModule } from '../../fleet/vessels/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { notificationsModule } from '../../people/notifications/index.ts';
import { biodiversityModule } from '../../sea/biodiversity/index.ts';
import { geographyModule } from '../../sea/geography/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import { modelsModule } from '../models/index.ts';
import { filterFeatures } from './filters.collections.ts';
import type { FilterContext } from './filters.context.ts';
import { filterJobs } from './filters.jobs.ts';
import { filterMigrations } from './filters.migrations.ts';
import { createFilterRepository } from './filters.repository.ts';
import { filterBindings } from './filters.routes.ts';
import { createFilterService } from './filters.service.ts';
import { resultCollection } from './results.collections.ts';
import { createResults } from './results.service.ts';
import { createRuns } from './runs.service.ts';

/** Front door of the predictive filters: rules over the models' predictions, their runs and results. */
export const filtersModule = defineModule({
  name: 'filters',
  needs: {
    ...{ audit: auditModule, models: modelsModule, ocean: oceanModule, biodiversity: biodiversityModule },
    ...{ vessels: vesselsModule, surveillance: surveillanceModule, geography: geographyModule },
    notifications: notificationsModule,
  },
  settings: settingsOf<{
    /** Seed of the simulated world that results may come from. */
    readonly simulatorSeed: number;
  }>(),
  create({
    platform,
    jobs,
    settings,
    needs: { audit, models, ocean, biodiversity, vessels, surveillance, geography, notifications },
  }) {
    const repository = createFilterRepository(platform.database);
    const context: FilterContext = {
      ...{ platform, repository, audit, queue: () => jobs, provenance: models.provenance, tell: notifications.tell },
      stores: {
        scoreGrid: models.scoreGrid,
        inUse: models.inUse,
        async categories(type, version, column) {
          const known = await models.vocabulary(type, version);
          return column === 'class' ? (known?.classes ?? []) : (known?.categories[column] ?? []);
        },
        occurrences: biodiversity.learningOccurrences,
        dailyTemperature: ocean.climate.dailyTemperature,
        seabed: () => ocean.climate.climate('seabedDepth'),
        fishingLimits: surveillance.fishingLimits,
        fishingPlaces: surveillance.fishingPlaces,
        structures: async (at) => (await vessels.structures.standing(at)).map(({ lon, lat }) => [lon, lat] as const),
        protectedAreas: geography.protectedSea,
      },
    };
    const runs = createRuns(context);
    const service = createFilterService(context, runs);
    const results = createResults(context, service, runs);
    return {
      manifest: {
        name: 'filters',
        migrations: filterMigrations,
        bindings: filterBindings(context, { service, results }),
        jobs: filterJobs(runs),
        featureCollections: filterFeatures(context),
        collections: [resultCollection(repository, settings.simulatorSeed)],
        holdings: [
          {
            ...{ id: 'filters', label: 'Filtros preditivos criados', fate: 'kept' },
            note: 'Continuam à vista de todos, com o nome de quem os criou.',
            count: repository.countOwned,
          },
          {
            ...{ id: 'filter-subscriptions', label: 'Avisos de filtros preditivos pedidos', fate: 'removed' },
            note: 'Deixam de ser enviados.',
            count: async (accountId) => (await repository.subscriptions(accountId)).size,
            release: (accountId) => repository.unsubscribe(accountId),
          },
        ],
        start: service.seed,
      },
    };
  },
});
