import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { ByteRange } from '../../../../platform/storage/object-storage.ts';
import type { OwnStorage } from '../storage.service.ts';
import { abandonedAfterMs } from '../uploads.service.ts';
import { checkedParts, sumsOfPart } from './part-sums.ts';
import type { S3PartRow, S3Repository } from './s3.repository.ts';
import { numberOf, openedArea, quoted, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { objectMetadata } from './s3-object-metadata.ts';
import type { createS3Objects } from './s3-objects.ts';
import { partsAnswer, uploadsAnswer } from './s3-upload-lists.ts';
import { createUploadParts, maxParts, namedParts, partKey } from './s3-upload-parts.ts';
import { readXml } from './s3-xml.ts';

const named = z.looseObject({ PartNumber: z.coerce.number().int().min(1).max(maxParts), ETag: z.string() });
const completion = z.object({
  Part: z.union([named, z.array(named).max(maxParts)]).transform((parts) => (Array.isArray(parts) ? parts : [parts])),
});

type Options = {
  service: OwnStorage;
  objects: ReturnType<typeof createS3Objects>;
  repository: S3Repository;
  clock: Clock;
};
type Context = Options & { readonly uploads: ReturnType<typeof createUploadParts> };

/** Uploads in parts by S3 clients. Each part is an object of its own until the upload is completed. */
export function createS3Multipart(options: Options) {
  const { service, repository, clock } = options;
  const uploads = createUploadParts({ storage: service.storage, repository, clock });
  return {
    async begin(call: S3Call): Promise<StandardAnswer> {
      const { root } = await writableArea(service, call);
      service.fullKeyOf(root, call.key);
      const { contentType, headers, metadata } = objectMetadata(call);
      const id = randomUUID();
      await repository.addUpload({
        ...{ id, bucket: call.bucket, key: call.key, content_type: contentType, headers, metadata },
        ...{ account_id: call.caller.principal.accountId, created_at: new Date(clock.nowMs()) },
      });
      return xmlAnswer('InitiateMultipartUploadResult', { Bucket: call.bucket, Key: call.key, UploadId: id });
    },

    ...partWrites({ ...options, uploads }),
    ...uploadCompletion({ ...options, uploads }),

    async abort(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      await uploads.discard((await uploads.uploadOf(call)).id);
      return { status: 204 };
    },

    ...uploadLists({ service, repository, uploads }),

    /** Discards uploads left unfinished for a week; resolves to their number. */
    async discardAbandoned(): Promise<number> {
      const rows = await repository.uploadsBefore(new Date(clock.nowMs() - abandonedAfterMs));
      for (const { id } of rows) await uploads.discard(id);
      return rows.length;
    },

    /** Discards uploads of an area that began before an instant, of keys that begin with a prefix; how many. */
    async discardBefore(bucket: string, prefix: string, before: Date): Promise<number> {
      let discarded = 0;
      for (;;) {
        const rows = await repository.uploadsOfBefore(bucket, prefix, before);
        for (const { id } of rows) await uploads.discard(id);
        discarded += rows.length;
        if (rows.length === 0) return discarded;
      }
    },
  };
}

/** Parts that a client sends, or copies from an object. */
function partWrites({ service, objects, uploads }: Context) {
  return {
    async part(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const { etag } = await uploads.savePart(await uploads.uploadOf(call), partNumber(call), call.body);
      return { headers: { etag: quoted(etag) } };
    },

    async copiedPart(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const row = await uploads.uploadOf(call);
      const { fullKey, info, version } = await objects.source(call);
      const range = copyRange(call.header('x-amz-copy-source-range'), info.sizeBytes);
      const part = await uploads.savePart(
        row,
        partNumber(call),
        objects.contentOf(fullKey, range, version?.version_id),
      );
      return xmlAnswer('CopyPartResult', { LastModified: part.stored_at.toISOString(), ETag: quoted(part.etag) });
    },
  };
}

/** The object that the parts of an upload become. */
function uploadCompletion({ service, objects, repository, uploads }: Context) {
  return {
    async complete(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const row = await uploads.uploadOf(call);
      const { Part } = await readXml(call.body, 'CompleteMultipartUpload', completion);
      const parts = namedParts(await repository.parts(row.id), Part);
      const sums = new Map(Part.map((part) => [part.PartNumber, sumsOfPart(part)]));
      const summedParts = parts.map(({ part }) => ({
        bytes: objects.contentOf(partKey(row.id, part), null),
        sums: sums.get(part) ?? new Map(),
      }));
      const { etag, versionId } = await service.store(
        { bucket: row.bucket, key: row.key },
        {
          bytes: checkedParts(summedParts, call.sums),
          ...{ contentType: row.content_type, headers: row.headers, metadata: row.metadata },
          etag: etagOfParts(parts),
        },
        call.actor,
      );
      await uploads.discard(row.id);
      return xmlAnswer(
        'CompleteMultipartUploadResult',
        {
          ...{ Location: `/${row.bucket}/${row.key}`, Bucket: row.bucket, Key: row.key, ETag: quoted(etag) },
        },
        versionId === null ? {} : { 'x-amz-version-id': versionId },
      );
    },
  };
}

/** Lists of uploads under way and of their parts. */
function uploadLists({
  service,
  repository,
  uploads,
}: {
  service: OwnStorage;
  repository: S3Repository;
  uploads: ReturnType<typeof createUploadParts>;
}) {
  return {
    async parts(call: S3Call): Promise<StandardAnswer> {
      await openedArea(service, call);
      const row = await uploads.uploadOf(call);
      return partsAnswer(call, row, await repository.parts(row.id));
    },

    async uploads(call: S3Call): Promise<StandardAnswer> {
      await openedArea(service, call);
      return uploadsAnswer(call, await repository.uploads(call.bucket, call.query('prefix') ?? ''));
    },
  };
}

/** Range of a copied part. Unlike in `Range`, both ends are given and lie within the object. Throws `InvalidArgument`. */
function copyRange(header: string | undefined, sizeBytes: number): ByteRange | null {
  if (header === undefined) return null;
  const [, first = '', last = ''] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header.trim()) ?? [];
  const range = { first: Number(first), last: Number(last) };
  if (first === '' || range.first > range.last || range.last >= sizeBytes)
    throw new S3Error('InvalidArgument', 'x-amz-copy-source-range é «bytes=início-fim», dentro do objeto.');
  return range;
}

function partNumber(call: S3Call): number {
  const part = numberOf(call, 'partNumber', { min: 1, max: maxParts + 1, fallback: 0 });
  if (part < 1 || part > maxParts) throw new S3Error('InvalidArgument', `«partNumber» vai de 1 a ${maxParts}.`);
  return part;
}

/** ETag of an object made of parts: the MD5 of their MD5s, and their number. */
function etagOfParts(parts: readonly S3PartRow[]): string {
  const sum = createHash('md5');
  for (const { etag } of parts) sum.update(Buffer.from(etag, 'hex'));
  return `${sum.digest('hex')}-${parts.length}`;
}
