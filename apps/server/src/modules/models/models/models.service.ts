import {
  type Model,
  type ModelType,
  type ModelVersion,
  type ModelVersionDetail,
  modelTypes,
} from '@kianda/contract/models/registry/models.contract';
import { AppError } from '../../../platform/http/errors.ts';
import type { Labels } from './labels/labels.service.ts';
import type { Maps } from './maps/maps.service.ts';
import { noVersion, recordAct } from './model-acts.service.ts';
import { meanAccuracy, modelView, versionDetailView, versionView } from './model-views.rules.ts';
import type { ModelActor, ModelContext } from './models.context.ts';
import type { Deployment } from './models.repository.ts';
import type { VersionRow } from './models.tables.ts';
import type { Trainings } from './trainings.service.ts';

const types = Object.keys(modelTypes) as readonly ModelType[];
const shownTrainings = 20;

/** Models and their versions: what is in use, since when, and who said so. */
export function createModelService(context: ModelContext, parts: Parts) {
  return { ...modelReads(context, parts), ...modelActs(context, parts) };
}

type Parts = {
  readonly trainings: Pick<Trainings, 'view'>;
  readonly labels: Labels;
  /** Maps follow their version: made when it comes into use, and gone with it. */
  readonly maps: Pick<Maps, 'makeUsual' | 'forgetVersion'>;
};

export type ModelService = ReturnType<typeof createModelService>;

function modelReads({ repository, settings }: ModelContext, { trainings, labels }: Parts) {
  async function view(type: ModelType, versions: Awaited<ReturnType<typeof repository.versions>>): Promise<Model> {
    const [last] = await repository.trainings(1, type);
    const own = versions.filter(({ model_type }) => model_type === type);
    return modelView(type, own, last === undefined ? null : await trainings.view(last));
  }

  return {
    async list(): Promise<Model[]> {
      const versions = await repository.versions();
      return Promise.all(types.map((type) => view(type, versions)));
    },

    async find(type: ModelType) {
      const versions = await repository.versions(type);
      const rows = await repository.trainings(shownTrainings, type);
      return {
        model: await view(type, versions),
        versions: await Promise.all(versions.map(async (row) => versionView(row, await labels.of(row)))),
        trainings: await Promise.all(rows.map(trainings.view)),
        allowsOwnApproval: settings.allowsOwnApproval,
      };
    },

    async version(type: ModelType, reference: number | string): Promise<ModelVersionDetail> {
      const row = await labels.find(type, reference);
      return versionDetailView(row, await labels.of(row));
    },

    async stats() {
      const versions = await repository.versions();
      const inUse = versions.filter(({ state }) => state === 'deployed').length;
      return {
        ...{ models_active: inUse, models_loaded: new Set(versions.map(({ model_type }) => model_type)).size },
        average_accuracy: meanAccuracy(versions),
        total_predictions: versions.reduce((sum, { predictions }) => sum + Number(predictions), 0),
        last_training:
          versions
            .map(({ trained_at }) => trained_at.toISOString())
            .sort()
            .at(-1) ?? null,
        maxentModels: versions.filter(({ algorithm }) => algorithm.startsWith('MaxEnt')).length,
        isSimulated: versions.some(({ state, is_simulated }) => state === 'deployed' && is_simulated),
      };
    },
  };
}

function modelActs(context: ModelContext, { labels, maps }: Parts) {
  const { repository, settings, platform } = context;
  const deploymentOf = (type: ModelType, version: number, reason: string, { principal }: ModelActor) => ({
    ...{ model_type: type, version, reason, account_id: principal.accountId, account_name: principal.name },
    at: new Date(platform.clock.nowMs()),
  });

  async function deploy(deployment: Deployment, actor: ModelActor): Promise<ModelVersion> {
    const { model_type, version, kind, reason } = deployment;
    const row = await repository.deploy(deployment);
    if (row === undefined) throw noVersion(model_type, version);
    await keepFor(context, row, deployment);
    await recordAct(context, { type: model_type, version, actor }, { act: kind, reason });
    await maps.makeUsual(model_type, version);
    return versionView(row, await labels.of(row));
  }

  return {
    async approve(type: ModelType, version: number, reason: string, actor: ModelActor): Promise<ModelVersion> {
      const row = await repository.version(type, version);
      if (row === undefined) throw noVersion(type, version);
      if (row.state === 'deployed') throw new AppError('conflict', { detail: 'Esta versão já está em uso.' });
      if (row.trained_by_id === actor.principal.accountId && !settings.allowsOwnApproval) {
        throw new AppError('conflict', {
          detail: 'Quem treinou uma versão não a aprova: peça a outra pessoa com esta permissão.',
        });
      }
      return deploy({ ...deploymentOf(type, version, reason, actor), kind: 'approve' }, actor);
    },

    async rollBack(type: ModelType, reason: string, actor: ModelActor): Promise<ModelVersion> {
      const [last] = await repository.deployments(type);
      const previous = last?.previous_version;
      const row = previous == null ? undefined : await repository.version(type, previous);
      if (row === undefined) {
        throw new AppError('conflict', {
          detail: 'Não há versão anterior a que voltar: esta é a primeira, ou foi eliminada.',
        });
      }
      return deploy({ ...deploymentOf(type, row.version, reason, actor), kind: 'rollback' }, actor);
    },

    async remove(type: ModelType, version: number, confirm: string, actor: ModelActor) {
      if (confirm !== String(version)) {
        const message = `Escreva o número da versão, ${version}, para a eliminar.`;
        throw new AppError('validation_failed', { detail: message, issues: [{ path: 'query.confirm', message }] });
      }
      const row = await repository.version(type, version);
      if (row === undefined) throw noVersion(type, version);
      const removed = await repository.removeVersion(type, version);
      if (removed === undefined) {
        throw new AppError('conflict', { detail: 'A versão em uso não se elimina: ponha outra em uso primeiro.' });
      }
      await platform.storage.delete(removed.artefact_key);
      await maps.forgetVersion(type, version);
      await recordAct(context, { type, version, actor }, { algorithm: removed.algorithm }, 'data.delete');
      return { version };
    },
  };
}

/** The rows that a version in use learned from stay, and the predictions of the one before are no longer given. */
async function keepFor({ retention }: ModelContext, row: VersionRow, { account_name, reason }: Deployment) {
  const { model_type, version, data_sha256 } = row;
  await retention.hold({ owner: `model/${model_type}`, dataSha256: data_sha256, by: account_name, reason });
  await retention.forgetPredictions(model_type, String(version));
}
