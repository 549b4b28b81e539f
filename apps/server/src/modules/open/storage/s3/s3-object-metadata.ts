import type { S3Call } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { headerTags, taggingHeader } from './s3-stored-tags.ts';

/** Headers stored with an object and answered again. */
const storedHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
] as const;
export const metadataMark = 'x-amz-meta-';
const maxMetadataBytes = 2048;
/** Headers that ask for features that do not exist here; accepting them would be a false promise. */
const refusedHeaders = [
  ...['x-amz-server-side-encryption', 'x-amz-server-side-encryption-customer-algorithm'],
  ...['x-amz-website-redirect-location'],
];
const privateAcls: ReadonlySet<string> = new Set(['private', 'bucket-owner-full-control', 'bucket-owner-read']);

/** Content type, headers and metadata that a client sends with an object. Throws for those that can't be stored. */
export function objectMetadata(call: S3Call) {
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
  for (const name of storedHeaders) {
    const value = call.header(name);
    const text = name === 'content-encoding' ? withoutChunks(value) : value;
    if (text !== undefined && text !== '') headers[name] = text.slice(0, 1024);
  }
  const tags = headerTags(call);
  if (tags !== undefined) headers[taggingHeader] = tags;
  return { contentType: (call.header('content-type') ?? 'application/octet-stream').slice(0, 200), headers, metadata };
}

/** `aws-chunked` frames the body; it is no encoding of the content. */
const withoutChunks = (value: string | undefined): string | undefined =>
  value
    ?.split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== 'aws-chunked')
    .join(', ');
