import {
  championAlias,
  type ModelType,
  type ModelVersion,
  modelTypes,
} from '@kianda/contract/models/registry/models.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { noVersion, recordAct } from '../model-acts.service.ts';
import { type VersionLabels, versionView } from '../model-views.rules.ts';
import type { ModelActor, ModelContext } from '../models.context.ts';
import type { VersionRow } from '../models.tables.ts';
import type { LabelRepository } from './labels.repository.ts';

/** An alias is the same with and without accents. */
const folded = (alias: string) =>
  alias
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
const champion = folded(championAlias);

/** Names that versions are called by, their tags and their descriptions; versions themselves never change. */
export function createLabels(context: ModelContext, labels: LabelRepository) {
  const { repository } = context;
  const of = ({ model_type, version }: Pick<VersionRow, 'model_type' | 'version'>): Promise<VersionLabels> =>
    labels.of(model_type, version);

  /** The alias as it is written; undefined where the model has none such. */
  const known = async (type: ModelType, alias: string) =>
    (await labels.aliases(type)).find((one) => folded(one.alias) === folded(alias));

  /** The version of a number or an alias; throws where there is none. */
  async function find(type: ModelType, reference: number | string): Promise<VersionRow> {
    if (typeof reference === 'string' && folded(reference) === champion) {
      const inUse = await repository.deployed(type);
      if (inUse !== undefined) return inUse;
      throw new AppError('not_found', { detail: `«${modelTypes[type]}» não tem versão em uso.` });
    }
    const version = typeof reference === 'number' ? reference : (await known(type, reference))?.version;
    const row = version === undefined ? undefined : await repository.version(type, version);
    if (row === undefined) throw noVersion(type, reference);
    return row;
  }

  function refuseChampion(alias: string): void {
    if (folded(alias) !== champion) return;
    throw new AppError('conflict', {
      detail: `«${championAlias}» é a versão em uso: muda quando outra é aprovada, ou quando se volta à anterior.`,
    });
  }

  return {
    of,
    find,

    async set(
      type: ModelType,
      alias: string,
      { version, reason }: { readonly version: number; readonly reason: string },
      actor: ModelActor,
    ): Promise<ModelVersion> {
      refuseChampion(alias);
      const row = await find(type, version);
      const before = await known(type, alias);
      await labels.set(type, before?.alias ?? alias, version);
      const from = before?.version ?? null;
      await recordAct(context, { type, version, actor }, { act: 'alias', alias, from, reason });
      return versionView(row, await of(row));
    },

    async remove(type: ModelType, alias: string, actor: ModelActor): Promise<{ alias: string }> {
      refuseChampion(alias);
      const found = await known(type, alias);
      if (found === undefined) {
        throw new AppError('not_found', { detail: `Nenhuma versão de «${modelTypes[type]}» se chama «${alias}».` });
      }
      await labels.remove(type, found.alias);
      await recordAct(context, { type, version: found.version, actor }, { act: 'unalias', alias: found.alias });
      return { alias: found.alias };
    },

    async describe(
      type: ModelType,
      version: number,
      { description, tags }: { readonly description: string; readonly tags: readonly string[] },
      actor: ModelActor,
    ): Promise<ModelVersion> {
      const row = await find(type, version);
      const written = { description: description === '' ? null : description, tags: [...new Set(tags)] };
      await labels.describe(type, version, written);
      await recordAct(context, { type, version, actor }, { act: 'describe', tags: written.tags.join(', ') });
      return versionView(row, await of(row));
    },
  };
}

export type Labels = ReturnType<typeof createLabels>;
