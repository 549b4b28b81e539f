import type { AccountData } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { collectionSources, featuresModule, joinedCollections } from '../../open/features/index.ts';
import { layersModule } from '../../open/layers/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { identityModule } from '../../people/identity/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import { createAnalyses } from './analyses.service.ts';
import { createBatchRepository } from './batches.repository.ts';
import { createBatches } from './batches.service.ts';
import { chainAnalysis } from './chains/chain-process.analyses.ts';
import { createChainRuns } from './chains/chain-runs.service.ts';
import { type ChainRepository, createChainRepository } from './chains/chains.repository.ts';
import { createChains } from './chains/chains.service.ts';
import { createComparisons } from './comparisons.service.ts';
import { createSpatialFigures } from './figures.service.ts';
import { createResultLayers } from './files/layers.service.ts';
import { createResultFiles } from './files/result-files.service.ts';
import { sharedAnalyses } from './products.collections.ts';
import { forgetOld } from './retention.service.ts';
import { runAnalysis } from './runs.service.ts';
import { createScheduleRepository } from './schedules.repository.ts';
import { createSchedules } from './schedules.service.ts';
import { spatialAnalyses } from './spatial.analyses.ts';
import { analysisCollections } from './spatial.collections.ts';
import type { SpatialContext, SpatialSettings } from './spatial.context.ts';
import { spatialJobs } from './spatial.jobs.ts';
import { spatialMigrations } from './spatial.migrations.ts';
import { createSpatialRepository } from './spatial.repository.ts';
import { spatialBindings } from './spatial.routes.ts';

/** Front door of the spatial analyses: their inputs, runs, results and files. */
export const spatialModule = defineModule({
  name: 'spatial',
  needs: {
    audit: auditModule,
    identity: identityModule,
    ocean: oceanModule,
    layers: layersModule,
    features: featuresModule,
  },
  settings: settingsOf<SpatialSettings>(),
  fills: { collectionSources },
  collects: ['featureCollections', 'places'],
  create({ platform, jobs, settings, collected, needs: { audit, identity, ocean, layers } }) {
    const repository = createSpatialRepository(platform.database);
    const own = analysisCollections(platform.database, repository, settings.simulatorSeed);
    const context: SpatialContext = {
      ...{ platform, repository, audit, settings, queue: () => jobs, accountOf: identity.activeAccount },
      stores: {
        collections: joinedCollections(collected.featureCollections, layers.layerCollections),
        ...{ places: collected.places, climate: ocean.climate },
      },
    };
    const analyses = createAnalyses(context);
    const files = createResultFiles(context, analyses);
    const [batchRows, scheduleRows, chainRows] = [
      createBatchRepository(platform.database),
      createScheduleRepository(platform.database),
      createChainRepository(platform.database),
    ];
    const batches = createBatches(context, batchRows, analyses);
    const chainRuns = createChainRuns(context, chainRows, analyses);
    const chains = createChains(context, chainRows, chainRuns);
    const schedules = createSchedules(context, scheduleRows, { analyses, chains });
    return {
      manifest: {
        name: 'spatial',
        migrations: spatialMigrations,
        bindings: spatialBindings(context, {
          ...{
            analyses,
            batches,
            schedules,
            chains,
            chainRuns,
            files,
            figures: createSpatialFigures(context, analyses),
          },
          ...{ layers: createResultLayers(context, analyses), comparisons: createComparisons(context, analyses) },
        }),
        jobs: spatialJobs({
          timeoutSeconds: settings.limits.seconds,
          run: (analysisId, job) => runAnalysis(context, analysisId, job),
          runSchedule: schedules.run,
          runChain: chainRuns.run,
          conduct: async () => ({
            due: await schedules.conduct(),
            queued: (await batches.queueWaiting()) + (await chainRuns.queueWaiting()),
          }),
          forget: () => forgetOld(context, { analyses, batches: batchRows, chains: chainRows }),
        }),
        analyses: [...spatialAnalyses(context), chainAnalysis(context)],
        collections: [sharedAnalyses(context, files)],
        holdings: [
          {
            ...{ id: 'spatial-analyses', label: 'Análises espaciais partilhadas', fate: 'kept' },
            note: 'Continuam à vista de quem as pode ler, com o nome de quem as criou.',
            count: (accountId) => repository.countOf(accountId, 'shared'),
          },
          {
            ...{ id: 'private-spatial-analyses', label: 'Análises espaciais privadas', fate: 'removed' },
            note: 'São eliminadas com os seus resultados.',
            count: (accountId) => repository.countOf(accountId, 'private'),
            release: repository.release,
          },
          ...chainHoldings(chainRows),
          {
            ...{ id: 'spatial-schedules', label: 'Agendas de análises espaciais', fate: 'removed' },
            note: 'Deixam de correr; as análises partilhadas que fizeram continuam.',
            count: (accountId) => scheduleRows.countOf(accountId),
            release: scheduleRows.release,
          },
        ],
      },
      fills: { collectionSources: own },
    };
  },
});

/** Chains among what the platform holds of an account. */
function chainHoldings(chains: ChainRepository): readonly AccountData[] {
  return [
    {
      ...{ id: 'spatial-chains', label: 'Cadeias de análises partilhadas', fate: 'kept' },
      note: 'Continuam à vista de quem as pode ler, com o nome de quem as guardou.',
      count: (accountId) => chains.countOf(accountId, 'shared'),
    },
    {
      ...{ id: 'private-spatial-chains', label: 'Cadeias de análises privadas', fate: 'removed' },
      note: 'São eliminadas com as suas execuções e resultados.',
      count: (accountId) => chains.countOf(accountId, 'private'),
      release: chains.release,
    },
  ];
}
