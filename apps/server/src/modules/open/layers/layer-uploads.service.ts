import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import type * as contract from '@kianda/contract/open/layers/layers.contract';
import { AppError } from '../../../platform/http/errors.ts';
import { createParts } from '../../../platform/storage/parts.ts';
import { cleanName } from './layer-file.rules.ts';
import { takeLayerFile, tooLarge, unusedKeptMs } from './layer-files.service.ts';
import type { LayerActor, LayerContext } from './layers.context.ts';
import type { UploadRow } from './layers.tables.ts';

const partBytes = 8 * 1_048_576;
/** Files that one account may have under way at once. */
const mostUnfinished = 10;

const sizesOf = (row: UploadRow) => ({ sizeBytes: Number(row.size_bytes), partBytes: row.part_bytes });

/** Files that come in parts, so that a cut line costs one part and not the file. */
export function createLayerUploads(context: LayerContext) {
  const { repository, platform, limits } = context;
  const parts = createParts(platform.storage, 'uploads/layers');

  /** Throws `not_found` also for one of another account. */
  async function own(id: string, { principal }: LayerActor): Promise<UploadRow> {
    const row = await repository.upload(id);
    if (row !== undefined && row.account_id === principal.accountId) return row;
    throw new AppError('not_found', { detail: 'Esse envio não existe ou já terminou: comece-o de novo.' });
  }

  async function discard(id: string): Promise<void> {
    await parts.discard(id);
    await repository.removeUpload(id);
  }

  return {
    async begin({ fileName, sizeBytes, mark }: BodyOf<typeof contract.beginLayerUpload>, { principal }: LayerActor) {
      if (sizeBytes > limits.fileBytes) throw tooLarge(limits);
      const { accountId } = principal;
      const name = cleanName(fileName);
      const unfinished = await repository.uploadsOf(accountId);
      const isKnown = unfinished.some(
        (one) => one.name === name && Number(one.size_bytes) === sizeBytes && one.mark === mark,
      );
      if (!isKnown && unfinished.length >= mostUnfinished) {
        throw new AppError('conflict', {
          detail: `Já tem ${mostUnfinished} ficheiros a meio: acabe de os enviar, ou espere um dia, ao fim do qual são esquecidos.`,
        });
      }
      const row = await repository.begunUpload({
        ...{ id: randomUUID(), name, size_bytes: sizeBytes, mark, part_bytes: partBytes },
        ...{ account_id: accountId, created_at: new Date(platform.clock.nowMs()) },
      });
      return { id: row.id, partBytes: row.part_bytes, parts: await parts.arrived(row.id) };
    },

    async part(id: string, part: number, bytes: AsyncIterable<Uint8Array>, actor: LayerActor) {
      const row = await own(id, actor);
      return { part, sizeBytes: await parts.put(id, part, sizesOf(row), bytes) };
    },

    /** A file that can't be read goes with its parts: sent again it would be none again. After any other fault they stay. */
    async finish(id: string, actor: LayerActor) {
      const row = await own(id, actor);
      const body = await parts.whole(id, sizesOf(row));
      try {
        const file = await takeLayerFile(context, { name: row.name, body }, actor);
        await discard(id);
        return file;
      } catch (error) {
        if (error instanceof AppError && error.code === 'validation_failed') await discard(id);
        throw error;
      }
    },

    /** Forgets those that nobody went on with for a day; resolves to their number. */
    async forgetAbandoned(): Promise<number> {
      const rows = await repository.uploadsBefore(new Date(platform.clock.nowMs() - unusedKeptMs));
      for (const { id } of rows) await discard(id);
      return rows.length;
    },
  };
}

export type LayerUploads = ReturnType<typeof createLayerUploads>;
