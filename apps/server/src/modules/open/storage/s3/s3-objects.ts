import { z } from 'zod';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ByteRange } from '../../../../platform/storage/object-storage.ts';
import type { OwnStorage } from '../storage.service.ts';
import { decoded } from './canonical.ts';
import { openedArea, quoted, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { assertWritable } from './s3-conditions.ts';
import { S3Error, toS3Error } from './s3-error.ts';
import { objectMetadata } from './s3-object-metadata.ts';
import { factsFor, readObject } from './s3-object-read.ts';
import { splitTags, taggingHeader } from './s3-tags.ts';
import { readXml } from './s3-xml.ts';

const deletion = z.object({
  Object: z
    .union([z.object({ Key: z.string() }), z.array(z.object({ Key: z.string() })).max(1000)])
    .transform((objects) => (Array.isArray(objects) ? objects : [objects])),
  Quiet: z.string().optional(),
});

/** Operations on objects that one request carries whole. */
export function createS3Objects(service: OwnStorage) {
  const { storage } = service;

  async function* contentOf(fullKey: string, range: ByteRange | null): AsyncGenerator<Uint8Array> {
    const opened = await storage.open(fullKey, () => range);
    if (opened === null) throw new S3Error('NoSuchKey');
    yield* opened.bytes as AsyncIterable<Uint8Array>;
  }

  return {
    source: (call: S3Call) => sourceOf(service, call),
    contentOf,

    read: (call: S3Call) => readObject(service, call),

    async put(call: S3Call): Promise<StandardAnswer> {
      const { root } = await writableArea(service, call);
      const metadata = objectMetadata(call);
      const fullKey = service.fullKeyOf(root, call.key);
      await assertWritable(call, async () => {
        const info = await storage.stat(fullKey);
        return info === null ? null : (await factsFor(service, call, info)).etag;
      });
      const { bucket, key, actor } = call;
      const { etag } = await service.store({ bucket, key }, { ...metadata, bytes: call.body }, actor);
      return { headers: { etag: quoted(etag) } };
    },

    async copy(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const { from, fullKey, info } = await sourceOf(service, call);
      const directive = call.header('x-amz-metadata-directive') ?? 'COPY';
      if (directive !== 'COPY' && directive !== 'REPLACE')
        throw new S3Error('InvalidArgument', 'x-amz-metadata-directive é COPY ou REPLACE.');
      const isSame = from.bucket === call.bucket && from.key === call.key;
      if (isSame && directive === 'COPY')
        throw new S3Error('InvalidRequest', 'Copiar um objeto para si próprio só serve para mudar os seus metadados.');
      const facts = await factsFor(service, from, info);
      // The call's own metadata is checked even where the source's is copied.
      const own = objectMetadata(call);
      const { contentType, headers, metadata } = directive === 'COPY' ? facts : own;
      const tagged = call.header('x-amz-tagging-directive') === 'REPLACE' ? own : facts;
      const { [taggingHeader]: tags } = tagged.headers;
      const stored = await service.store(
        { bucket: call.bucket, key: call.key },
        {
          ...{ bytes: contentOf(fullKey, null), contentType, metadata },
          headers: { ...splitTags(headers).headers, ...(tags === undefined ? {} : { [taggingHeader]: tags }) },
        },
        call.actor,
      );
      return xmlAnswer('CopyObjectResult', { LastModified: stored.modifiedAt, ETag: quoted(stored.etag) });
    },

    async remove(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      await removeObject(service, call, call.key);
      return { status: 204 };
    },

    async removeMany(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const { Object: objects, Quiet } = await readXml(call.body, 'Delete', deletion);
      const Deleted: { Key: string }[] = [];
      const Failed: { Key: string; Code: string; Message: string }[] = [];
      for (const { Key } of objects) {
        try {
          await removeObject(service, call, Key);
          Deleted.push({ Key });
        } catch (error) {
          const { code, message } = toS3Error(error);
          if (code === 'InternalError') throw error;
          Failed.push({ Key, Code: code, Message: message });
        }
      }
      return xmlAnswer('DeleteResult', { ...(Quiet === 'true' ? {} : { Deleted }), Error: Failed });
    },
  };
}

/** The object that a copy reads; the key must be allowed to read it. */
async function sourceOf(service: OwnStorage, call: S3Call) {
  const text = decoded((call.header('x-amz-copy-source') ?? '').replace(/^\//, ''));
  const [path = ''] = text.split('?versionId=');
  const at = path.indexOf('/');
  if (at < 1 || path !== text) throw new S3Error('InvalidArgument', 'x-amz-copy-source é «área/nome», sem versão.');
  if (Object.keys(call.headers).some((name) => name.startsWith('x-amz-copy-source-if-')))
    throw new S3Error('NotImplemented', 'Condições sobre a origem da cópia não são suportadas.');
  const from = { ...call, bucket: path.slice(0, at), key: path.slice(at + 1) };
  const { root } = await openedArea(service, from);
  const fullKey = service.fullKeyOf(root, from.key);
  const info = await service.storage.stat(fullKey);
  if (info === null) throw new S3Error('NoSuchKey', 'Não existe o objeto de origem.');
  return { from, fullKey, info };
}

/** Removes an object; as in S3, removing one that does not exist is no error. */
async function removeObject(service: OwnStorage, { bucket, actor }: S3Call, key: string): Promise<void> {
  try {
    await service.removeObject({ bucket, key }, actor);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  }
}
