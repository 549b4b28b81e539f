import { hash } from 'node:crypto';
import { allows } from '@kianda/contract';
import { isBucketName } from '@kianda/contract/open/storage/s3.contract';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ObjectInfo } from '../../../../platform/storage/object-storage.ts';
import { type PolicyAction, policyVerdict } from '../bucket-policy.rules.ts';
import type { AreaAccess } from '../bucket-settings.rules.ts';
import { mediaTypeOf } from '../content/media-types.ts';
import type { OwnStorage } from '../storage.service.ts';
import type { Actor } from '../storage.types.ts';
import type { ObjectFacts, ObjectTag } from '../usage.repository.ts';
import { S3Error } from './s3-error.ts';
import type { S3Caller } from './s3-keys.ts';
import { xmlOf } from './s3-xml.ts';
import type { SumName } from './sums.ts';

/** One request whose signature is good, or that has none and is judged by the policy of its area. */
export type S3Call = {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  /** The first value of a name in the query; undefined where it is not there. */
  readonly query: (name: string) => string | undefined;
  readonly header: (name: string) => string | undefined;
  /** Every header, by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly caller: S3Caller;
  readonly actor: Actor;
  /** Sums that the headers name, in base64: of the body, or of the object that a completed upload makes. */
  readonly sums: ReadonlyMap<SumName, string>;
  /** The content of the body, checked as it passes. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
};

/** Facts about an object that S3 clients get. */
export type Facts = Pick<ObjectFacts, 'etag' | 'headers' | 'metadata'> & { readonly contentType: string };

/** Throws `AccessDenied` where the key does not open the area, or not for writing. */
export function authorise({ caller, bucket }: S3Call, right: 'storage:read' | 'storage:write'): void {
  const { principal, buckets } = caller;
  if (buckets !== null && !buckets.includes(bucket)) throw new S3Error('AccessDenied', 'A chave não abre esta área.');
  if (principal.scopes?.includes(right) !== true || !allows(right, principal.role)) {
    throw new S3Error('AccessDenied', right === 'storage:write' ? 'A chave é só de leitura.' : undefined);
  }
}

/**
 * The area that a call names, for a key that may read it, or for everyone where its policy opens the act to everyone. What
 * the policy closes is closed to keys as well. Throws `NoSuchBucket` or `AccessDenied`.
 */
export async function openedArea(service: OwnStorage, call: S3Call, action?: PolicyAction) {
  if (call.caller.isAnonymous === true) return publicArea(service, call, action);
  authorise(call, 'storage:read');
  const area = await areaOf(service, call);
  if (action !== undefined && policyVerdict(area.access?.policy ?? [], action, call) === 'deny')
    throw new S3Error('AccessDenied', 'A política da área não o permite a ninguém.');
  return area;
}

/** The area for who signs nothing: by its policy alone. An area that is not there answers as one that is closed. */
async function publicArea(service: OwnStorage, call: S3Call, action: PolicyAction | undefined) {
  const refused = () => new S3Error('AccessDenied', 'O pedido tem de vir assinado com uma chave S3.');
  if (action === undefined || !isBucketName(call.bucket)) throw refused();
  const area = await areaOf(service, call).catch((error: unknown) => {
    throw error instanceof S3Error && error.code === 'NoSuchBucket' ? refused() : error;
  });
  if (area.access === undefined || !isOpenToAll(area.access, action, call)) throw refused();
  return area;
}

/** Whether an area's policy opens an act to everyone. */
export const isOpenToAll = (
  access: AreaAccess,
  action: PolicyAction,
  resource: { readonly bucket: string; readonly key: string },
): boolean => access.isPublic && policyVerdict(access.policy, action, resource) === 'allow';

async function areaOf(service: OwnStorage, call: S3Call) {
  try {
    return await service.opened(call.bucket, call.caller.principal);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw new S3Error('NoSuchBucket', undefined, { cause: error });
    throw error;
  }
}

/** As `openedArea`, for a key that may write. The platform's own areas are read only. */
export async function writableArea(service: OwnStorage, call: S3Call) {
  const area = await openedArea(service, call);
  authorise(call, 'storage:write');
  if (area.kind === 'system') throw new S3Error('AccessDenied', 'O que a plataforma guarda só se lê.');
  return area;
}

/** Only keys of all areas, of accounts that manage the storage, may create, change and remove areas. */
export function assertManages({ caller: { principal, buckets } }: S3Call): void {
  const mayWrite = principal.scopes?.includes('storage:write') === true;
  if (!mayWrite || buckets !== null || !allows('storage:manage', principal.role)) {
    throw new S3Error(
      'AccessDenied',
      'Criar, mudar e eliminar áreas cabe a quem gere o armazenamento, com uma chave de todas as áreas.',
    );
  }
}

/** The stored facts about an object, or derived ones where it was not written here. */
export function factsOf(info: ObjectInfo, row: ObjectFacts | undefined): Facts {
  if (row !== undefined && describes(row, info))
    return { etag: row.etag, headers: row.headers, metadata: row.metadata, contentType: row.content_type };
  return { etag: derivedEtag(info), headers: {}, metadata: {}, contentType: mediaTypeOf(info.key) };
}

/** As `factsOf`, the ETag alone. */
export const etagOf = (info: ObjectInfo, row: ObjectTag | undefined): string =>
  row !== undefined && describes(row, info) ? row.etag : derivedEtag(info);

/** Whether stored facts are those of an object as it is now. */
const describes = (row: ObjectTag, info: ObjectInfo): boolean =>
  row.size_bytes === info.sizeBytes && row.modified_at.toISOString() === info.modifiedAt;

/** An ETag of an object that was not written here; it is no MD5 of the content. */
const derivedEtag = ({ sizeBytes, modifiedAt }: ObjectInfo): string => `${hash('md5', `${sizeBytes} ${modifiedAt}`)}-1`;

export const quoted = (etag: string): string => `"${etag}"`;

/** A header that says yes; boto3 writes it as Python does, with a capital. */
export const isYes = (value: string | undefined): boolean => value?.toLowerCase() === 'true';

export function xmlAnswer(root: string, members: object, headers: Record<string, string> = {}): StandardAnswer {
  return { contentType: 'application/xml', headers, body: xmlOf(root, members) };
}

/** A number of the query. Throws `InvalidArgument`. */
export function numberOf(call: S3Call, name: string, range: { min: number; max: number; fallback: number }): number {
  const text = call.query(name);
  if (text === undefined || text === '') return range.fallback;
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < range.min)
    throw new S3Error(
      'InvalidArgument',
      `«${name}» vale ${text.slice(0, 20)}, e tem de ser um número a partir de ${range.min}.`,
    );
  return Math.min(value, range.max);
}
