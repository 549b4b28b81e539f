import { createHash } from 'node:crypto';
import type { ParamsOf, QueryOf } from '@kianda/contract';
import { mostPhotoBytes, mostPhotos, type sendFieldPhoto } from '@kianda/contract/ingestion/field/field.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { FieldContext } from './field.context.ts';
import { cleanJpeg } from './jpeg.rules.ts';

const keyOf = (recordId: string, photoId: string) => `field/${recordId}/${photoId}.jpg`;

/** Photos of records, in the object storage: JPEG alone, and nothing in them but the picture. */
export function createPhotos({ platform: { storage, clock }, repository }: FieldContext) {
  return {
    async receive(
      { id, photoId }: ParamsOf<typeof sendFieldPhoto>,
      { lon, lat }: QueryOf<typeof sendFieldPhoto>,
      { stream, principal }: { readonly stream: AsyncIterable<Uint8Array>; readonly principal: Principal },
    ): Promise<{ outcome: 'stored' | 'already'; bytes: number }> {
      const record = await repository.find(id);
      if (record === undefined || record.account_id !== principal.accountId)
        throw new AppError('not_found', { detail: 'Esse registo não existe, ou é de outra conta.' });
      const present = await repository.photo(photoId);
      if (present !== undefined) return { outcome: 'already', bytes: present.bytes };
      if ((await repository.photosOf(id)).length >= mostPhotos)
        throw new AppError('conflict', { detail: `Um registo tem ${mostPhotos} fotografias no máximo.` });
      const picture = cleanJpeg(await bytesOf(stream));
      if (picture === null)
        throw new AppError('unsupported_media_type', { detail: 'A fotografia não é um JPEG que se possa ler.' });
      // The file first: a row always has one, and one without a row is written again by the next try.
      await storage.put(keyOf(id, photoId), picture.bytes, 'image/jpeg');
      const stored = await repository.insertPhoto({
        id: photoId,
        record_id: id,
        bytes: picture.bytes.length,
        sha256: createHash('sha256').update(picture.bytes).digest('hex'),
        width: picture.width,
        height: picture.height,
        lon: lon ?? null,
        lat: lat ?? null,
        received_at: new Date(clock.nowMs()),
      });
      return { outcome: stored ? 'stored' : 'already', bytes: picture.bytes.length };
    },

    async open(photoId: string): Promise<Uint8Array> {
      const row = await repository.photo(photoId);
      const bytes = row === undefined ? null : await storage.get(keyOf(row.record_id, photoId));
      if (bytes === null) throw new AppError('not_found', { detail: 'Essa fotografia não existe.' });
      return bytes;
    },

    /** Removes records that were rejected before an instant, and their photos; answers how many. */
    async removeRejected(before: Date, signal: AbortSignal): Promise<number> {
      let removed = 0;
      for (
        let ids = await repository.rejectedBefore(before);
        ids.length > 0;
        ids = await repository.rejectedBefore(before)
      ) {
        signal.throwIfAborted();
        for (const id of ids)
          for (const photo of await repository.photosOf(id)) await storage.delete(keyOf(id, photo.id));
        await repository.remove(ids);
        removed += ids.length;
      }
      return removed;
    },
  };
}

/** The whole body. Throws `payload_too_large` as soon as it is more than a photo may have. */
async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    if (length > mostPhotoBytes)
      throw new AppError('payload_too_large', { detail: 'A fotografia tem mais de 2 MB: envie-a mais pequena.' });
    parts.push(part);
  }
  return Buffer.concat(parts);
}
