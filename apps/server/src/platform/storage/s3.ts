import { Readable } from 'node:stream';
import { checkedKey, checkedPrefix, compareKeys } from './keys.ts';
import type { ObjectStorage } from './storage.ts';

export type S3Options = {
  readonly bucket: string;
  readonly region: string;
  /** Of a server other than Amazon's, e.g. MinIO; absent: Amazon's of the region. */
  readonly endpoint?: string | undefined;
  /** Both or neither; neither: the machine's own role. */
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  /** `https://host/bucket/key` rather than `https://bucket.host/key`; most servers besides Amazon's need it. */
  readonly forcePathStyle?: boolean | undefined;
};

/** Object storage in a bucket of any S3. The client is loaded on first use: it weighs more than the rest of the start. */
export function createS3Storage(options: S3Options): ObjectStorage {
  const { bucket } = options;
  let connected: ReturnType<typeof connect> | null = null;
  const s3 = () => {
    connected ??= connect(options);
    return connected;
  };

  return {
    kind: 's3',
    async put(key, bytes, contentType) {
      const target = { Bucket: bucket, Key: checkedKey(key) };
      const { client, sdk } = await s3();
      await client.send(
        new sdk.PutObjectCommand({
          ...target,
          Body: bytes,
          ContentLength: bytes.byteLength,
          ContentType: contentType ?? 'application/octet-stream',
        }),
      );
    },
    async get(key) {
      const target = { Bucket: bucket, Key: checkedKey(key) };
      const { client, sdk } = await s3();
      try {
        const answer = await client.send(new sdk.GetObjectCommand(target));
        return answer.Body === undefined ? new Uint8Array() : await answer.Body.transformToByteArray();
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null;
        throw error;
      }
    },
    async putStream(key, bytes, contentType) {
      const target = { Bucket: bucket, Key: checkedKey(key) };
      const s3Client = await s3();
      return uploadParts(s3Client, target, bytes, contentType ?? 'application/octet-stream');
    },
    async open(key, range) {
      const target = { Bucket: bucket, Key: checkedKey(key) };
      const { client, sdk } = await s3();
      try {
        const head = await client.send(new sdk.HeadObjectCommand(target));
        const sizeBytes = head.ContentLength ?? 0;
        const wanted = range?.(sizeBytes) ?? null;
        const answer = await client.send(
          new sdk.GetObjectCommand({
            ...target,
            ...(wanted === null ? {} : { Range: `bytes=${wanted.first}-${wanted.last}` }),
          }),
        );
        const bytes = answer.Body instanceof Readable ? answer.Body : Readable.from([]);
        return { key, sizeBytes, modifiedAt: (head.LastModified ?? new Date(0)).toISOString(), bytes };
      } catch (error) {
        if (error instanceof sdk.NoSuchKey || error instanceof sdk.NotFound) return null;
        throw error;
      }
    },
    async listLevel(prefix, { limit, after }) {
      const { client, sdk } = await s3();
      const answer = await client.send(
        new sdk.ListObjectsV2Command({
          Bucket: bucket,
          Prefix: checkedPrefix(prefix),
          Delimiter: '/',
          MaxKeys: limit,
          ...(after === undefined ? {} : { StartAfter: after }),
        }),
      );
      const objects = (answer.Contents ?? []).flatMap(({ Key, Size, LastModified }) =>
        Key === undefined || Size === undefined || LastModified === undefined
          ? []
          : [{ key: Key, sizeBytes: Size, modifiedAt: LastModified.toISOString() }],
      );
      const prefixes = (answer.CommonPrefixes ?? []).flatMap(({ Prefix }) => (Prefix === undefined ? [] : [Prefix]));
      const last = [...objects.map(({ key }) => key), ...prefixes].sort(compareKeys).at(-1) ?? null;
      return { objects, prefixes, next: answer.IsTruncated === true ? last : null };
    },
    async delete(key) {
      const target = { Bucket: bucket, Key: checkedKey(key) };
      const { client, sdk } = await s3();
      await client.send(new sdk.DeleteObjectCommand(target));
    },
    async *list(prefix) {
      const target = { Bucket: bucket, Prefix: checkedPrefix(prefix) };
      const { client, sdk } = await s3();
      for await (const page of sdk.paginateListObjectsV2({ client }, target)) {
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key === undefined || Size === undefined || LastModified === undefined) {
            throw new TypeError(`S3 listing of "${prefix}": an entry without key, size or date`);
          }
          yield { key: Key, sizeBytes: Size, modifiedAt: LastModified.toISOString() };
        }
      }
    },
  };
}

/** S3 takes parts of 5 MiB at least, 10,000 at most: objects up to 80 GB. */
const partBytes = 8 * 1_048_576;

type Connected = Awaited<ReturnType<typeof connect>>;
type Target = { readonly Bucket: string; readonly Key: string };

/** Puts bytes of unknown length: in one go where they fit into a part, in parts elsewhere. Answers how many. */
async function uploadParts(
  { client, sdk }: Connected,
  target: Target,
  bytes: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<number> {
  const parts = inParts(bytes);
  const first = (await parts.next()).value ?? Buffer.alloc(0);
  if (first.byteLength < partBytes) {
    const body = { Body: first, ContentLength: first.byteLength, ContentType: contentType };
    await client.send(new sdk.PutObjectCommand({ ...target, ...body }));
    return first.byteLength;
  }
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ ...target, ContentType: contentType }));
  if (UploadId === undefined) throw new TypeError(`S3 began no upload of "${target.Key}"`);
  const upload = { ...target, UploadId };
  try {
    const done: { PartNumber: number; ETag: string | undefined }[] = [];
    let total = 0;
    const put = async (part: Buffer): Promise<void> => {
      const PartNumber = done.length + 1;
      const body = { PartNumber, Body: part, ContentLength: part.byteLength };
      const { ETag } = await client.send(new sdk.UploadPartCommand({ ...upload, ...body }));
      done.push({ PartNumber, ETag });
      total += part.byteLength;
    };
    await put(first);
    for await (const part of parts) await put(part);
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: done } }));
    return total;
  } catch (error) {
    // Parts of an upload that is never ended are paid for and never shown.
    await client.send(new sdk.AbortMultipartUploadCommand(upload));
    throw error;
  }
}

async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    heldBytes += chunk.byteLength;
    while (heldBytes >= partBytes) {
      const all = Buffer.concat(held);
      yield all.subarray(0, partBytes);
      const rest = all.subarray(partBytes);
      held = [rest];
      heldBytes = rest.byteLength;
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held);
  return undefined;
}

async function connect(options: S3Options) {
  const sdk = await import('@aws-sdk/client-s3');
  const { accessKeyId, secretAccessKey } = options;
  const client = new sdk.S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle ?? false,
    // Servers besides Amazon's refuse the trailing checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  });
  return { sdk, client };
}
