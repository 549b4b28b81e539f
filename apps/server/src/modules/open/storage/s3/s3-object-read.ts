import { Readable } from 'node:stream';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { ByteRange, ObjectInfo } from '../../../../platform/storage/object-storage.ts';
import { rangeOf } from '../content/range.ts';
import type { VersionRow } from '../object-versions.repository.ts';
import type { OwnStorage } from '../storage.service.ts';
import { type Facts, factsOf, isOpenToAll, openedArea, quoted, type S3Call } from './s3-call.ts';
import { isUnchanged } from './s3-conditions.ts';
import { S3Error } from './s3-error.ts';
import { lockHeaders } from './s3-lock.ts';
import { metadataMark } from './s3-object-metadata.ts';
import { splitTags } from './s3-stored-tags.ts';
import { markHeader, namedVersion, versionHeader } from './s3-versions.ts';

/** Answers GetObject and HeadObject. */
export async function readObject(service: OwnStorage, call: S3Call): Promise<StandardAnswer> {
  const { storage } = service;
  const versionId = call.query('versionId');
  const action = versionId === undefined ? 's3:GetObject' : 's3:GetObjectVersion';
  const { root, kind, settings, access } = await openedArea(service, call, action);
  const fullKey = service.fullKeyOf(root, call.key);
  const isHead = call.method === 'HEAD';
  if (versionId !== undefined && storage.versions === undefined) throw new S3Error('NotImplemented');
  const version = await namedVersion(service, call, settings?.versioning != null);
  const rangeIn = (size: number) => rangeOf(call.header('range'), size);
  const found = isHead
    ? await (version === null || versionId === undefined ? storage.stat(fullKey) : infoOfVersion(fullKey, version))
    : await storage.open(fullKey, rangeIn, versionId);
  if (found === null) {
    // Whoever may not list the area must not learn by asking which names it has.
    if (call.caller.isAnonymous === true && (access === undefined || !isOpenToAll(access, 's3:ListBucket', call)))
      throw new S3Error('AccessDenied');
    throw missingObject(version);
  }
  const bytes = 'bytes' in found && found.bytes instanceof Readable ? found.bytes : null;
  try {
    // Of what the platform itself stores, no facts are kept.
    const facts =
      version !== null && isOfVersion(version, found)
        ? factsOfVersion(version)
        : kind === 'system'
          ? factsOf(found, undefined)
          : await factsFor(service, call, found);
    const own = {
      ...(version === null ? {} : { [versionHeader]: version.version_id, ...lockHeaders(version) }),
      // An object that everyone may read, pages of others may show as a picture.
      ...(call.caller.isAnonymous === true ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
    };
    const range = rangeIn(found.sizeBytes);
    if (isUnchanged(call, found, facts)) {
      bytes?.destroy();
      return { status: 304, headers: { ...headersOf(found, facts, call), ...own } };
    }
    return {
      status: range === null ? 200 : 206,
      contentType: call.query('response-content-type') ?? facts.contentType,
      headers: { ...headersOf(found, facts, call), ...own, ...lengthHeaders(range, found.sizeBytes) },
      // A HEAD answers the content's length, which an absent body would overwrite with 0.
      body: ('whole' in found ? found.whole : undefined) ?? bytes ?? Readable.from([]),
    };
  } catch (error) {
    bytes?.destroy();
    throw error;
  }
}

/** As S3 answers for an object that is not there; where its deletion is a version, with its mark. */
function missingObject(version: VersionRow | null): S3Error {
  const headers = version?.is_deleted === true ? { [markHeader]: 'true', [versionHeader]: version.version_id } : {};
  return new S3Error('NoSuchKey', undefined, { headers });
}

const isOfVersion = (row: VersionRow, { sizeBytes, modifiedAt }: ObjectInfo): boolean =>
  !row.is_deleted && Number(row.size_bytes) === sizeBytes && row.modified_at.toISOString() === modifiedAt;

export const infoOfVersion = (key: string, row: VersionRow): ObjectInfo => ({
  key,
  sizeBytes: Number(row.size_bytes),
  modifiedAt: row.modified_at.toISOString(),
});

export function factsOfVersion({ etag, headers, metadata, content_type }: VersionRow): Facts {
  return { etag, headers, metadata, contentType: content_type };
}

/** Facts that S3 clients get about an object. */
export async function factsFor(
  service: OwnStorage,
  { bucket, key }: Pick<S3Call, 'bucket' | 'key'>,
  info: ObjectInfo,
): Promise<Facts> {
  return factsOf(info, await service.factsOf({ bucket, key }, info));
}

function lengthHeaders(range: ByteRange | null, sizeBytes: number): Record<string, string> {
  if (range === null) return { 'content-length': String(sizeBytes) };
  return {
    'content-length': String(range.last - range.first + 1),
    'content-range': `bytes ${range.first}-${range.last}/${sizeBytes}`,
  };
}

function headersOf(info: ObjectInfo, facts: Facts, call: S3Call): Record<string, string> {
  const meta = Object.entries(facts.metadata).map(([name, value]) => [metadataMark + name, value]);
  const { headers: own, tags } = splitTags(facts.headers);
  const wanted = (name: string) => {
    const value = call.query(`response-${name}`);
    return value === undefined || /[^\x20-\x7e]/.test(value) ? {} : { [name]: value };
  };
  const headers: Record<string, string> = {
    ...Object.fromEntries(meta),
    ...own,
    ...(tags.length === 0 ? {} : { 'x-amz-tagging-count': String(tags.length) }),
    ...wanted('content-disposition'),
    ...wanted('content-encoding'),
    ...wanted('content-language'),
    ...wanted('expires'),
    etag: quoted(facts.etag),
    'last-modified': new Date(info.modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
    // The sandbox keeps an uploaded file from acting as a page of the platform.
    'content-security-policy': "default-src 'none'; sandbox",
  };
  // A proxy that compressed the body would make the length wrong.
  const cache = call.query('response-cache-control') ?? headers['cache-control'] ?? 'private, no-cache';
  headers['cache-control'] = `${/[^\x20-\x7e]/.test(cache) ? 'private' : cache}, no-transform`;
  return headers;
}
