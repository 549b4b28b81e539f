import * as contract from '@kianda/contract/space/spatial/analyses.contract';
import { analysisResource } from '@kianda/contract/space/spatial/analyses.resource';
import * as batch from '@kianda/contract/space/spatial/batches.contract';
import * as chain from '@kianda/contract/space/spatial/chains.contract';
import * as qgis from '@kianda/contract/space/spatial/qgis.contract';
import * as schedule from '@kianda/contract/space/spatial/schedules.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { listExport } from '../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { Analyses } from './analyses.service.ts';
import { resultProvenance } from './analysis-views.rules.ts';
import type { Batches } from './batches.service.ts';
import type { ChainRuns } from './chains/chain-runs.service.ts';
import type { Chains } from './chains/chains.service.ts';
import type { createComparisons } from './comparisons.service.ts';
import type { createSpatialFigures } from './figures.service.ts';
import type { createResultLayers, ShownResult } from './files/layers.service.ts';
import type { createResultFiles } from './files/result-files.service.ts';
import { takeSpatialFile } from './inputs/take-file.service.ts';
import type { Schedules } from './schedules.service.ts';
import type { SpatialContext } from './spatial.context.ts';

type Parts = {
  readonly analyses: Analyses;
  readonly batches: Batches;
  readonly schedules: Schedules;
  readonly chains: Chains;
  readonly chainRuns: ChainRuns;
  readonly figures: ReturnType<typeof createSpatialFigures>;
  readonly layers: ReturnType<typeof createResultLayers>;
  readonly files: ReturnType<typeof createResultFiles>;
  readonly comparisons: ReturnType<typeof createComparisons>;
};

export function spatialBindings(context: SpatialContext, parts: Parts): Bindings {
  return [
    ...analysisBindings(context, parts),
    ...batchBindings(context, parts),
    ...scheduleBindings(context, parts),
    ...chainBindings(context, parts),
    ...resultBindings(context, parts),
    ...qgisBindings(context, parts),
  ];
}

const answerFor =
  ({ platform }: SpatialContext) =>
  <T>(data: T) => ({ data, provenance: ownProvenance(platform.clock) });

function analysisBindings(context: SpatialContext, { analyses, figures }: Parts): Bindings {
  const { audit, platform } = context;
  const answer = answerFor(context);
  const begun = <T>(data: T) => ({ ...answer(data), status: 202 as const });
  return [
    bind(contract.listAnalyses, async (c) => answer(await analyses.list(c.query, c.principal))),
    bind(contract.exportAnalyses, listExport(analysisResource, { clock: platform.clock, audit, read: analyses.list })),
    bind(contract.createAnalysis, async (c) => begun(await analyses.create(c.body, c))),
    bind(contract.estimateAnalysis, async (c) => answer(await figures.estimate(c.body, c.principal))),
    bind(contract.getAnalysis, async (c) => answer(await analyses.detail(c.params.id, c.principal))),
    bind(contract.changeAnalysis, async (c) => answer(await analyses.change(c.params.id, c.body, c))),
    bind(contract.cancelAnalysis, async (c) => answer(await analyses.cancel(c.params.id, c))),
    bind(contract.rerunAnalysis, async (c) => begun(await analyses.rerun(c.params.id, c))),
    bind(contract.duplicateAnalysis, async (c) => begun(await analyses.duplicate(c.params.id, c.body, c))),
    bind(contract.removeAnalysis, async (c) => answer(await analyses.remove(c.params.id, c.query.confirm, c))),
    bind(contract.uploadSpatialFile, async (c) =>
      answer(await takeSpatialFile(context, { name: c.query.fileName, body: c.stream }, c)),
    ),
    bind(contract.spatialSources, async (c) => answer(await figures.sources(c.principal))),
    bind(contract.spatialStats, async (c) => answer(await figures.stats(c.principal))),
  ];
}

