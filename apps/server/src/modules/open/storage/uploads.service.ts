import { randomUUID } from 'node:crypto';
import type { UploadView } from '@kianda/contract/open/storage/uploads.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/module.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
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

  async function ownUpload(id: string, actor: Actor): Promise<UploadRow> {
    const row = await repository.upload(id);
    if (row === undefined || row.account_id !== actor.principal.accountId) {
      throw new AppError('not_found', { detail: 'Esse envio não existe ou já terminou.' });
    }
    return row;
  }

  async function discard(id: string): Promise<void> {
    for await (const { key } of storage.list(folderOf(id))) await storage.delete(key);
    await repository.removeUpload(id);
  }

  return {
    async begin(upload: { bucket: string; key: string; size: number; contentType?: string | undefined }, actor: Actor) {
      const { root } = await service.writable(upload.bucket);
      service.fullKeyOf(root, upload.key);
      const row = uploadRow(upload, actor, clock);
      await repository.addUpload(row);
      return viewOf(row, storage);
    },

    state: async (id: string, actor: Actor) => viewOf(await ownUpload(id, actor), storage),

    async part(id: string, part: number, bytes: AsyncIterable<Uint8Array>, actor: Actor) {
      const row = await ownUpload(id, actor);
      const offset = (part - 1) * row.part_bytes;
      const expected = Math.min(row.part_bytes, row.size_bytes - offset);
      if (expected <= 0) throw wrongLength(0, expected);
      const size = await storage.putStream(partKey(id, part), exactly(bytes, expected));
      return { part, size };
    },

    async finish(id: string, actor: Actor) {
      const row = await ownUpload(id, actor);
      const count = Math.ceil(row.size_bytes / row.part_bytes);
      const parts = await partsOf(id, storage);
      const missing = Array.from({ length: count }, (_, index) => index + 1).filter((part) => !parts.has(part));
      if (missing.length > 0) {
        throw new AppError('conflict', { detail: `Faltam ${missing.length} de ${count} partes.` });
      }
      const content = {
        bytes: joinedParts(id, count, storage),
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

const folderOf = (id: string) => `${uploadRoot}/${id}/`;
const partKey = (id: string, part: number) => folderOf(id) + String(part).padStart(5, '0');

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

async function viewOf(row: UploadRow, storage: ObjectStorage): Promise<UploadView> {
  return {
    id: row.id,
    bucket: row.bucket,
    key: row.key,
    size: row.size_bytes,
    partSize: row.part_bytes,
    parts: [...(await partsOf(row.id, storage)).keys()],
    createdAt: row.created_at.toISOString(),
  };
}

/** Sizes of the parts that have come, by their numbers. */
async function partsOf(id: string, storage: ObjectStorage): Promise<Map<number, number>> {
  const parts = new Map<number, number>();
  for await (const { key, sizeBytes } of storage.list(folderOf(id))) {
    parts.set(Number(key.slice(key.lastIndexOf('/') + 1)), sizeBytes);
  }
  return parts;
}

async function* joinedParts(id: string, count: number, storage: ObjectStorage): AsyncGenerator<Uint8Array> {
  for (let part = 1; part <= count; part += 1) {
    const opened = await storage.open(partKey(id, part));
    if (opened === null) throw new Error(`part ${part} of upload ${id} is gone`);
    yield* opened.bytes as AsyncIterable<Uint8Array>;
  }
}

/** The same bytes. Throws `validation_failed` as soon as they are more than expected, or at the end if fewer. */
async function* exactly(bytes: AsyncIterable<Uint8Array>, expected: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of bytes) {
    received += chunk.byteLength;
    if (received > expected) throw wrongLength(received, expected);
    yield chunk;
  }
  if (received !== expected) throw wrongLength(received, expected);
}

function wrongLength(received: number, expected: number): AppError {
  return new AppError('validation_failed', {
    issues: [{ path: 'body', message: `Recebidos ${received} bytes, esperados ${Math.max(0, expected)}.` }],
  });
}
