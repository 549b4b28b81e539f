import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { biodiversityModule } from '../../sea/biodiversity/index.ts';
import { fisheriesModule } from '../../sea/fisheries/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import { createCards } from './card/card.service.ts';
import { createDriftRepository } from './drift/drift.repository.ts';
import { createDrift } from './drift/drift.service.ts';
import { createExports } from './export/export.service.ts';
import { createLabelRepository } from './labels/labels.repository.ts';
import { createLabels } from './labels/labels.service.ts';
import { learnedProvenance } from './learned-provenance.rules.ts';
import type { ModelContext, ModelSettings } from './models.context.ts';
import { modelJobs } from './models.jobs.ts';
import { modelMetrics } from './models.metrics.ts';
import { modelMigrations } from './models.migrations.ts';
import { createModelRepository } from './models.repository.ts';
import { modelBindings } from './models.routes.ts';
import { createModelService } from './models.service.ts';
import { createPredictions } from './prediction/predict.service.ts';
import { createScheduleRepository } from './schedule/schedule.repository.ts';
import { createSchedule } from './schedule/schedule.service.ts';
import { createTrainings } from './trainings.service.ts';

/** Front door of the models: their versions, trainings and predictions. */
export const modelsModule = defineModule({
  name: 'models',
  needs: { audit: auditModule, ocean: oceanModule, biodiversity: biodiversityModule, fisheries: fisheriesModule },
  settings: settingsOf<ModelSettings>(),
  offers: ['stats', 'provenance'],
  create({ platform, jobs, settings, needs: { audit, ocean, biodiversity, fisheries } }) {
    const context: ModelContext = {
      ...{ platform, audit, settings, queue: () => jobs, repository: createModelRepository(platform.database) },
      stores: {
        ...{ climate: ocean.climate, occurrences: biodiversity.learningOccurrences },
        catches: fisheries.learningCatches,
      },
    };
    const trainings = createTrainings(context);
    const labels = createLabels(context, createLabelRepository(platform.database));
    const service = createModelService(context, { trainings, labels });
    const driftChecks = createDriftRepository(platform.database);
    const drift = createDrift(context, driftChecks);
    const plans = createScheduleRepository(platform.database);
    const schedule = createSchedule(context, { plans, drift: driftChecks, trainings });
    const predict = createPredictions(context, labels);
    const card = createCards(context, labels);
    const exports = createExports(context, labels);
    return {
      manifest: {
        name: 'models',
        migrations: modelMigrations,
        bindings: modelBindings(context, { service, trainings, drift, labels, schedule, predict, card, exports }),
        jobs: modelJobs({
          ...{ train: trainings.run, trainFirst: trainings.trainFirst, forget: trainings.forget },
          ...{ checkDrift: drift.run, lookAtTriggers: schedule.run },
        }),
        metrics: modelMetrics(context.repository, driftChecks, platform.clock),
      },
      offers: {
        stats: service.stats,
        provenance: (isSimulated: boolean) => learnedProvenance(context, isSimulated),
      },
    };
  },
});
