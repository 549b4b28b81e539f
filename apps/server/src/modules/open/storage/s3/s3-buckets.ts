import { allows } from '@kianda/contract';
import { isBucketName } from '@kianda/contract/open/storage/s3.contract';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { checkedPrefix } from '../../../../platform/storage/keys.ts';
import type { Level, ObjectInfo } from '../../../../platform/storage/object-storage.ts';
import type { OwnStorage } from '../storage.service.ts';
import { encoded } from './canonical.ts';
import { factsOf, numberOf, openedArea, quoted, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';

const maxKeys = 1000;

/** Areas as buckets. */
export function createS3Buckets(service: OwnStorage) {
  const { storage } = service;

  /** A page of keys below `root`, those with the delimiter after the prefix told as that prefix only. */
  async function page(root: string, asked: { prefix: string; delimiter: string; after: string; limit: number }) {
    const { prefix, delimiter, after, limit } = asked;
    const whole = root + prefix;
    const below = after === '' ? undefined : root + after;
    if (delimiter === '/') return storage.listLevel(whole, { limit, after: below });
    const objects: ObjectInfo[] = [];
    const prefixes: string[] = [];
    let last: string | null = null;
    for await (const info of storage.list(whole, below)) {
      const cut = delimiter === '' ? -1 : info.key.indexOf(delimiter, whole.length);
      const group = cut < 0 ? null : info.key.slice(0, cut + delimiter.length);
      if (group !== null && (group === prefixes.at(-1) || group === below)) continue;
      if (objects.length + prefixes.length >= limit) return { objects, prefixes, next: last };
      if (group === null) objects.push(info);
      else prefixes.push(group);
      last = group ?? info.key;
    }
    return { objects, prefixes, next: null } satisfies Level;
  }

  return {
    async all({ caller }: S3Call): Promise<StandardAnswer> {
      const { principal, buckets } = caller;
      if (principal.scopes?.includes('storage:read') !== true) throw new S3Error('AccessDenied');
      const names = (await service.names(principal)).filter(({ name }) => buckets === null || buckets.includes(name));
      return xmlAnswer('ListAllMyBucketsResult', {
        Owner: { ID: principal.accountId, DisplayName: principal.email },
        Buckets: {
          // A platform's own area has no day on which it was made.
          Bucket: names.map(({ name, createdAt }) => ({
            Name: name,
            CreationDate: createdAt ?? new Date(0).toISOString(),
          })),
        },
      });
    },

    async head(call: S3Call): Promise<StandardAnswer> {
      await openedArea(service, call);
      return { headers: { 'x-amz-bucket-region': 'us-east-1' } };
    },

    async location(call: S3Call): Promise<StandardAnswer> {
      await openedArea(service, call);
      return xmlAnswer('LocationConstraint', {});
    },

    async versioning(call: S3Call): Promise<StandardAnswer> {
      const { root } = await openedArea(service, call);
      const state = (await storage.versions?.state(root)) ?? 'off';
      const told = { enabled: 'Enabled', suspended: 'Suspended', off: undefined }[state];
      return xmlAnswer('VersioningConfiguration', { Status: told });
    },

    async list(call: S3Call): Promise<StandardAnswer> {
      const { root } = await openedArea(service, call);
      const isSecond = call.query('list-type') === '2';
      const [prefix, delimiter] = [call.query('prefix') ?? '', call.query('delimiter') ?? ''];
      const limit = numberOf(call, 'max-keys', { min: 0, max: maxKeys, fallback: maxKeys });
      const token = call.query('continuation-token');
      const startAfter = call.query('start-after');
      const marker = call.query('marker');
      const after = (isSecond ? (token === undefined ? startAfter : fromToken(token)) : marker) ?? '';
      const isUrl = call.query('encoding-type') === 'url';
      const told = (text: string) => (isUrl ? text.split('/').map(encoded).join('/') : text);
      const isPossible = isPrefix(root + prefix);
      const level: Level =
        limit === 0 || !isPossible
          ? { objects: [], prefixes: [], next: null }
          : await page(root, { prefix, delimiter, after, limit });
      const short = (key: string) => key.slice(root.length);
      const kept = await service.kept(
        call.bucket,
        level.objects.map(({ key }) => short(key)),
      );
      const next = level.next === null ? null : short(level.next);
      const { principal } = call.caller;
      const owner =
        isSecond && call.query('fetch-owner') !== 'true'
          ? undefined
          : { ID: principal.accountId, DisplayName: principal.email };
      return xmlAnswer('ListBucketResult', {
        Name: call.bucket,
        Prefix: told(prefix),
        ...(delimiter === '' ? {} : { Delimiter: told(delimiter) }),
        MaxKeys: limit,
        ...(isUrl ? { EncodingType: 'url' } : {}),
        IsTruncated: next !== null,
        ...(isSecond
          ? {
              KeyCount: level.objects.length + level.prefixes.length,
              ...(token === undefined ? {} : { ContinuationToken: token }),
              ...(startAfter === undefined ? {} : { StartAfter: told(startAfter) }),
              ...(next === null ? {} : { NextContinuationToken: toToken(next) }),
            }
          : { Marker: told(marker ?? ''), ...(next === null ? {} : { NextMarker: told(next) }) }),
        Contents: level.objects.map((info) => ({
          Key: told(short(info.key)),
          LastModified: info.modifiedAt,
          ETag: quoted(factsOf(info, kept.get(short(info.key))).etag),
          Size: info.sizeBytes,
          ...(owner === undefined ? {} : { Owner: owner }),
          StorageClass: 'STANDARD',
        })),
        CommonPrefixes: level.prefixes.map((each) => ({ Prefix: told(short(each)) })),
      });
    },

    async create(call: S3Call): Promise<StandardAnswer> {
      const { caller, bucket, actor } = call;
      // Clients make the bucket they write to without asking whether it is there.
      const isKnown = (await service.names(caller.principal)).some(({ name }) => name === bucket);
      if (isKnown) throw new S3Error('BucketAlreadyOwnedByYou');
      if (!isBucketName(bucket)) throw new S3Error('InvalidBucketName');
      manage(call);
      try {
        await service.create({ name: bucket, description: '' }, actor);
      } catch (error) {
        if (error instanceof AppError && error.code === 'conflict') throw new S3Error('BucketAlreadyExists');
        throw error;
      }
      return { headers: { location: `/${bucket}` } };
    },

    async remove(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      manage(call);
      try {
        await service.remove(call.bucket, call.actor);
      } catch (error) {
        if (error instanceof AppError && error.code === 'conflict') throw new S3Error('BucketNotEmpty');
        throw error;
      }
      return { status: 204 };
    },
  };
}

/** Making and removing areas is for keys of all areas, of accounts that manage the storage. */
function manage({ caller: { principal, buckets } }: S3Call): void {
  const mayWrite = principal.scopes?.includes('storage:write') === true;
  if (!mayWrite || buckets !== null || !allows('storage:manage', principal.role)) {
    throw new S3Error(
      'AccessDenied',
      'Criar e eliminar áreas cabe a quem gere o armazenamento, com uma chave de todas as áreas.',
    );
  }
}

/** Whether any key could begin so. */
function isPrefix(text: string): boolean {
  try {
    checkedPrefix(text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const toToken = (key: string): string => Buffer.from(key).toString('base64url');
const fromToken = (token: string): string => Buffer.from(token, 'base64url').toString();
