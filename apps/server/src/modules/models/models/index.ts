import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { biodiversityModule } from '../../sea/biodiversity/index.ts';
import { fisheriesModule } from '../../sea/fisheries/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import { retentionModule } from '../retention/index.ts';
import { keptStores, keptTables, type SourceMarks } from './kept/kept-stores.ts';
import type { ModelContext, ModelSettings } from './models.context.ts';
import { modelJobs } from './models.jobs.ts';
import { modelMigrations } from './models.migrations.ts';
import { createModelRepository } from './models.repository.ts';
import { learnedProvenance, modelBindings } from './models.routes.ts';
import { createModelService } from './models.service.ts';
import { createPredictions } from './prediction/predict.service.ts';
import { createTrainings } from './trainings.service.ts';

/** Front door of the models: their versions, trainings and predictions. */
export const modelsModule = defineModule({
  name: 'models',
  needs: {
    ...{ audit: auditModule, retention: retentionModule },
    ...{ ocean: oceanModule, biodiversity: biodiversityModule, fisheries: fisheriesModule },
  },
  settings: settingsOf<ModelSettings>(),
  offers: ['stats', 'provenance'],
  create({ platform, jobs, settings, needs: { audit, retention, ocean, biodiversity, fisheries } }) {
    const marks: SourceMarks = {
      fields: ocean.fieldMarks,
      occurrences: biodiversity.occurrencesMark,
      catches: fisheries.catchesMark,
    };
    const stores = {
      ...{ climate: ocean.climate, occurrences: biodiversity.learningOccurrences },
      catches: fisheries.learningCatches,
    };
    const parts = { stores, marks, retention: retention.stores, codeVersion: settings.codeVersion };
    const kept = keptStores(parts);
    const context: ModelContext = {
      ...{ platform, audit, settings, queue: () => jobs, repository: createModelRepository(platform.database) },
      ...{ stores: kept, tableOf: keptTables({ ...parts, kept }), retention: retention.stores, marks },
    };
    const trainings = createTrainings(context);
    const service = createModelService(context, trainings);
    return {
      manifest: {
        name: 'models',
        migrations: modelMigrations,
        bindings: modelBindings(context, { service, trainings, predict: createPredictions(context) }),
        jobs: modelJobs({ train: trainings.run, trainFirst: trainings.trainFirst, forget: trainings.forget }),
      },
      offers: {
        stats: service.stats,
        provenance: (isSimulated: boolean) => learnedProvenance(context, isSimulated),
      },
    };
  },
});
