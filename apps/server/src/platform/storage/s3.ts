import { Readable } from 'node:stream';
import { checkedKey, checkedPrefix, compareKeys } from './keys.ts';
import type { ByteRange, Level, ObjectInfo, ObjectStorage, OpenObject } from './object-storage.ts';
import { type Connected, connect, type Placement, type S3ConnectOptions, type Target } from './s3-client.ts';
import { uploadParts } from './s3-upload.ts';
import { createVersions } from './s3-versions.ts';

export type S3Options = S3ConnectOptions & { readonly bucket: string };

/** Object storage in a bucket of any S3. */
export function createS3Storage(options: S3Options): ObjectStorage {
  const Bucket = options.bucket;
  return createS3Objects(lazyConnection(options), {
    target: (key) => ({ Bucket, Key: checkedKey(key) }),
    within: (prefix) => ({ Bucket, Prefix: checkedPrefix(prefix) }),
    keyOf: (_bucket, key) => key,
  });
}

/** One connection, made on first use. */
export function lazyConnection(options: S3ConnectOptions): () => Promise<Connected> {
  let connected: Promise<Connected> | null = null;
  return () => {
    connected ??= connect(options);
    return connected;
  };
}

/** Objects of S3 behind the port, wherever their keys are placed. */
export function createS3Objects(s3: () => Promise<Connected>, placement: Placement): ObjectStorage {
  const { target: targetOf } = placement;
  return {
    kind: 's3',
    // A key is checked before anything is connected.
    async put(key, bytes, contentType = unknownType) {
      const target = targetOf(key);
      const { client, sdk } = await s3();
      await client.send(
        new sdk.PutObjectCommand({
          ...target,
          Body: bytes,
          ContentLength: bytes.byteLength,
          ContentType: contentType,
        }),
      );
    },
    async putStream(key, bytes, contentType = unknownType) {
      const target = targetOf(key);
      return uploadParts(await s3(), target, bytes, contentType);
    },
    async get(key) {
      const target = targetOf(key);
      return readWhole(await s3(), target);
    },
    async open(key, range, versionId) {
      const target = { ...targetOf(key), ...(versionId === undefined ? {} : { VersionId: versionId }) };
      const opened = await openObject(await s3(), target, range);
      return opened === null ? null : { key, ...opened };
    },
    async stat(key) {
      const target = targetOf(key);
      const info = await statObject(await s3(), target);
      return info === null ? null : { key, ...info };
    },
    async delete(key) {
      const target = targetOf(key);
      const { client, sdk } = await s3();
      await client.send(new sdk.DeleteObjectCommand(target));
    },
    listLevel: (prefix, page) => listLevel(s3, placement, prefix, page),
    list: (prefix, after) => listAll(s3, placement, prefix, after),
    versions: createVersions(s3, placement),
  };
}

const unknownType = 'application/octet-stream';

async function readWhole({ client, sdk }: Connected, target: Target): Promise<Uint8Array | null> {
  try {
    const answer = await client.send(new sdk.GetObjectCommand(target));
    return answer.Body === undefined ? new Uint8Array() : await answer.Body.transformToByteArray();
  } catch (error) {
    if (error instanceof sdk.NoSuchKey) return null;
    throw error;
  }
}

async function openObject(
  { client, sdk }: Connected,
  target: Target & { readonly VersionId?: string },
  range: ((sizeBytes: number) => ByteRange | null) | undefined,
): Promise<Omit<OpenObject, 'key'> | null> {
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
    return { sizeBytes, modifiedAt: (head.LastModified ?? new Date(0)).toISOString(), bytes };
  } catch (error) {
    if (error instanceof sdk.NoSuchKey || error instanceof sdk.NotFound) return null;
    throw error;
  }
}

async function statObject({ client, sdk }: Connected, target: Target): Promise<Omit<ObjectInfo, 'key'> | null> {
  try {
    const { ContentLength, LastModified } = await client.send(new sdk.HeadObjectCommand(target));
    return { sizeBytes: ContentLength ?? 0, modifiedAt: (LastModified ?? new Date(0)).toISOString() };
  } catch (error) {
    if (error instanceof sdk.NotFound || error instanceof sdk.NoSuchKey) return null;
    throw error;
  }
}

async function listLevel(
  s3: () => Promise<Connected>,
  { within, keyOf }: Placement,
  prefix: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Level> {
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
}

async function* listAll(
  s3: () => Promise<Connected>,
  { within, keyOf }: Placement,
  prefix: string,
  after: string | undefined,
): AsyncGenerator<ObjectInfo> {
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
}
