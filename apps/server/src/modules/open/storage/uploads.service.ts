import { randomUUID } from 'node:crypto';
import type { UploadView } from '@kianda/contract/open/storage/uploads.contract';
import { AppError } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/module.ts';
import { uploadRoot } from './areas.rules.ts';
import type { StorageRepository, UploadRow } from './storage.repository.ts';
import type { StorageService } from './storage.service.ts';
import type { Actor } from './storage.types.ts';

const partBytes = 8 * 1_048_576;
/** An upload that nobody ended by then was given up. */
export const abandonedAfterMs = 7 * 86_400_000;

/** Uploads in parts: each part is an object of its own until the last has come, so that a cut line costs one part. */
export function createUploads(options: { platform: Platform; repository: StorageRepository; service: StorageService }) {
  const { repository, service } = options;
  const { storage, clock } = options.platform;
  const partKey = (id: string, part: number) => `${uploadRoot}/${id}/${String(part).padStart(5, '0')}`;

  async function partsOf(id: string): Promise<Map<number, number>> {
    const parts = new Map<number, number>();
    for await (const { key, sizeBytes } of storage.list(`${uploadRoot}/${id}/`)) {
      parts.set(Number(key.slice(key.lastIndexOf('/') + 1)), sizeBytes);
    }
    return parts;
  }

  async function own(id: string, actor: Actor): Promise<UploadRow> {
    const row = await repository.upload(id);
    if (row === undefined || row.account_id !== actor.principal.accountId) {
      throw new AppError('not_found', { detail: 'Esse envio não existe ou já terminou.' });
    }
    return row;
  }

  async function view(row: UploadRow): Promise<UploadView> {
    return {
      id: row.id,
      bucket: row.bucket,
      key: row.key,
      size: row.size_bytes,
      partSize: row.part_bytes,
      parts: [...(await partsOf(row.id)).keys()],
      createdAt: row.created_at.toISOString(),
    };
  }

  async function discard(id: string): Promise<void> {
    for await (const { key } of storage.list(`${uploadRoot}/${id}/`)) await storage.delete(key);
    await repository.removeUpload(id);
  }

  return {
    async begin(given: { bucket: string; key: string; size: number; contentType?: string | undefined }, actor: Actor) {
      const { root } = await service.writable(given.bucket);
      service.whole(root, given.key);
      const row: UploadRow = {
        id: randomUUID(),
        bucket: given.bucket,
        key: given.key,
        content_type: given.contentType ?? null,
        size_bytes: given.size,
        part_bytes: partBytes,
        account_id: actor.principal.accountId,
        created_at: new Date(clock.nowMs()),
      };
      await repository.addUpload(row);
      return view(row);
    },

    state: async (id: string, actor: Actor) => view(await own(id, actor)),

    async part(id: string, part: number, bytes: AsyncIterable<Uint8Array>, actor: Actor) {
      const row = await own(id, actor);
      const offset = (part - 1) * row.part_bytes;
      const expected = Math.min(row.part_bytes, row.size_bytes - offset);
      const refuse = (received: number) =>
        new AppError('validation_failed', {
          issues: [{ path: 'body', message: `Recebidos ${received} bytes, esperados ${Math.max(0, expected)}.` }],
        });
      if (expected <= 0) throw refuse(0);
      async function* exactly(): AsyncGenerator<Uint8Array> {
        let received = 0;
        for await (const chunk of bytes) {
          received += chunk.byteLength;
          if (received > expected) throw refuse(received);
          yield chunk;
        }
        if (received !== expected) throw refuse(received);
      }
      const size = await storage.putStream(partKey(id, part), exactly());
      return { part, size };
    },

    async finish(id: string, actor: Actor) {
      const row = await own(id, actor);
      const count = Math.ceil(row.size_bytes / row.part_bytes);
      const parts = await partsOf(id);
      const missing = Array.from({ length: count }, (_, index) => index + 1).filter((part) => !parts.has(part));
      if (missing.length > 0) {
        throw new AppError('conflict', { detail: `Faltam ${missing.length} de ${count} partes.` });
      }
      async function* whole(): AsyncGenerator<Uint8Array> {
        for (let part = 1; part <= count; part += 1) {
          const opened = await storage.open(partKey(id, part));
          if (opened === null) throw new Error(`part ${part} of upload ${id} is gone`);
          yield* opened.bytes as AsyncIterable<Uint8Array>;
        }
      }
      const contentType = row.content_type ?? 'application/octet-stream';
      const answer = await service.write(row.bucket, row.key, whole(), contentType, actor);
      await discard(id);
      return answer;
    },

    async cancel(id: string, actor: Actor): Promise<void> {
      await own(id, actor);
      await discard(id);
    },

    /** Uploads that nobody ended within a week. Resolves to how many. */
    async discardAbandoned(): Promise<number> {
      const rows = await repository.uploadsBefore(new Date(clock.nowMs() - abandonedAfterMs));
      for (const { id } of rows) await discard(id);
      return rows.length;
    },
  };
}

export type Uploads = ReturnType<typeof createUploads>;
