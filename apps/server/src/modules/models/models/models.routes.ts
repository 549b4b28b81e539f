import { checkModelDrift, getModelDrift } from '@kianda/contract/models/registry/drift.contract';
import {
  cancelVersionProof,
  getVersionEvidence,
  proveVersion,
} from '@kianda/contract/models/registry/evidence.contract';
import { exportModelVersion, modelTable, modelVersionCard } from '@kianda/contract/models/registry/files.contract';
import { takeForeignModel, uploadForeignModel } from '@kianda/contract/models/registry/foreign.contract';
import { describeVersion, removeVersionAlias, setVersionAlias } from '@kianda/contract/models/registry/labels.contract';
import * as contract from '@kianda/contract/models/registry/models.contract';
import { predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { changeTrainingSchedule, getTrainingSchedule } from '@kianda/contract/models/registry/schedules.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { Cards } from './card/card.service.ts';
import type { Drift } from './drift/drift.service.ts';
import type { Evidence } from './evidence/evidence.service.ts';
import type { Exports } from './export/export.service.ts';
import type { Foreign } from './foreign/foreign.service.ts';
import type { Labels } from './labels/labels.service.ts';
import { learnedProvenance } from './learned-provenance.rules.ts';
import type { ModelContext } from './models.context.ts';
import type { ModelService } from './models.service.ts';
import type { createPredictions } from './prediction/predict.service.ts';
import type { Schedule } from './schedule/schedule.service.ts';
import type { Trainings } from './trainings.service.ts';

type Parts = {
  readonly service: ModelService;
  readonly trainings: Trainings;
  readonly drift: Drift;
  readonly labels: Labels;
  readonly schedule: Schedule;
  readonly card: Cards;
  readonly exports: Exports;
  readonly foreign: Foreign;
  readonly evidence: Evidence;
  readonly predict: ReturnType<typeof createPredictions>;
};

export function modelBindings(context: ModelContext, parts: Parts): Bindings {
  const { service, trainings, drift, labels, schedule, predict, card, exports, foreign, evidence } = parts;
  const { clock } = context.platform;
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  /** An answer of versions: simulated where the rows that they learned from were. */
  const learned = <T>(data: T, isSimulated: boolean) => ({ data, provenance: learnedProvenance(context, isSimulated) });
  return [
    bind(contract.listModels, async () => {
      const models = await service.list();
      return learned(
        models,
        models.some(({ isSimulated }) => isSimulated),
      );
    }),
    bind(contract.modelStats, async () => {
      const { isSimulated, maxentModels: _, ...stats } = await service.stats();
      const missing: Record<string, string> = {};
      if (stats.average_accuracy === null) missing.average_accuracy = 'Nenhum modelo tem ainda uma versão em uso.';
      if (stats.last_training === null) missing.last_training = 'Ainda nenhum modelo foi treinado.';
      return { ...learned(stats, isSimulated), missing };
    }),
    bind(contract.getModel, async (c) => {
      const found = await service.find(c.params.type);
      return learned(found, found.model.isSimulated);
    }),
    bind(contract.getModelVersion, async (c) => {
      const found = await service.version(c.params.type, c.params.version);
      return learned(found, found.isSimulated);
    }),
    bind(contract.trainModel, async (c) => ({
      ...answer(await trainings.train(c.params.type, c)),
      status: 202 as const,
    })),
    bind(contract.cancelTraining, async (c) => answer(await trainings.cancel(c.params.id))),
    bind(contract.approveModelVersion, async (c) =>
      answer(await service.approve(c.params.type, c.params.version, c.body.reason, c)),
    ),
    bind(contract.rollBackModel, async (c) => answer(await service.rollBack(c.params.type, c.body.reason, c))),
    bind(contract.removeModelVersion, async (c) =>
      answer(await service.remove(c.params.type, c.params.version, c.query.confirm, c)),
    ),
    bind(modelVersionCard, (c) => card(c.params.type, c.params.version, c.query.format, c)),
    bind(exportModelVersion, (c) => exports.file(c.params.type, c.params.version, c.query.format)),
    bind(modelTable, (c) => exports.table(c.params.type, c.params.version)),
    bind(uploadForeignModel, async (c) =>
      answer(await foreign.upload(c.params.type, { fileName: c.query.fileName, stream: c.stream }, c)),
    ),
    bind(takeForeignModel, async (c) => ({
      ...answer(await foreign.take(c.params.type, c.body, c)),
      status: 202 as const,
    })),
    bind(setVersionAlias, async (c) => answer(await labels.set(c.params.type, c.params.alias, c.body, c))),
    bind(removeVersionAlias, async (c) => answer(await labels.remove(c.params.type, c.params.alias, c))),
    bind(describeVersion, async (c) => answer(await labels.describe(c.params.type, c.params.version, c.body, c))),
    bind(getTrainingSchedule, async (c) => answer(await schedule.find(c.params.type))),
    bind(changeTrainingSchedule, async (c) => answer(await schedule.change(c.params.type, c.body, c))),
    bind(getModelDrift, async (c) => answer(await drift.find(c.params.type))),
    bind(checkModelDrift, async (c) => answer(await drift.ask(c.params.type, c))),
    bind(getVersionEvidence, async (c) => {
      const found = await evidence.find(c.params.type, c.params.version);
      return learned(found, found.evidence?.isSimulated === true);
    }),
    bind(cancelVersionProof, async (c) => answer(await evidence.cancel(c.params.type, c.params.version))),
    bind(proveVersion, async (c) => ({
      ...answer(await evidence.ask(c.params.type, c.params.version, c.body.nullModels, c)),
      status: 202 as const,
    })),
    bind(predictModel, async (c) => {
      const { isSimulated, ...predicted } = await predict(c.params.name, c.body, c.query.version);
      return learned(predicted, isSimulated);
    }),
  ];
}
