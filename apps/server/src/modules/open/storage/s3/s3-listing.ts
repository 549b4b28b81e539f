import { crc32 } from 'node:zlib';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import { checkedPrefix } from '../../../../platform/storage/keys.ts';
import type { Level, ObjectInfo, ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { OwnStorage } from '../storage.service.ts';
import { encoded } from './canonical.ts';
import { etagOf, numberOf, openedArea, quoted, type S3Call, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';

const maxKeys = 1000;

/** Parameters of ListObjects, and of its second version. */
type Listing = {
  readonly isSecond: boolean;
  readonly prefix: string;
  readonly delimiter: string;
  readonly limit: number;
  /** Last key of the page before; empty for the first page. */
  readonly after: string;
  readonly token: string | undefined;
  readonly startAfter: string | undefined;
  readonly marker: string | undefined;
  readonly isUrlEncoded: boolean;
};

/** A page of a bucket's objects, as ListObjects and ListObjectsV2 answer it. */
export async function listBucket(service: OwnStorage, call: S3Call): Promise<StandardAnswer> {
  const { root } = await openedArea(service, call, 's3:ListBucket');
  const listing = listingOf(call);
  const { limit, prefix } = listing;
  const level: Level =
    limit === 0 || !isPrefix(root + prefix)
      ? { objects: [], prefixes: [], next: null }
      : await pageOf(service.storage, root, listing);
  const short = (key: string) => key.slice(root.length);
  const tags = await service.objectTags(
    call.bucket,
    level.objects.map(({ key }) => short(key)),
  );
  const { principal } = call.caller;
  const hasOwner = !listing.isSecond || call.query('fetch-owner') === 'true';
  const owner = hasOwner ? { Owner: { ID: principal.accountId, DisplayName: principal.email } } : {};
  const text = textOf(listing);
  return xmlAnswer('ListBucketResult', {
    Name: call.bucket,
    ...headOf(listing, level, level.next === null ? null : short(level.next)),
    Contents: level.objects.map((info) => ({
      Key: text(short(info.key)),
      LastModified: info.modifiedAt,
      ETag: quoted(etagOf(info, tags.get(short(info.key)))),
      Size: info.sizeBytes,
      ...owner,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: level.prefixes.map((each) => ({ Prefix: text(short(each)) })),
  });
}

function listingOf(call: S3Call): Listing {
  const isSecond = call.query('list-type') === '2';
  const token = call.query('continuation-token');
  const startAfter = call.query('start-after');
  const marker = call.query('marker');
  return {
    isSecond,
    prefix: call.query('prefix') ?? '',
    delimiter: call.query('delimiter') ?? '',
    limit: numberOf(call, 'max-keys', { min: 0, max: maxKeys, fallback: maxKeys }),
    after: (isSecond ? (token === undefined || token === '' ? startAfter : fromToken(token)) : marker) ?? '',
    token,
    startAfter,
    marker,
    isUrlEncoded: call.query('encoding-type') === 'url',
  };
}

/** Writes keys as the client asked for them: percent-encoded, or as they are. */
const textOf =
  ({ isUrlEncoded }: Listing) =>
  (key: string) =>
    isUrlEncoded ? key.split('/').map(encoded).join('/') : key;

/** Members that repeat the request and lead to the next page. */
function headOf(listing: Listing, level: Level, next: string | null): object {
  const { isSecond, prefix, delimiter, limit, token, startAfter, marker, isUrlEncoded } = listing;
  const text = textOf(listing);
  return {
    Prefix: text(prefix),
    ...(delimiter === '' ? {} : { Delimiter: text(delimiter) }),
    MaxKeys: limit,
    ...(isUrlEncoded ? { EncodingType: 'url' } : {}),
    IsTruncated: next !== null,
    ...(isSecond
      ? {
          KeyCount: level.objects.length + level.prefixes.length,
          ...(token === undefined ? {} : { ContinuationToken: token }),
          ...(startAfter === undefined ? {} : { StartAfter: text(startAfter) }),
          ...(next === null ? {} : { NextContinuationToken: toToken(next) }),
        }
      : { Marker: text(marker ?? ''), ...(next === null ? {} : { NextMarker: text(next) }) }),
  };
}

/** A page of keys below `root`; keys with the delimiter after the prefix are grouped under it. */
async function pageOf(storage: ObjectStorage, root: string, { prefix, delimiter, after, limit }: Listing) {
  const fullPrefix = root + prefix;
  const below = after === '' ? undefined : root + after;
  if (delimiter === '/') return storage.listLevel(fullPrefix, { limit, after: below });
  const objects: ObjectInfo[] = [];
  const prefixes: string[] = [];
  let last: string | null = null;
  for await (const info of storage.list(fullPrefix, below)) {
    const cut = delimiter === '' ? -1 : info.key.indexOf(delimiter, fullPrefix.length);
    const group = cut < 0 ? null : info.key.slice(0, cut + delimiter.length);
    if (group !== null && (group === prefixes.at(-1) || group === below)) continue;
    if (objects.length + prefixes.length >= limit) return { objects, prefixes, next: last };
    if (group === null) objects.push(info);
    else prefixes.push(group);
    last = group ?? info.key;
  }
  return { objects, prefixes, next: null } satisfies Level;
}

/** Whether any key can begin with the text. */
function isPrefix(text: string): boolean {
  try {
    checkedPrefix(text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** A key with a sum before it, so that a token that was damaged on its way is told from one of ours. */
function toToken(key: string): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(key));
  return Buffer.concat([sum, Buffer.from(key)]).toString('base64url');
}

/** Throws `InvalidArgument` for a token that no list gave: an empty page would say that nothing more is there. */
function fromToken(token: string): string {
  const key = Buffer.from(token, 'base64url').subarray(4).toString();
  if (toToken(key) !== token)
    throw new S3Error('InvalidArgument', 'O ContinuationToken não é o de uma página desta lista.');
  return key;
}
