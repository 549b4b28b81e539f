import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { ByteRange } from '../../../../platform/storage/object-storage.ts';
import { uploadRoot } from '../areas.rules.ts';
import { summed } from '../content/md5.ts';
import type { OwnStorage } from '../storage.service.ts';
import { abandonedAfterMs } from '../uploads.service.ts';
import { checkedParts, sumsOfPart } from './part-sums.ts';
import type { S3PartRow, S3Repository, S3UploadRow } from './s3.repository.ts';
import { numberOf, openedArea, quoted, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { type createS3Objects, givenWith } from './s3-objects.ts';
import { readXml } from './s3-xml.ts';

const maxParts = 10_000;
const minPartBytes = 5 * 1_048_576;

const named = z.looseObject({ PartNumber: z.coerce.number().int().min(1).max(maxParts), ETag: z.string() });
const completion = z.object({
  Part: z.union([named, z.array(named).max(maxParts)]).transform((one) => (Array.isArray(one) ? one : [one])),
});

/** Uploads in parts. Each part is an object of its own until the last has come. */
export function createS3Multipart(options: {
  service: OwnStorage;
  objects: ReturnType<typeof createS3Objects>;
  repository: S3Repository;
  clock: Clock;
}) {
  const { service, objects, repository, clock } = options;
  const { storage } = service;
  const folderOf = (id: string) => `${uploadRoot}/${id}/`;
  const partKey = (id: string, part: number) => folderOf(id) + String(part).padStart(5, '0');
  const partNumber = (call: S3Call) => {
    const part = numberOf(call, 'partNumber', { min: 1, max: maxParts + 1, fallback: 0 });
    if (part < 1 || part > maxParts) throw new S3Error('InvalidArgument', `«partNumber» vai de 1 a ${maxParts}.`);
    return part;
  };

  async function under(call: S3Call): Promise<S3UploadRow> {
    const row = await repository.upload(call.query('uploadId') ?? '');
    const isOwn = row?.account_id === call.caller.principal.accountId;
    if (row === undefined || !isOwn || row.bucket !== call.bucket || row.key !== call.key)
      throw new S3Error('NoSuchUpload');
    return row;
  }

  async function discard(id: string): Promise<void> {
    for await (const { key } of storage.list(folderOf(id))) await storage.delete(key);
    await repository.removeUpload(id);
  }

  async function keep(row: S3UploadRow, part: number, bytes: AsyncIterable<Uint8Array>): Promise<S3PartRow> {
    const sum = summed(bytes);
    const size = await storage.putStream(partKey(row.id, part), sum.bytes);
    const kept = {
      ...{ upload_id: row.id, part, size_bytes: size, etag: sum.digest() },
      stored_at: new Date(clock.nowMs()),
    };
    await repository.keepPart(kept);
    return kept;
  }

  /** The parts that the client names, in their order. */
  function chosen(parts: readonly S3PartRow[], asked: readonly z.output<typeof named>[]): S3PartRow[] {
    const byNumber = new Map(parts.map((part) => [part.part, part]));
    const found = asked.map(({ PartNumber, ETag }) => {
      const part = byNumber.get(PartNumber);
      if (part === undefined || part.etag !== ETag.replaceAll('"', '').trim()) throw new S3Error('InvalidPart');
      return part;
    });
    if (found.some((part, index) => index > 0 && part.part <= (found[index - 1]?.part ?? 0)))
      throw new S3Error('InvalidPartOrder');
    if (found.slice(0, -1).some(({ size_bytes }) => size_bytes < minPartBytes)) throw new S3Error('EntityTooSmall');
    return found;
  }

  return {
    async begin(call: S3Call): Promise<StandardAnswer> {
      const { root } = await writableArea(service, call);
      service.whole(root, call.key);
      const { contentType, headers, metadata } = givenWith(call);
      const id = randomUUID();
      await repository.addUpload({
        ...{ id, bucket: call.bucket, key: call.key, content_type: contentType, headers, metadata },
        ...{ account_id: call.caller.principal.accountId, created_at: new Date(clock.nowMs()) },
      });
      return xmlAnswer('InitiateMultipartUploadResult', { Bucket: call.bucket, Key: call.key, UploadId: id });
    },

    async part(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const { etag } = await keep(await under(call), partNumber(call), call.body);
      return { headers: { etag: quoted(etag) } };
    },

    async copiedPart(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const row = await under(call);
      const { fullKey, info } = await objects.source(call);
      const range = copyRange(call.header('x-amz-copy-source-range'), info.sizeBytes);
      const part = await keep(row, partNumber(call), objects.contentOf(fullKey, range));
      return xmlAnswer('CopyPartResult', { LastModified: part.stored_at.toISOString(), ETag: quoted(part.etag) });
    },

    async complete(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const row = await under(call);
      const { Part } = await readXml(call.body, 'CompleteMultipartUpload', completion);
      const parts = chosen(await repository.parts(row.id), Part);
      const told = new Map(Part.map((part) => [part.PartNumber, sumsOfPart(part)]));
      const content = checkedParts(
        parts.map(({ part }) => ({
          bytes: objects.contentOf(partKey(row.id, part), null),
          sums: told.get(part) ?? new Map(),
        })),
        call.sums,
      );
      const sum = createHash('md5');
      for (const { etag } of parts) sum.update(Buffer.from(etag, 'hex'));
      const stored = await service.store(
        { name: row.bucket, key: row.key },
        content,
        {
          ...{ contentType: row.content_type, headers: row.headers, metadata: row.metadata },
          etag: `${sum.digest('hex')}-${parts.length}`,
        },
        call.actor,
      );
      await discard(row.id);
      return xmlAnswer('CompleteMultipartUploadResult', {
        ...{ Location: `/${row.bucket}/${row.key}`, Bucket: row.bucket, Key: row.key },
        ETag: quoted(stored.etag),
      });
    },

    async abort(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      await discard((await under(call)).id);
      return { status: 204 };
    },

    async parts(call: S3Call): Promise<StandardAnswer> {
      await openedArea(service, call);
      const row = await under(call);
      const limit = numberOf(call, 'max-parts', { min: 0, max: 1000, fallback: 1000 });
      const after = numberOf(call, 'part-number-marker', { min: 0, max: maxParts, fallback: 0 });
      const left = (await repository.parts(row.id)).filter(({ part }) => part > after);
      const page = left.slice(0, limit);
      return xmlAnswer('ListPartsResult', {
        ...{ Bucket: row.bucket, Key: row.key, UploadId: row.id, PartNumberMarker: after },
        ...{
          NextPartNumberMarker: page.at(-1)?.part ?? after,
          MaxParts: limit,
          IsTruncated: left.length > page.length,
        },
        Part: page.map(({ part, size_bytes, etag, stored_at }) => ({
          ...{ PartNumber: part, LastModified: stored_at.toISOString(), ETag: quoted(etag), Size: size_bytes },
        })),
        StorageClass: 'STANDARD',
      });
    },

    async uploads(call: S3Call): Promise<StandardAnswer> {
      await openedArea(service, call);
      const prefix = call.query('prefix') ?? '';
      const rows = await repository.uploads(call.bucket, prefix);
      const own = rows.filter(({ account_id }) => account_id === call.caller.principal.accountId);
      return xmlAnswer('ListMultipartUploadsResult', {
        ...{ Bucket: call.bucket, Prefix: prefix, MaxUploads: 1000, IsTruncated: false },
        Upload: own.map(({ id, key, created_at }) => ({
          ...{ Key: key, UploadId: id, StorageClass: 'STANDARD', Initiated: created_at.toISOString() },
        })),
      });
    },

    /** Uploads that nobody ended within a week. Resolves to how many. */
    async discardAbandoned(): Promise<number> {
      const rows = await repository.uploadsBefore(new Date(clock.nowMs() - abandonedAfterMs));
      for (const { id } of rows) await discard(id);
      return rows.length;
    },
  };
}

/** Unlike `Range`, both ends are told and lie within the object. Throws `InvalidArgument`. */
function copyRange(header: string | undefined, sizeBytes: number): ByteRange | null {
  if (header === undefined) return null;
  const [, first = '', last = ''] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header.trim()) ?? [];
  const range = { first: Number(first), last: Number(last) };
  if (first === '' || range.first > range.last || range.last >= sizeBytes)
    throw new S3Error('InvalidArgument', 'x-amz-copy-source-range é «bytes=início-fim», dentro do objeto.');
  return range;
}
