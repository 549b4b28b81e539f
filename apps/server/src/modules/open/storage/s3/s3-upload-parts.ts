import type { Clock } from '../../../../platform/clock/clock.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { uploadRoot } from '../areas.rules.ts';
import { summed } from '../content/md5.ts';
import type { S3PartRow, S3Repository, S3UploadRow } from './s3.repository.ts';
import type { S3Call } from './s3-call.ts';
import { S3Error } from './s3-error.ts';

export const maxParts = 10_000;
const minPartBytes = 5 * 1_048_576;

const folderOf = (id: string) => `${uploadRoot}/${id}/`;
export const partKey = (id: string, part: number): string => folderOf(id) + String(part).padStart(5, '0');

/** Uploads under way and the parts that have come. */
export function createUploadParts({
  storage,
  repository,
  clock,
}: {
  storage: ObjectStorage;
  repository: S3Repository;
  clock: Clock;
}) {
  return {
    /** The upload that a call names. Throws `NoSuchUpload` also for an upload of another account. */
    async uploadOf(call: S3Call): Promise<S3UploadRow> {
      const row = await repository.upload(call.query('uploadId') ?? '');
      const isOwn = row?.account_id === call.caller.principal.accountId;
      if (row === undefined || !isOwn || row.bucket !== call.bucket || row.key !== call.key)
        throw new S3Error('NoSuchUpload');
      return row;
    },

    async savePart({ id }: S3UploadRow, part: number, bytes: AsyncIterable<Uint8Array>): Promise<S3PartRow> {
      const sum = summed(bytes);
      const size = await storage.putStream(partKey(id, part), sum.bytes);
      const row = {
        ...{ upload_id: id, part, size_bytes: size, etag: sum.digest() },
        stored_at: new Date(clock.nowMs()),
      };
      await repository.savePart(row);
      return row;
    },

    async discard(id: string): Promise<void> {
      for await (const { key } of storage.list(folderOf(id))) await storage.delete(key);
      await repository.removeUpload(id);
    },
  };
}

/** The parts that the client names, in its order. Throws where one is unknown, out of order or too small. */
export function namedParts(
  parts: readonly S3PartRow[],
  names: readonly { readonly PartNumber: number; readonly ETag: string }[],
): S3PartRow[] {
  const byNumber = new Map(parts.map((part) => [part.part, part]));
  const found = names.map(({ PartNumber, ETag }) => {
    const part = byNumber.get(PartNumber);
    if (part === undefined || part.etag !== ETag.replaceAll('"', '').trim()) throw new S3Error('InvalidPart');
    return part;
  });
  if (found.some((part, index) => index > 0 && part.part <= (found[index - 1]?.part ?? 0)))
    throw new S3Error('InvalidPartOrder');
  if (found.slice(0, -1).some(({ size_bytes }) => size_bytes < minPartBytes)) throw new S3Error('EntityTooSmall');
  return found;
}
