import { z } from 'zod';
import type { ObjectVersion, ObjectVersions } from './object-storage.ts';
import type { Connected, Placement } from './s3-client.ts';

const cursorSchema = z.tuple([z.string(), z.string().nullable()]);

/** Versions of objects, in buckets with versioning on. */
export function createVersions(s3: () => Promise<Connected>, placement: Placement): ObjectVersions {
  const { target: targetOf, within, keyOf } = placement;
  return {
    async state(prefix) {
      const { Bucket } = within(prefix);
      const { client, sdk } = await s3();
      const { Status } = await client.send(new sdk.GetBucketVersioningCommand({ Bucket }));
      if (Status === 'Enabled') return 'enabled';
      return Status === 'Suspended' ? 'suspended' : 'off';
    },

    async list(prefix, { limit, after }) {
      const place = within(prefix);
      const cursor = after === undefined ? null : decoded(after);
      const { client, sdk } = await s3();
      const answer = await client.send(
        new sdk.ListObjectVersionsCommand({
          ...place,
          MaxKeys: limit,
          ...(cursor === null ? {} : { KeyMarker: cursor[0], VersionIdMarker: cursor[1] ?? undefined }),
        }),
      );
      const entries = [
        ...(answer.Versions ?? []).map((entry) => ({ ...entry, isDeleted: false })),
        ...(answer.DeleteMarkers ?? []).map((entry) => ({ ...entry, Size: 0, isDeleted: true })),
      ];
      const versions = entries.flatMap(
        ({ Key, VersionId, Size, LastModified, IsLatest, isDeleted }): ObjectVersion[] =>
          Key === undefined || VersionId === undefined || LastModified === undefined
            ? []
            : [
                {
                  key: keyOf(place.Bucket, Key),
                  versionId: VersionId,
                  sizeBytes: Size ?? 0,
                  modifiedAt: LastModified.toISOString(),
                  isLatest: IsLatest === true,
                  isDeleted,
                },
              ],
      );
      const isCut = answer.IsTruncated === true && answer.NextKeyMarker !== undefined;
      return {
        versions: versions.toSorted(byKeyAndTime),
        next: isCut ? encoded(answer.NextKeyMarker, answer.NextVersionIdMarker) : null,
      };
    },

    async remove(key, versionId) {
      const { client, sdk } = await s3();
      await client.send(new sdk.DeleteObjectCommand({ ...targetOf(key), VersionId: versionId }));
    },

    async restore(key, versionId) {
      const target = targetOf(key);
      const version = { ...target, VersionId: versionId };
      const { client, sdk } = await s3();
      if (await isMark({ client, sdk }, version)) {
        await client.send(new sdk.DeleteObjectCommand(version));
        return true;
      }
      const source = `${target.Bucket}/${target.Key.split('/').map(encodeURIComponent).join('/')}`;
      try {
        await client.send(
          new sdk.CopyObjectCommand({ ...target, CopySource: `${source}?versionId=${encodeURIComponent(versionId)}` }),
        );
        return true;
      } catch (error) {
        if (error instanceof sdk.S3ServiceException && ['NoSuchVersion', 'NoSuchKey'].includes(error.name))
          return false;
        throw error;
      }
    },
  };
}

/** The mark of a deletion has no content: S3 answers a request for it 405. */
async function isMark({ client, sdk }: Connected, version: { Bucket: string; Key: string; VersionId: string }) {
  try {
    await client.send(new sdk.HeadObjectCommand(version));
    return false;
  } catch (error) {
    if (!(error instanceof sdk.S3ServiceException)) throw error;
    const { httpStatusCode: status } = error.$metadata;
    if (status === 405) return true;
    // Copying reports an unknown version.
    if (status === 404 || status === 400) return false;
    throw error;
  }
}

function byKeyAndTime(a: ObjectVersion, b: ObjectVersion): number {
  if (a.key !== b.key) return Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));
  if (a.isLatest !== b.isLatest) return a.isLatest ? -1 : 1;
  return Date.parse(b.modifiedAt) - Date.parse(a.modifiedAt);
}

function encoded(key: string | undefined, versionId: string | undefined): string {
  return Buffer.from(JSON.stringify([key ?? '', versionId ?? null])).toString('base64url');
}

/** Throws a RangeError for a cursor that `encoded` did not make. */
function decoded(cursor: string): z.output<typeof cursorSchema> {
  const text = Buffer.from(cursor, 'base64url').toString();
  const parsed = cursorSchema.safeParse(text.startsWith('[') ? jsonOrNull(text) : null);
  if (!parsed.success)
    throw new RangeError(`object versions: cursor ${JSON.stringify(cursor.slice(0, 80))} is none of ours`);
  return parsed.data;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
