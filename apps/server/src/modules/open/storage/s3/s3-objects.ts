import { z } from 'zod';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ByteRange } from '../../../../platform/storage/object-storage.ts';
import type { OwnStorage } from '../storage.service.ts';
import { decoded } from './canonical.ts';
import { openedArea, quoted, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { assertWritable } from './s3-conditions.ts';
import { S3Error, toS3Error } from './s3-error.ts';
import { lockOfHeaders } from './s3-lock.ts';
import { objectMetadata } from './s3-object-metadata.ts';
import { factsFor, factsOfVersion, infoOfVersion, readObject } from './s3-object-read.ts';
import { splitTags, taggingHeader } from './s3-stored-tags.ts';
import { markHeader, namedVersion, removeVersion, versionHeader } from './s3-versions.ts';
import { readXml } from './s3-xml.ts';

const named = z.object({ Key: z.string(), VersionId: z.string().optional() });
const deletion = z.object({
  Object: z
    .union([named, z.array(named).max(1000)])
    .transform((objects) => (Array.isArray(objects) ? objects : [objects])),
  Quiet: z.string().optional(),
});

/** Operations on objects that one request carries whole. */
export function createS3Objects(service: OwnStorage, clock: Clock) {
  const { storage } = service;

  async function* contentOf(fullKey: string, range: ByteRange | null, id?: string): AsyncGenerator<Uint8Array> {
    const opened = await storage.open(fullKey, () => range, id);
    if (opened === null) throw new S3Error('NoSuchKey');
    yield* opened.bytes as AsyncIterable<Uint8Array>;
  }

  return {
    source: (call: S3Call) => sourceOf(service, call),
    contentOf,

    read: (call: S3Call) => readObject(service, call),

    ...objectWrites({ service, clock, contentOf }),
    ...objectRemovals(service),
  };
}

/** Objects that a client sends, or copies from another. */
function objectWrites({
  service,
  clock,
  contentOf,
}: {
  readonly service: OwnStorage;
  readonly clock: Clock;
  readonly contentOf: (fullKey: string, range: ByteRange | null, id?: string) => AsyncGenerator<Uint8Array>;
}) {
  const { storage } = service;
  return {
    async put(call: S3Call): Promise<StandardAnswer> {
      const { root, settings } = await writableArea(service, call);
      const lock = lockOfHeaders(call, settings, clock);
      const metadata = objectMetadata(call);
      const fullKey = service.fullKeyOf(root, call.key);
      await assertWritable(call, async () => {
        const info = await storage.stat(fullKey);
        return info === null ? null : (await factsFor(service, call, info)).etag;
      });
      const { bucket, key, actor } = call;
      const object = { ...metadata, bytes: call.body, ...(lock === undefined ? {} : { lock }) };
      const { etag, versionId } = await service.store({ bucket, key }, object, actor);
      return { headers: { etag: quoted(etag), ...versionHeaders(versionId) } };
    },

    async copy(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const { from, fullKey, info, version } = await sourceOf(service, call);
      const directive = call.header('x-amz-metadata-directive') ?? 'COPY';
      if (directive !== 'COPY' && directive !== 'REPLACE')
        throw new S3Error('InvalidArgument', 'x-amz-metadata-directive é COPY ou REPLACE.');
      const isSame = from.bucket === call.bucket && from.key === call.key;
      if (isSame && directive === 'COPY' && version === null)
        throw new S3Error('InvalidRequest', 'Copiar um objeto para si próprio só serve para mudar os seus metadados.');
      const facts = version === null ? await factsFor(service, from, info) : factsOfVersion(version);
      // The call's own metadata is checked even where the source's is copied.
      const own = objectMetadata(call);
      const { contentType, headers, metadata } = directive === 'COPY' ? facts : own;
      const tagged = call.header('x-amz-tagging-directive') === 'REPLACE' ? own : facts;
      const { [taggingHeader]: tags } = tagged.headers;
      const stored = await service.store(
        { bucket: call.bucket, key: call.key },
        {
          ...{ bytes: contentOf(fullKey, null, version?.version_id), contentType, metadata },
          headers: { ...splitTags(headers).headers, ...(tags === undefined ? {} : { [taggingHeader]: tags }) },
        },
        call.actor,
      );
      const result = { LastModified: stored.modifiedAt, ETag: quoted(stored.etag) };
      return xmlAnswer('CopyObjectResult', result, {
        ...versionHeaders(stored.versionId),
        ...(version === null ? {} : { 'x-amz-copy-source-version-id': version.version_id }),
      });
    },
  };
}

/** Objects that a client removes, alone or many at once. */
function objectRemovals(service: OwnStorage) {
  return {
    async remove(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const id = call.query('versionId');
      if (id !== undefined) return { status: 204, headers: await removeVersion(service, call, call.key, id) };
      const mark = await removeObject(service, call, call.key);
      return { status: 204, headers: mark === null ? {} : { [versionHeader]: mark, [markHeader]: 'true' } };
    },

    async removeMany(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const { Object: objects, Quiet } = await readXml(call.body, 'Delete', deletion);
      const Deleted: object[] = [];
      const Failed: { Key: string; Code: string; Message: string }[] = [];
      for (const { Key, VersionId } of objects) {
        try {
          Deleted.push({ Key, ...(await removeNamed(service, call, Key, VersionId)) });
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
  const cut = text.lastIndexOf('?versionId=');
  const [path, id] = cut < 0 ? [text, undefined] : [text.slice(0, cut), text.slice(cut + '?versionId='.length)];
  const at = path.indexOf('/');
  if (at < 1) throw new S3Error('InvalidArgument', 'x-amz-copy-source é «área/nome», com ou sem versão.');
  if (Object.keys(call.headers).some((name) => name.startsWith('x-amz-copy-source-if-')))
    throw new S3Error('NotImplemented', 'Condições sobre a origem da cópia não são suportadas.');
  const from = { ...call, bucket: path.slice(0, at), key: path.slice(at + 1) };
  const { root } = await openedArea(service, from, id === undefined ? 's3:GetObject' : 's3:GetObjectVersion');
  const fullKey = service.fullKeyOf(root, from.key);
  const asked = { ...from, query: (name: string) => (name === 'versionId' ? id : undefined) };
  const version = id === undefined ? null : await namedVersion(service, asked, true);
  const info = version === null ? await service.storage.stat(fullKey) : infoOfVersion(fullKey, version);
  if (info === null) throw new S3Error('NoSuchKey', 'Não existe o objeto de origem.');
  return { from, fullKey, info, version };
}

/** Removes an object; as in S3, removing one that does not exist is no error. */
async function removeObject(service: OwnStorage, { bucket, actor }: S3Call, key: string): Promise<string | null> {
  try {
    return await service.removeObject({ bucket, key }, actor);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    return null;
  }
}

/** Removes an object or one of its versions, and tells what it was as DeleteObjects does. */
async function removeNamed(service: OwnStorage, call: S3Call, key: string, id: string | undefined): Promise<object> {
  if (id !== undefined) {
    const { [markHeader]: mark } = await removeVersion(service, call, key, id);
    return { VersionId: id, ...(mark === undefined ? {} : { DeleteMarker: true, DeleteMarkerVersionId: id }) };
  }
  const mark = await removeObject(service, call, key);
  return mark === null ? {} : { DeleteMarker: true, DeleteMarkerVersionId: mark };
}

const versionHeaders = (id: string | null): Record<string, string> => (id === null ? {} : { [versionHeader]: id });
