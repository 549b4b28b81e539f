import { createHash, randomUUID } from 'node:crypto';
import {
  type ForeignDeclaration,
  type ForeignFile,
  foreignFormats,
} from '@kianda/contract/models/registry/foreign.contract';
import type { ModelTraining, ModelType } from '@kianda/contract/models/registry/models.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { recordAct } from '../model-acts.service.ts';
import { trainingView } from '../model-views.rules.ts';
import type { ModelActor, ModelContext } from '../models.context.ts';
import { artefactFolder } from '../models.files.ts';
import { TooFewRows } from '../tables/learning-table.types.ts';
import { declare, platformOf, variablesOf, WrongDeclaration } from './declare.rules.ts';
import { type ForeignTaking, foreignJobName } from './foreign.jobs.ts';
import type { ForeignDescription } from './foreign.types.ts';
import { describeForeign } from './run-foreign.ts';

const formats = Object.keys(foreignFormats) as (keyof typeof foreignFormats)[];
const megabyte = 1_048_576;
const seeds = 2 ** 31;

/** Files are their sender's: only that account makes versions of them. Those that become none are gone after a day. */
const keyOf = (accountId: string, id: string, format: string) =>
  `${artefactFolder}foreign/${accountId}/${id}.${format}`;

type Upload = { readonly fileName: string; readonly stream: AsyncIterable<Uint8Array> };

/** Models that others trained: their files are taken in, checked, and become versions. */
export function createForeign(context: ModelContext) {
  const { platform, queue, repository } = context;

  async function tableOf(type: ModelType) {
    try {
      return await context.tableOf(type);
    } catch (error) {
      if (!(error instanceof TooFewRows)) throw error;
      throw new AppError('conflict', { detail: `Não há com que medir o modelo. ${error.message}` });
    }
  }

  return {
    async upload(type: ModelType, { fileName, stream }: Upload, { principal }: ModelActor): Promise<ForeignFile> {
      const format = formats.find((one) => fileName.toLowerCase().endsWith(`.${one}`));
      if (format === undefined)
        throw refused('O nome do ficheiro tem de acabar em .onnx ou .lambdas.', 'query.fileName');
      const bytes = await bytesOf(stream, context.settings.foreignFileBytes);
      const file = await described(format, bytes);
      const table = await tableOf(type);
      const id = randomUUID();
      await platform.storage.put(keyOf(principal.accountId, id, format), bytes, 'application/octet-stream');
      return {
        ...{ id, format, fileName, sizeBytes: bytes.byteLength },
        sha256: createHash('sha256').update(bytes).digest('hex'),
        producer: file.kind === 'onnx' && file.producer !== '' ? file.producer : null,
        opset: file.kind === 'onnx' ? file.opset : null,
        operators: file.kind === 'onnx' ? [...file.operators] : [],
        variables: variablesOf(file, table),
        outputs: file.kind === 'onnx' ? [...file.outputs] : [],
        classes: file.kind === 'onnx' ? [...file.classes] : [],
        isLogged: file.kind === 'onnx' && file.isLogged,
        platform: platformOf(table),
      };
    },

    /** Begins the measuring of a file; throws where its declaration does not fit. */
    async take(type: ModelType, declaration: ForeignDeclaration, actor: ModelActor): Promise<ModelTraining> {
      const { accountId, name } = actor.principal;
      const found = await storedFile(context, accountId, declaration.fileId);
      const table = await tableOf(type);
      fitting(() => declare(found.description, declaration, table));
      const input: ForeignTaking = {
        ...{ modelType: type, accountId, requestedBy: name, seed: await seedOf(context, type) },
        ...{ fileKey: found.key, format: found.format, declaration },
      };
      const runId = await queue().enqueue(foreignJobName, input, { actorId: accountId, trigger: 'manual' });
      const row = {
        ...{ run_id: runId, model_type: type, requested_by: name, requested_at: new Date(platform.clock.nowMs()) },
      };
      await repository.noteTraining(row);
      const { fileName, origin } = declaration;
      await recordAct(context, { type, version: null, actor }, { act: 'foreign', fileName, origin });
      return trainingView({ ...row, ended_at: null, version: null, error: null }, await queue().get(runId));
    },
  };
}

export type Foreign = ReturnType<typeof createForeign>;

const refused = (message: string, path: string) =>
  new AppError('validation_failed', { detail: message, issues: [{ path, message }] });

async function bytesOf(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.byteLength;
    if (size > most) {
      const detail = `O ficheiro excede o limite de ${Math.floor(most / megabyte)} MB.`;
      throw new AppError('payload_too_large', { detail });
    }
    parts.push(part);
  }
  if (size === 0) throw refused('O ficheiro está vazio.', 'body');
  return Buffer.concat(parts);
}

async function described(format: ForeignTaking['format'], bytes: Uint8Array): Promise<ForeignDescription> {
  try {
    return await describeForeign(format, bytes);
  } catch (error) {
    throw error instanceof UnreadableFile ? refused(error.message, 'body') : error;
  }
}

async function storedFile({ platform }: ModelContext, accountId: string, id: string) {
  for (const format of formats) {
    const key = keyOf(accountId, id, format);
    const bytes = await platform.storage.get(key);
    if (bytes !== null) return { key, format, description: await described(format, bytes) };
  }
  throw new AppError('not_found', { detail: 'Não há este ficheiro: envie-o de novo, que só se guarda um dia.' });
}

function fitting<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof WrongDeclaration ? refused(error.message, `body.${error.path}`) : error;
  }
}

/** The seed of the version in use, or of the newest: the same blocks of the sea are held out. */
async function seedOf({ repository, platform }: ModelContext, type: ModelType): Promise<number> {
  const [newest] = await repository.versions(type);
  const row = (await repository.deployed(type)) ?? newest;
  return row === undefined ? Math.floor(platform.random() * seeds) : Number(row.seed);
}
