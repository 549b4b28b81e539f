import { Readable } from 'node:stream';
import { z } from 'zod';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ByteRange, ObjectInfo } from '../../../../platform/storage/object-storage.ts';
import { rangeOf } from '../content/range.ts';
import type { OwnStorage } from '../storage.service.ts';
import { decoded } from './canonical.ts';
import { type Facts, factsOf, openedArea, quoted, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error, toS3Error } from './s3-error.ts';
import { readXml } from './s3-xml.ts';

/** Headers that are kept with an object and answered again. */
const keptHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
] as const;
const metadataMark = 'x-amz-meta-';
const maxMetadataBytes = 2048;
/** What would promise something that is not done here. */
const refusedHeaders = [
  ...['x-amz-server-side-encryption', 'x-amz-server-side-encryption-customer-algorithm', 'x-amz-tagging'],
  ...['x-amz-object-lock-mode', 'x-amz-object-lock-legal-hold', 'x-amz-website-redirect-location'],
];
const privateAcls: ReadonlySet<string> = new Set(['private', 'bucket-owner-full-control', 'bucket-owner-read']);

const deletion = z.object({
  Object: z
    .union([z.object({ Key: z.string() }), z.array(z.object({ Key: z.string() })).max(1000)])
    .transform((one) => (Array.isArray(one) ? one : [one])),
  Quiet: z.string().optional(),
});