function batchBindings(context: SpatialContext, { batches }: Parts): Bindings {
  const answer = answerFor(context);
  return [
    bind(batch.listBatches, async (c) => answer(await batches.list(c.principal))),
    bind(batch.createBatch, async (c) => ({ ...answer(await batches.create(c.body, c)), status: 202 as const })),
    bind(batch.estimateBatch, async (c) => answer(await batches.estimate(c.body, c.principal))),
    bind(batch.getBatch, async (c) => answer(await batches.detail(c.params.id, c.principal))),
    bind(batch.batchTable, (c) => batches.table(c.params.id, c.principal)),
    bind(batch.cancelBatch, async (c) => answer(await batches.cancel(c.params.id, c))),
    bind(batch.removeBatch, async (c) => answer(await batches.remove(c.params.id, c.query.confirm, c))),
  ];
}

function scheduleBindings(context: SpatialContext, { schedules }: Parts): Bindings {
  const answer = answerFor(context);
  return [
    bind(schedule.listSpatialSchedules, async (c) => answer(await schedules.list(c.principal))),
    bind(schedule.createSpatialSchedule, async (c) => ({
      ...answer(await schedules.create(c.body, c)),
      status: 201 as const,
    })),
    bind(schedule.changeSpatialSchedule, async (c) => answer(await schedules.change(c.params.id, c.body, c))),
    bind(schedule.runSpatialSchedule, async (c) => ({
      ...answer(await schedules.runNow(c.params.id, c)),
      status: 202 as const,
    })),
    bind(schedule.removeSpatialSchedule, async (c) => answer(await schedules.remove(c.params.id, c))),
  ];
}

function chainBindings(context: SpatialContext, { chains, chainRuns }: Parts): Bindings {
  const answer = answerFor(context);
  return [
    bind(chain.listSpatialChains, async (c) => answer(await chains.list(c.principal))),
    bind(chain.createSpatialChain, async (c) => ({
      ...answer(await chains.create(c.body, c)),
      status: 201 as const,
    })),
    bind(chain.estimateSpatialChain, async (c) => answer(await chains.estimate(c.body.steps, c.principal))),
    bind(chain.getSpatialChain, async (c) => answer(await chains.detail(c.params.id, c.principal))),
    bind(chain.changeSpatialChain, async (c) => answer(await chains.change(c.params.id, c.body, c))),
    bind(chain.spatialChainFile, (c) => chains.file(c.params.id, c.principal)),
    bind(chain.runSpatialChain, async (c) => ({
      ...answer(await chains.run(c.params.id, c)),
      status: 202 as const,
    })),
    bind(chain.runSpatialChainByAreas, async (c) => ({
      ...answer(await chains.runByAreas(c.params.id, c.body, c)),
      status: 202 as const,
    })),
    bind(chain.getSpatialChainRun, async (c) => answer(await chainRuns.one(c.params.id, c.principal))),
    bind(chain.cancelSpatialChainRun, async (c) => answer(await chainRuns.cancel(c.params.id, c))),
    bind(chain.removeSpatialChain, async (c) => answer(await chains.remove(c.params.id, c.query.confirm, c))),
  ];
}

function resultBindings({ platform, settings }: SpatialContext, { layers, files, comparisons }: Parts): Bindings {
  const made = <T>({ data, result }: { readonly data: T; readonly result: ShownResult }) => ({
    data,
    provenance: resultProvenance(result, {
      ...{ at: new Date(platform.clock.nowMs()), simulatorSeed: settings.simulatorSeed },
    }),
  });
  return [
    bind(contract.analysisLayerFeatures, async (c) => made(await layers.features(c.params, c.query, c.principal))),
    bind(contract.analysisLayerGrid, async (c) => made(await layers.grid(c.params, c.query.stride, c.principal))),
    bind(contract.analysisFile, (c) => files.file(c.params.id, c.query, c.principal)),
    bind(contract.compareAnalyses, async (c) => made(await comparisons.compare(c.params, c.principal))),
  ];
}

function qgisBindings(context: SpatialContext, { analyses, figures }: Parts): Bindings {
  const answer = answerFor(context);
  return [
    bind(qgis.qgisAnalyses, async (c) => answer(await analyses.newest(c.principal))),
    bind(qgis.createQgisAnalysis, async (c) => ({
      ...answer(await analyses.create(c.body, c)),
      status: 202 as const,
    })),
    bind(qgis.qgisSpatialSummary, async (c) => answer(await figures.summary(c.principal))),
  ];
}
