import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { biodiversityModule } from '../../sea/biodiversity/index.ts';
import { fisheriesModule } from '../../sea/fisheries/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import { makeMap } from './maps/make-map.ts';
import { mapCollection } from './maps/maps.collections.ts';
import { mapJobs } from './maps/maps.jobs.ts';
import { mapMigrations } from './maps/maps.migrations.ts';
import { createMapRepository } from './maps/maps.repository.ts';
import { mapBindings } from './maps/maps.routes.ts';
import { createMaps } from './maps/maps.service.ts';
import type { ModelContext, ModelSettings } from './models.context.ts';
import { modelJobs } from './models.jobs.ts';
import { modelMigrations } from './models.migrations.ts';
import { createModelRepository } from './models.repository.ts';
import { learnedProvenance, modelBindings } from './models.routes.ts';
import { createModelService } from './models.service.ts';
import { createPredictions } from './prediction/predict.service.ts';
import { createScores } from './scoring/scores.service.ts';
import type { ScoreOptions } from './scoring/scoring.types.ts';
import { createTrainings } from './trainings.service.ts';

export type { ScoredGrid, ScoreOptions } from './scoring/scoring.types.ts';
export {
  type Environment,
  environmentOf,
  readEnvironmentFields,
} from './tables/environment.ts';
export { zeeBox, zeeCells } from './tables/habitat.ts';
export type { TableSource } from './tables/learning-table.types.ts';
export type { LearningColumn } from './training/training.types.ts';

/** Front door of the models: their versions, trainings and predictions. */
export const modelsModule = defineModule({
  name: 'models',
  needs: { audit: auditModule, ocean: oceanModule, biodiversity: biodiversityModule, fisheries: fisheriesModule },
  settings: settingsOf<ModelSettings>(),
  offers: ['stats', 'provenance', 'scoreGrid'],
  create({ platform, jobs, settings, needs: { audit, ocean, biodiversity, fisheries } }) {
    const context: ModelContext = {
      ...{ platform, audit, settings, queue: () => jobs, repository: createModelRepository(platform.database) },
      stores: {
        ...{ climate: ocean.climate, occurrences: biodiversity.learningOccurrences },
        catches: fisheries.learningCatches,
      },
    };
    const trainings = createTrainings(context);
    const scores = createScores(context);
    const repository = createMapRepository(platform.database);
    const mapContext = { ...context, repository, versions: context.repository, scores };
    const maps = createMaps(mapContext);
    const service = createModelService(context, trainings, maps);
    return {
      manifest: {
        name: 'models',
        migrations: [...modelMigrations, ...mapMigrations],
        bindings: [
          ...modelBindings(context, { service, trainings, predict: createPredictions(context) }),
          ...mapBindings(context, maps),
        ],
        jobs: [
          ...modelJobs({ train: trainings.run, trainFirst: trainings.trainFirst, forget: trainings.forget }),
          ...mapJobs({ make: (input, job) => makeMap(mapContext, input, job), forget: maps.forget }),
        ],
        collections: [mapCollection(repository, maps, settings.simulatorSeed)],
      },
      offers: {
        stats: service.stats,
        provenance: (isSimulated: boolean) => learnedProvenance(context, isSimulated),
        /** A version's predictions over the ZEE; throws the signal's reason where it is stopped. */
        scoreGrid: (type: ModelType, options: ScoreOptions = {}, signal?: AbortSignal) =>
          scores(type, options, { signal }),
      },
    };
  },
});
