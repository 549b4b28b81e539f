import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { identityModule } from '../../people/identity/index.ts';
import { biodiversityModule } from '../../sea/biodiversity/index.ts';
import { fisheriesModule } from '../../sea/fisheries/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import { retentionModule } from '../retention/index.ts';
import { createCards } from './card/card.service.ts';
import { createDriftRepository } from './drift/drift.repository.ts';
import { createDrift } from './drift/drift.service.ts';
import { createAskedNotes } from './drift/note-asked.ts';
import { evidenceJobs } from './evidence/evidence.jobs.ts';
import { createEvidenceRepository } from './evidence/evidence.repository.ts';
import { createEvidence } from './evidence/evidence.service.ts';
import { createExports } from './export/export.service.ts';
import { foreignJobs } from './foreign/foreign.jobs.ts';
import { createForeign } from './foreign/foreign.service.ts';
import { takeForeign } from './foreign/take-foreign.ts';
import { keptStores, keptTables, type SourceMarks } from './kept/kept-stores.ts';
import { createLabelRepository } from './labels/labels.repository.ts';
import { createLabels } from './labels/labels.service.ts';
import { learnedProvenance } from './learned-provenance.rules.ts';
import { createLinkRepository } from './maps/links/links.repository.ts';
import { mapLinkBindings } from './maps/links/links.routes.ts';
import { createMapLinks, type MapPublishing } from './maps/links/links.service.ts';
import { makeMap } from './maps/make-map.ts';
import { mapCollection } from './maps/maps.collections.ts';
import { mapJobs } from './maps/maps.jobs.ts';
import { mapMigrations } from './maps/maps.migrations.ts';
import { createMapRepository } from './maps/maps.repository.ts';
import { mapBindings } from './maps/maps.routes.ts';
import { createMaps } from './maps/maps.service.ts';
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
import { createScores } from './scoring/scores.service.ts';
import type { ScoreOptions } from './scoring/scoring.types.ts';
import { createVocabulary } from './scoring/vocabulary.service.ts';
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
  needs: {
    ...{ audit: auditModule, identity: identityModule, retention: retentionModule },
    ...{ ocean: oceanModule, biodiversity: biodiversityModule, fisheries: fisheriesModule },
  },
  settings: settingsOf<ModelSettings & Omit<MapPublishing, 'makerOf'>>(),
  offers: ['stats', 'provenance', 'scoreGrid', 'vocabulary', 'inUse'],
  create({ platform, jobs, settings, needs: { audit, identity, retention, ocean, biodiversity, fisheries } }) {
    const marks: SourceMarks = {
      ...{ fields: ocean.fieldMarks, occurrences: biodiversity.occurrencesMark },
      ...{ specimens: biodiversity.specimensMark, catches: fisheries.catchesMark },
    };
    const stores = {
      ...{ climate: ocean.climate, occurrences: biodiversity.learningOccurrences },
      ...{ specimens: biodiversity.learningSpecimens, catches: fisheries.learningCatches },
    };
    const keeping = { stores, marks, retention: retention.stores, codeVersion: settings.codeVersion };
    const kept = keptStores(keeping);
    const context: ModelContext = {
      ...{ platform, audit, settings, queue: () => jobs, repository: createModelRepository(platform.database) },
      ...{ stores: kept, tableOf: keptTables({ ...keeping, kept }), retention: retention.stores, marks },
    };
    const trainings = createTrainings(context);
    const labels = createLabels(context, createLabelRepository(platform.database));
    const scores = createScores(context);
    const mapRows = createMapRepository(platform.database);
    const mapContext = { ...context, repository: mapRows, versions: context.repository, scores };
    const maps = createMaps(mapContext);
    const { interfacesUrl, operatorName } = settings;
    const publishing = { interfacesUrl, operatorName, makerOf: identity.activeAccount };
    const links = createMapLinks({ ...mapContext, maps, publishing, links: createLinkRepository(platform.database) });
    const service = createModelService(context, { trainings, labels, maps });
    const driftChecks = createDriftRepository(platform.database);
    const drift = createDrift(context, driftChecks);
    const plans = createScheduleRepository(platform.database);
    const schedule = createSchedule(context, { plans, drift: driftChecks, trainings });
    const predict = createPredictions(context, { labels, noteAsked: createAskedNotes(context, driftChecks) });
    const proofs = createEvidenceRepository(platform.database);
    const card = createCards(context, labels, proofs);
    const exports = createExports(context, labels);
    const foreign = createForeign(context);
    const evidence = createEvidence(context, proofs);
    const parts = { service, trainings, drift, labels, schedule, predict, card, exports, foreign, evidence };
    return {
      manifest: {
        name: 'models',
        migrations: [...modelMigrations, ...mapMigrations].sort((a, b) => a.id.localeCompare(b.id)),
        bindings: [...modelBindings(context, parts), ...mapBindings(context, maps), ...mapLinkBindings(context, links)],
        jobs: [
          ...modelJobs({
            ...{ train: trainings.run, trainFirst: trainings.trainFirst, forget: trainings.forget },
            ...{ checkDrift: drift.run, lookAtTriggers: schedule.run },
          }),
          ...evidenceJobs(evidence),
          ...foreignJobs({ take: (input, job) => takeForeign(context, input, job) }),
          ...mapJobs({ make: (input, job) => makeMap(mapContext, input, job), forget: maps.forget }),
        ],
        collections: [mapCollection(mapRows, maps, settings.simulatorSeed)],
        metrics: modelMetrics(context.repository, driftChecks, platform.clock),
      },
      offers: {
        stats: service.stats,
        provenance: (isSimulated: boolean) => learnedProvenance(context, isSimulated),
        /** A version's predictions over the ZEE; throws the signal's reason where it is stopped. */
        scoreGrid: (type: ModelType, options: ScoreOptions = {}, signal?: AbortSignal) =>
          scores(type, options, { signal }),
        vocabulary: createVocabulary(context),
        /** Number of the version in use; null where there is none. */
        inUse: async (type: ModelType) => (await context.repository.deployed(type))?.version ?? null,
      },
    };
  },
});