/** Objects, whole and in one request. */
export function createS3Objects(service: OwnStorage) {
  const { storage } = service;

  async function factsFor(call: Pick<S3Call, 'bucket' | 'key'>, info: ObjectInfo): Promise<Facts> {
    return factsOf(info, (await service.kept(call.bucket, [call.key])).get(call.key));
  }

  /** An object to copy from, that the key may read. */
  async function source(call: S3Call) {
    const given = decoded((call.header('x-amz-copy-source') ?? '').replace(/^\//, ''));
    const [path = ''] = given.split('?versionId=');
    const at = path.indexOf('/');
    if (at < 1 || path !== given) throw new S3Error('InvalidArgument', 'x-amz-copy-source é «área/nome», sem versão.');
    if (Object.keys(call.headers).some((name) => name.startsWith('x-amz-copy-source-if-')))
      throw new S3Error('NotImplemented', 'Condições sobre a origem da cópia não são suportadas.');
    const from = { ...call, bucket: path.slice(0, at), key: path.slice(at + 1) };
    const { root } = await openedArea(service, from);
    const fullKey = service.whole(root, from.key);
    const info = await storage.stat(fullKey);
    if (info === null) throw new S3Error('NoSuchKey', 'Não existe o objeto de origem.');
    return { from, fullKey, info };
  }

  async function* contentOf(fullKey: string, range: ByteRange | null): AsyncGenerator<Uint8Array> {
    const opened = await storage.open(fullKey, () => range);
    if (opened === null) throw new S3Error('NoSuchKey');
    yield* opened.bytes as AsyncIterable<Uint8Array>;
  }

  return {
    source,
    contentOf,

    async read(call: S3Call): Promise<StandardAnswer> {
      const { root } = await openedArea(service, call);
      const fullKey = service.whole(root, call.key);
      const versionId = call.query('versionId');
      const isHead = call.method === 'HEAD';
      if (versionId !== undefined && (isHead || storage.versions === undefined)) throw new S3Error('NotImplemented');
      const range = (size: number) => rangeOf(call.header('range'), size);
      const found = isHead ? await storage.stat(fullKey) : await storage.open(fullKey, range, versionId);
      if (found === null) throw new S3Error('NoSuchKey');
      const bytes = 'bytes' in found && found.bytes instanceof Readable ? found.bytes : null;
      try {
        const facts = await factsFor(call, found);
        const asked = range(found.sizeBytes);
        const common = headersOf(found, facts, call);
        if (isUnchanged(call, found, facts)) {
          bytes?.destroy();
          return { status: 304, headers: common };
        }
        const length = asked === null ? found.sizeBytes : asked.last - asked.first + 1;
        return {
          status: asked === null ? 200 : 206,
          contentType: call.query('response-content-type') ?? facts.contentType,
          headers: {
            ...common,
            'content-length': String(length),
            ...(asked === null ? {} : { 'content-range': `bytes ${asked.first}-${asked.last}/${found.sizeBytes}` }),
          },
          // Of a HEAD the length is that of the content, which a body of none would overwrite.
          body: bytes ?? Readable.from([]),
        };
      } catch (error) {
        bytes?.destroy();
        throw error;
      }
    },

    async put(call: S3Call): Promise<StandardAnswer> {
      const { root } = await writableArea(service, call);
      const given = givenWith(call);
      const fullKey = service.whole(root, call.key);
      await holds(call, async () => {
        const info = await storage.stat(fullKey);
        return info === null ? null : (await factsFor(call, info)).etag;
      });
      const { etag } = await service.store({ name: call.bucket, key: call.key }, call.body, given, call.actor);
      return { headers: { etag: quoted(etag) } };
    },

    async copy(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const { from, fullKey, info } = await source(call);
      const directive = call.header('x-amz-metadata-directive') ?? 'COPY';
      if (directive !== 'COPY' && directive !== 'REPLACE')
        throw new S3Error('InvalidArgument', 'x-amz-metadata-directive é COPY ou REPLACE.');
      const isSame = from.bucket === call.bucket && from.key === call.key;
      if (isSame && directive === 'COPY')
        throw new S3Error('InvalidRequest', 'Copiar um objeto para si próprio só serve para mudar os seus metadados.');
      const facts = await factsFor(from, info);
      const asked = givenWith(call);
      const given = directive === 'COPY' ? facts : asked;
      const stored = await service.store(
        { name: call.bucket, key: call.key },
        contentOf(fullKey, null),
        { contentType: given.contentType, headers: given.headers, metadata: given.metadata },
        call.actor,
      );
      return xmlAnswer('CopyObjectResult', { LastModified: stored.modifiedAt, ETag: quoted(stored.etag) });
    },

    async remove(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      await removed(call, call.key);
      return { status: 204 };
    },

    async removeMany(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      const { Object: asked, Quiet } = await readXml(call.body, 'Delete', deletion);
      const Deleted: { Key: string }[] = [];
      const Failed: { Key: string; Code: string; Message: string }[] = [];
      for (const { Key } of asked) {
        try {
          await removed(call, Key);
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

  /** Without an error where there is no such object, as in S3. */
  async function removed(call: S3Call, key: string): Promise<void> {
    try {
      await service.removeObject(call.bucket, key, call.actor);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  }
}

/** What the client sends with an object. Throws where it asks for more than is kept. */
export function givenWith(call: S3Call) {
  const refused = refusedHeaders.find((name) => call.header(name) !== undefined && call.header(name) !== '');
  if (refused !== undefined) throw new S3Error('NotImplemented', `«${refused}» não é suportado aqui.`);
  const acl = call.header('x-amz-acl');
  if (acl !== undefined && !privateAcls.has(acl))
    throw new S3Error('NotImplemented', 'Um objeto não se abre a todos: partilhe uma ligação assinada.');
  const metadata: Record<string, string> = {};
  let size = 0;
  for (const name of Object.keys(call.headers)) {
    if (!name.startsWith(metadataMark)) continue;
    const value = call.header(name) ?? '';
    metadata[name.slice(metadataMark.length)] = value;
    size += name.length - metadataMark.length + Buffer.byteLength(value);
  }
  if (size > maxMetadataBytes) throw new S3Error('MetadataTooLarge');
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = call.header(name);
    const told = name === 'content-encoding' ? withoutChunks(value) : value;
    if (told !== undefined && told !== '') headers[name] = told.slice(0, 1024);
  }
  return { contentType: (call.header('content-type') ?? 'application/octet-stream').slice(0, 200), headers, metadata };
}

/** The framing of the body is not an encoding of the content. */
const withoutChunks = (value: string | undefined): string | undefined =>
  value
    ?.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== 'aws-chunked')
    .join(', ');

function headersOf(info: ObjectInfo, facts: Facts, call: S3Call): Record<string, string> {
  const meta = Object.entries(facts.metadata).map(([name, value]) => [metadataMark + name, value]);
  const asked = (name: string) => {
    const value = call.query(`response-${name}`);
    return value === undefined || /[^\x20-\x7e]/.test(value) ? {} : { [name]: value };
  };
  const headers: Record<string, string> = {
    ...Object.fromEntries(meta),
    ...facts.headers,
    ...asked('content-disposition'),
    ...asked('content-encoding'),
    ...asked('content-language'),
    ...asked('expires'),
    etag: quoted(facts.etag),
    'last-modified': new Date(info.modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
    // What people upload never acts as a page of ours.
    'content-security-policy': "default-src 'none'; sandbox",
  };
  // Compressing would make the length a lie.
  const cache = call.query('response-cache-control') ?? headers['cache-control'] ?? 'private, no-cache';
  headers['cache-control'] = `${/[^\x20-\x7e]/.test(cache) ? 'private' : cache}, no-transform`;
  return headers;
}

/** Whether the client has it already. Throws `PreconditionFailed`. RFC 9110 §13.2.2 */
function isUnchanged(call: S3Call, info: ObjectInfo, { etag }: Facts): boolean {
  const modifiedMs = Math.floor(Date.parse(info.modifiedAt) / 1000) * 1000;
  const [match, none] = [call.header('if-match'), call.header('if-none-match')];
  const since = Date.parse(call.header('if-modified-since') ?? '');
  const until = Date.parse(call.header('if-unmodified-since') ?? '');
  if (match !== undefined && !isNamed(match, etag)) throw new S3Error('PreconditionFailed');
  if (match === undefined && modifiedMs > until) throw new S3Error('PreconditionFailed');
  if (none !== undefined) return isNamed(none, etag);
  return modifiedMs <= since;
}

/** The conditions under which something may be written. Throws `PreconditionFailed`, and `NoSuchKey` as S3 does. */
async function holds(call: S3Call, present: () => Promise<string | null>): Promise<void> {
  const [match, none] = [call.header('if-match'), call.header('if-none-match')];
  if (match === undefined && none === undefined) return;
  if (none !== undefined && none.trim() !== '*') throw new S3Error('NotImplemented', 'If-None-Match só com «*».');
  const etag = await present();
  if (none !== undefined && etag !== null) throw new S3Error('PreconditionFailed');
  if (match === undefined) return;
  if (etag === null) throw new S3Error('NoSuchKey');
  if (!isNamed(match, etag)) throw new S3Error('PreconditionFailed');
}

function isNamed(list: string, etag: string): boolean {
  if (list.trim() === '*') return true;
  return list.split(',').some((one) => one.trim().replace(/^W\//, '').replaceAll('"', '') === etag);
}
