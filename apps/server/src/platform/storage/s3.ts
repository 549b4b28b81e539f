import { Readable } from 'node:stream';
import { checkedKey, checkedPrefix, compareKeys } from './keys.ts';
import type { ObjectStorage } from './object-storage.ts';
import { type Connected, connect, type Placement, type S3ConnectOptions } from './s3-client.ts';
import { uploadParts } from './s3-upload.ts';
import { createVersions } from './s3-versions.ts';

export type S3Options = S3ConnectOptions & { readonly bucket: string };

/** Object storage in a bucket of any S3. */
export function createS3Storage(options: S3Options): ObjectStorage {
  const Bucket = options.bucket;
  return createS3Objects(lazily(options), {
    target: (key) => ({ Bucket, Key: checkedKey(key) }),
    within: (prefix) => ({ Bucket, Prefix: checkedPrefix(prefix) }),
    keyOf: (_bucket, key) => key,
  });
}

/** One connection, made when it is first asked for. */
export function lazily(options: S3ConnectOptions): () => Promise<Connected> {
  let connected: Promise<Connected> | null = null;
  return () => {
    connected ??= connect(options);
    return connected;
  };
}

/** Objects of S3 behind the port, wherever their keys are placed. */
export function createS3Objects(
  s3: () => Promise<Connected>,
  { target: targetOf, within, keyOf }: Placement,
): ObjectStorage {
  return {
    kind: 's3',
    async put(key, bytes, contentType) {
      const target = targetOf(key);
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
      const target = targetOf(key);
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
      const target = targetOf(key);
      const s3Client = await s3();
      return uploadParts(s3Client, target, bytes, contentType ?? 'application/octet-stream');
    },
    async open(key, range, versionId) {
      const target = { ...targetOf(key), ...(versionId === undefined ? {} : { VersionId: versionId }) };
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
      const place = within(prefix);
      const { client, sdk } = await s3();
      const answer = await client.send(
        new sdk.ListObjectsV2Command({
          ...place,
          Delimiter: '/',
          MaxKeys: limit,
          ...(after === undefined ? {} : { StartAfter: within(after).Prefix }),
        }),
      );
      const { Bucket } = place;
      const objects = (answer.Contents ?? []).flatMap(({ Key, Size, LastModified }) =>
        Key === undefined || Size === undefined || LastModified === undefined
          ? []
          : [{ key: keyOf(Bucket, Key), sizeBytes: Size, modifiedAt: LastModified.toISOString() }],
      );
      const prefixes = (answer.CommonPrefixes ?? []).flatMap(({ Prefix }) =>
        Prefix === undefined ? [] : [keyOf(Bucket, Prefix)],
      );
      const last = [...objects.map(({ key }) => key), ...prefixes].sort(compareKeys).at(-1) ?? null;
      return { objects, prefixes, next: answer.IsTruncated === true ? last : null };
    },
    async delete(key) {
      const target = targetOf(key);
      const { client, sdk } = await s3();
      await client.send(new sdk.DeleteObjectCommand(target));
    },
    async stat(key) {
      const target = targetOf(key);
      const { client, sdk } = await s3();
      try {
        const { ContentLength, LastModified } = await client.send(new sdk.HeadObjectCommand(target));
        return { key, sizeBytes: ContentLength ?? 0, modifiedAt: (LastModified ?? new Date(0)).toISOString() };
      } catch (error) {
        if (error instanceof sdk.NotFound || error instanceof sdk.NoSuchKey) return null;
        throw error;
      }
    },
    async *list(prefix, after) {
      const place = within(prefix);
      const target = after === undefined ? place : { ...place, StartAfter: within(after).Prefix };
      const { client, sdk } = await s3();
      for await (const page of sdk.paginateListObjectsV2({ client }, target)) {
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key === undefined || Size === undefined || LastModified === undefined) {
            throw new TypeError(`S3 listing of "${prefix}": an entry without key, size or date`);
          }
          yield { key: keyOf(target.Bucket, Key), sizeBytes: Size, modifiedAt: LastModified.toISOString() };
        }
      }
    },
    versions: createVersions(s3, { target: targetOf, within, keyOf }),
  };
}
