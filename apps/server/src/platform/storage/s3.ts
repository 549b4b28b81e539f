import { checkedKey, checkedPrefix } from './keys.ts';
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
