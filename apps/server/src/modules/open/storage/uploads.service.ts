import { randomUUID } from 'node:crypto';
import type { UploadView } from '@kianda/contract/open/storage/uploads.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/module.ts';
import { createParts } from '../../../platform/storage/parts.ts';
import { uploadRoot } from './areas.rules.ts';
import type { StorageRepository, UploadRow } from './storage.repository.ts';
import type { StorageService } from './storage.service.ts';
import type { Actor } from './storage.types.ts';

const partBytes = 8 * 1_048_576;
/** An upload left unfinished for so long counts as abandoned. */
export const abandonedAfterMs = 7 * 86_400_000;

/** Uploads in parts: each part is an object of its own until the last has come, so that a cut line costs one part. */
export function createUploads(options: { platform: Platform; repository: StorageRepository; service: StorageService }) {
  const { repository, service } = options;
  const { storage, clock } = options.platform;
  const parts = createParts(storage, uploadRoot);
  const view = async (row: UploadRow) => viewOf(row, await parts.arrived(row.id));

  async function ownUpload(id: string, actor: Actor): Promise<UploadRow> {
    const row = await repository.upload(id);
    if (row === undefined || row.account_id !== actor.principal.accountId) {
      throw new AppError('not_found', { detail: 'Esse envio não existe ou já terminou.' });
    }
    return row;
  }

  async function discard(id: string): Promise<void> {
    await parts.discard(id);
    await repository.removeUpload(id);
  }

  return {
    async begin(upload: { bucket: string; key: string; size: number; contentType?: string | undefined }, actor: Actor) {
      const { root } = await service.writable(upload.bucket);
      service.fullKeyOf(root, upload.key);
      const row = uploadRow(upload, actor, clock);
      await repository.addUpload(row);
      return view(row);
    },

    state: async (id: string, actor: Actor) => view(await ownUpload(id, actor)),

    async part(id: string, part: number, bytes: AsyncIterable<Uint8Array>, actor: Actor) {
      const row = await ownUpload(id, actor);
      const size = await parts.put(id, part, sizesOf(row), bytes);
      return { part, size };
    },

    async finish(id: string, actor: Actor) {
      const row = await ownUpload(id, actor);
      const content = {
        bytes: await parts.whole(id, sizesOf(row)),
        contentType: row.content_type ?? 'application/octet-stream',
      };
      const answer = await service.write({ bucket: row.bucket, key: row.key }, content, actor);
      await discard(id);
      return answer;
    },

    async cancel(id: string, actor: Actor): Promise<void> {
      await ownUpload(id, actor);
      await discard(id);
    },

    /** Discards uploads left unfinished for a week; resolves to their number. */
    async discardAbandoned(): Promise<number> {
      const rows = await repository.uploadsBefore(new Date(clock.nowMs() - abandonedAfterMs));
      for (const { id } of rows) await discard(id);
      return rows.length;
    },
  };
}

export type Uploads = ReturnType<typeof createUploads>;

const sizesOf = (row: UploadRow) => ({ sizeBytes: row.size_bytes, partBytes: row.part_bytes });

function uploadRow(
  upload: { bucket: string; key: string; size: number; contentType?: string | undefined },
  actor: Actor,
  clock: Clock,
): UploadRow {
  return {
    id: randomUUID(),
    bucket: upload.bucket,
    key: upload.key,
    content_type: upload.contentType ?? null,
    size_bytes: upload.size,
    part_bytes: partBytes,
    account_id: actor.principal.accountId,
    created_at: new Date(clock.nowMs()),
  };
}

function viewOf(row: UploadRow, parts: readonly number[]): UploadView {
  return {
    id: row.id,
    bucket: row.bucket,
    key: row.key,
    size: row.size_bytes,
    partSize: row.part_bytes,
    parts: [...parts],
    createdAt: row.created_at.toISOString(),
  };
}
