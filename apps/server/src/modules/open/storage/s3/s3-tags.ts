import { z } from 'zod';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { Area } from '../area-lookup.service.ts';
import type { OwnStorage } from '../storage.service.ts';
import { assertManages, openedArea, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { factsFor, factsOfVersion, infoOfVersion } from './s3-object-read.ts';
import { assertTags, splitTags, type Tag, taggingHeader, tagsText } from './s3-stored-tags.ts';
import { namedVersion, versionHeader, versionsOf } from './s3-versions.ts';
import { readXml } from './s3-xml.ts';

const mostBucketTags = 50;
const mostXmlBytes = 64 * 1024;

const tagging = z.object({
  TagSet: z.preprocess(
    (value) => (typeof value === 'string' ? {} : value),
    z.object({
      Tag: z
        .union([
          z.object({ Key: z.string(), Value: z.string() }),
          z.array(z.object({ Key: z.string(), Value: z.string() })),
        ])
        .optional()
        .transform((tags) => (tags === undefined ? [] : Array.isArray(tags) ? tags : [tags])),
    }),
  ),
});

/** GetObjectTagging, PutObjectTagging, DeleteObjectTagging: of an object, or of one of its versions. */
export function createS3Tags(service: OwnStorage) {
  async function objectOf(call: S3Call, { root, settings }: Pick<Area, 'root' | 'settings'>) {
    const fullKey = service.fullKeyOf(root, call.key);
    const version = await namedVersion(service, call, settings?.versioning != null);
    if (version?.is_deleted === true) throw new S3Error('NoSuchKey');
    const info = version === null ? await service.storage.stat(fullKey) : infoOfVersion(fullKey, version);
    if (info === null) throw new S3Error('NoSuchKey');
    return { info, version, facts: version === null ? await factsFor(service, call, info) : factsOfVersion(version) };
  }

  async function change(call: S3Call, tags: readonly Tag[]): Promise<Record<string, string>> {
    const { info, facts, version } = await objectOf(call, await writableArea(service, call));
    const text = tagsText(tags);
    const { headers: others } = splitTags(facts.headers);
    const headers = text === '' ? others : { ...others, [taggingHeader]: text };
    const { bucket, key, actor } = call;
    if (version !== null) await versionsOf(service).describe({ bucket, key }, version.version_id, headers);
    if (version === null || version.is_latest) {
      const changed = {
        ...{ size_bytes: info.sizeBytes, modified_at: new Date(info.modifiedAt), etag: facts.etag },
        ...{ content_type: facts.contentType, metadata: facts.metadata, headers },
      };
      await service.setHeaders({ bucket, key }, changed, actor);
    } else {
      const versionId = version.version_id;
      await service.record(actor, 'data.modify', `${bucket}/${key}`, { act: 'tags', versionId });
    }
    return version === null ? {} : { [versionHeader]: version.version_id };
  }

  return {
    async read(call: S3Call): Promise<StandardAnswer> {
      const { facts, version } = await objectOf(call, await openedArea(service, call));
      const headers = version === null ? {} : { [versionHeader]: version.version_id };
      return xmlAnswer('Tagging', tagSet(splitTags(facts.headers).tags), headers);
    },
    put: async (call: S3Call): Promise<StandardAnswer> => ({ headers: await change(call, await tagsOf(call)) }),
    remove: async (call: S3Call): Promise<StandardAnswer> => ({ status: 204, headers: await change(call, []) }),
  };
}

/** GetBucketTagging, PutBucketTagging, DeleteBucketTagging. */
export function createS3BucketTags(service: OwnStorage) {
  async function save(call: S3Call, tags: readonly Tag[] | null): Promise<void> {
    await writableArea(service, call);
    assertManages(call);
    await service.setSettings(call.bucket, { tags: tags === null ? null : JSON.stringify(tags) }, call.actor);
  }

  return {
    async read(call: S3Call): Promise<StandardAnswer> {
      const tags = (await openedArea(service, call)).access?.tags ?? [];
      if (tags.length === 0) throw new S3Error('NoSuchTagSet');
      return xmlAnswer('Tagging', tagSet(tags));
    },
    async put(call: S3Call): Promise<StandardAnswer> {
      const tags = await tagsOf(call);
      assertTags(tags, mostBucketTags);
      await save(call, tags);
      return { status: 204 };
    },
    async remove(call: S3Call): Promise<StandardAnswer> {
      await save(call, null);
      return { status: 204 };
    },
  };
}

async function tagsOf(call: S3Call): Promise<Tag[]> {
  const { TagSet } = await readXml(call.body, 'Tagging', tagging, mostXmlBytes);
  return TagSet.Tag.map(({ Key, Value }): Tag => [Key, Value]);
}

const tagSet = (tags: readonly Tag[]) => ({ TagSet: { Tag: tags.map(([Key, Value]) => ({ Key, Value })) } });
