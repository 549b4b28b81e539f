import { z } from 'zod';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { ListedVersion, VersionCursor, VersionRow } from '../object-versions.repository.ts';
import { nullVersion, type OwnVersions } from '../own-versions.service.ts';
import type { OwnStorage } from '../storage.service.ts';
import { encoded } from './canonical.ts';
import { assertManages, isYes, numberOf, openedArea, quoted, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { readXml } from './s3-xml.ts';

const maxKeys = 1000;
export const versionHeader = 'x-amz-version-id';
export const markHeader = 'x-amz-delete-marker';

/** The versions that this storage keeps. Throws `NotImplemented` where another one keeps them. */
export function versionsOf(service: OwnStorage): OwnVersions {
  if (service.ownVersions === null)
    throw new S3Error('NotImplemented', 'As versões são do S3 em que a plataforma guarda os objetos.');
  return service.ownVersions;
}

/** The version that a call names, or that the object is now where its area keeps versions; null where there is none to name. */
export async function namedVersion(
  service: OwnStorage,
  call: S3Call,
  keepsVersions: boolean,
): Promise<VersionRow | null> {
  const id = call.query('versionId');
  if (service.ownVersions === null || (id === undefined && !keepsVersions)) return null;
  if (id === undefined) return (await service.ownVersions.latest(call)) ?? null;
  const found = (await service.ownVersions.find(call, id))?.row ?? null;
  if (found === null && id !== nullVersion) throw new S3Error('NoSuchVersion');
  if (found?.is_deleted === true) {
    const headers = { [markHeader]: 'true', [versionHeader]: id, allow: 'DELETE' };
    throw new S3Error('MethodNotAllowed', 'Essa versão é a marca de uma eliminação.', { headers });
  }
  return found;
}

/** Deletes the version that a call names, for good. Throws `AccessDenied` for one that is locked. */
export async function removeVersion(service: OwnStorage, call: S3Call, key: string, id: string) {
  const bypassGovernance = isYes(call.header('x-amz-bypass-governance-retention')) && mayManage(call);
  const versions = versionsOf(service);
  const removed = await versions
    .remove({ bucket: call.bucket, key }, id, { bypassGovernance })
    .catch((error: unknown) => {
      throw refusedByLock(error);
    });
  if (removed === null) {
    // The only version of an object that was written before its area kept versions.
    if (id === nullVersion && (await versions.latest({ bucket: call.bucket, key })) === undefined)
      await service.removeWithoutVersion({ bucket: call.bucket, key }, call.actor);
    return { [versionHeader]: id };
  }
  await service.changed({ bucket: call.bucket, key });
  await service.record(call.actor, 'data.delete', `${call.bucket}/${key}`, { act: 'delete-version', versionId: id });
  return { [versionHeader]: id, ...(removed.is_deleted ? { [markHeader]: 'true' } : {}) };
}

export function mayManage(call: S3Call): boolean {
  try {
    assertManages(call);
    return true;
  } catch {
    return false;
  }
}

function refusedByLock(error: unknown): unknown {
  const { code, detail } = error as { code?: string; detail?: string };
  return code === 'conflict' ? new S3Error('AccessDenied', detail, { cause: error }) : error;
}

const versioning = z.object({ Status: z.enum(['Enabled', 'Suspended']).optional(), MfaDelete: z.string().optional() });

/** GetBucketVersioning and PutBucketVersioning. */
export function createS3Versioning(service: OwnStorage) {
  return {
    async read(call: S3Call): Promise<StandardAnswer> {
      const { root } = await openedArea(service, call);
      const state = (await service.storage.versions?.state(root)) ?? 'off';
      const status = { enabled: 'Enabled', suspended: 'Suspended', off: undefined }[state];
      return xmlAnswer('VersioningConfiguration', { Status: status });
    },

    async put(call: S3Call): Promise<StandardAnswer> {
      const { settings } = await writableArea(service, call);
      assertManages(call);
      versionsOf(service);
      const { Status, MfaDelete } = await readXml(call.body, 'VersioningConfiguration', versioning);
      if (Status === undefined) throw new S3Error('IllegalVersioningConfigurationException');
      if (MfaDelete === 'Enabled')
        throw new S3Error('NotImplemented', 'Uma segunda prova para eliminar não é suportada.');
      if (settings?.lock_enabled === true && Status === 'Suspended')
        throw new S3Error('InvalidBucketState', 'Uma área com bloqueio de objetos guarda sempre versões.');
      await service.setSettings(
        call.bucket,
        { versioning: Status === 'Enabled' ? 'enabled' : 'suspended' },
        call.actor,
      );
      return {};
    },

    async remove(): Promise<StandardAnswer> {
      throw new S3Error('MethodNotAllowed');
    },
  };
}

/** ListObjectVersions. */
export async function listVersions(service: OwnStorage, call: S3Call): Promise<StandardAnswer> {
  await openedArea(service, call);
  const versions = versionsOf(service);
  const [prefix, delimiter] = [call.query('prefix') ?? '', call.query('delimiter') ?? ''];
  const limit = numberOf(call, 'max-keys', { min: 0, max: maxKeys, fallback: maxKeys });
  const [keyMarker, idMarker] = [call.query('key-marker') ?? '', call.query('version-id-marker')];
  if (idMarker !== undefined && idMarker !== '' && keyMarker === '')
    throw new S3Error('InvalidArgument', '«version-id-marker» só com «key-marker».');
  const page =
    limit === 0
      ? emptyPage
      : await pageOf(versions, call.bucket, {
          prefix,
          delimiter,
          limit,
          after: await startOf(versions, call, keyMarker, idMarker),
        });
  const isUrlEncoded = call.query('encoding-type') === 'url';
  const text = (key: string) => (isUrlEncoded ? key.split('/').map(encoded).join('/') : key);
  const { accountId, email } = call.caller.principal;
  const last = page.isTruncated ? page.last : null;
  const entryOf = (row: ListedVersion) => ({
    ...{
      Key: text(row.key),
      VersionId: row.version_id,
      IsLatest: row.is_latest,
      LastModified: row.modified_at.toISOString(),
    },
    ...(row.is_deleted ? {} : { ETag: quoted(row.etag), Size: row.size_bytes, StorageClass: 'STANDARD' }),
    Owner: { ID: accountId, DisplayName: email },
  });
  return xmlAnswer('ListVersionsResult', {
    ...{ Name: call.bucket, Prefix: text(prefix), KeyMarker: text(keyMarker), VersionIdMarker: idMarker ?? '' },
    ...(last === null ? {} : { NextKeyMarker: text(last.key), NextVersionIdMarker: last.versionId ?? '' }),
    ...{ MaxKeys: limit, IsTruncated: page.isTruncated },
    ...(delimiter === '' ? {} : { Delimiter: text(delimiter) }),
    ...(isUrlEncoded ? { EncodingType: 'url' } : {}),
    Version: page.rows.filter((row) => !row.is_deleted).map(entryOf),
    DeleteMarker: page.rows.filter((row) => row.is_deleted).map(entryOf),
    CommonPrefixes: page.groups.map((group) => ({ Prefix: text(group) })),
  });
}

type Page = {
  readonly rows: readonly ListedVersion[];
  readonly groups: readonly string[];
  readonly isTruncated: boolean;
  readonly last: { readonly key: string; readonly versionId: string | null } | null;
};
const emptyPage: Page = { rows: [], groups: [], isTruncated: false, last: null };

async function startOf(
  versions: OwnVersions,
  { bucket }: S3Call,
  key: string,
  id: string | undefined,
): Promise<VersionCursor> {
  if (id === undefined || id === '') return { key, seq: null };
  const found = await versions.find({ bucket, key }, id);
  // An object without rows is its only version: after it comes the next key.
  return { key, seq: found?.row.seq ?? null };
}

async function pageOf(
  versions: OwnVersions,
  bucket: string,
  { prefix, delimiter, limit, after }: { prefix: string; delimiter: string; limit: number; after: VersionCursor },
): Promise<Page> {
  const rows: ListedVersion[] = [];
  const groups: string[] = [];
  let last: Page['last'] = null;
  let from = after;
  for (;;) {
    const batch = await versions.list(bucket, prefix, { after: from, limit: maxKeys });
    for (const row of batch) {
      const cut = delimiter === '' ? -1 : row.key.indexOf(delimiter, prefix.length);
      const group = cut < 0 ? null : row.key.slice(0, cut + delimiter.length);
      if (group !== null && (group === groups.at(-1) || group === after.key)) continue;
      if (rows.length + groups.length >= limit) return { rows, groups, isTruncated: true, last };
      if (group === null) rows.push(row);
      else groups.push(group);
      last = { key: group ?? row.key, versionId: group === null ? row.version_id : null };
    }
    const end = batch.at(-1);
    if (end === undefined || batch.length < maxKeys) return { rows, groups, isTruncated: false, last };
    from = { key: end.key, seq: end.seq };
  }
}
