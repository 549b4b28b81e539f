import type { ObjectInfo } from '../../../../platform/storage/object-storage.ts';
import type { Facts, S3Call } from './s3-call.ts';
import { S3Error } from './s3-error.ts';

/** Whether the client already has the object. Throws `PreconditionFailed`. RFC 9110 §13.2.2 */
export function isUnchanged(call: S3Call, info: ObjectInfo, { etag }: Facts): boolean {
  const modifiedMs = Math.floor(Date.parse(info.modifiedAt) / 1000) * 1000;
  const [match, none] = [call.header('if-match'), call.header('if-none-match')];
  const since = Date.parse(call.header('if-modified-since') ?? '');
  const until = Date.parse(call.header('if-unmodified-since') ?? '');
  if (match !== undefined && !isNamed(match, etag)) throw new S3Error('PreconditionFailed');
  if (match === undefined && modifiedMs > until) throw new S3Error('PreconditionFailed');
  if (none !== undefined) return isNamed(none, etag);
  return modifiedMs <= since;
}

/** Checks the conditions of a write; `present` reads the ETag. Throws `PreconditionFailed`, and `NoSuchKey` as S3 does. */
export async function assertWritable(call: S3Call, present: () => Promise<string | null>): Promise<void> {
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
  return list.split(',').some((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', '') === etag);
}
