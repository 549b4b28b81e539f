import { z } from 'zod';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { OwnStorage } from '../storage.service.ts';
import { factsOf, openedArea, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { readXml } from './s3-xml.ts';

/** Header by which tags come with an object, and the name under which they are stored among its headers. */
export const taggingHeader = 'x-amz-tagging';
const mostTags = 10;
const longestName = 128;
const longestValue = 256;
const mostXmlBytes = 64 * 1024;

type Tag = readonly [name: string, value: string];

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

/** Tags as they are stored: written as in an address, in the order given. Throws `InvalidTag` for those that S3 refuses. */
export function tagsText(tags: readonly Tag[]): string {
  const names = new Set(tags.map(([name]) => name));
  const isGood = ([name, value]: Tag) => name !== '' && name.length <= longestName && value.length <= longestValue;
  if (tags.length > mostTags || names.size < tags.length || !tags.every(isGood)) throw new S3Error('InvalidTag');
  return new URLSearchParams(tags.map(([name, value]) => [name, value])).toString();
}

/** The tags of a header, checked; undefined where it is absent or empty. */
export function headerTags(call: S3Call): string | undefined {
  const text = call.header(taggingHeader);
  return text === undefined || text === '' ? undefined : tagsText([...new URLSearchParams(text)]);
}

/** The stored headers of an object without its tags, and the tags. */
export function splitTags(headers: Readonly<Record<string, string>>) {
  const { [taggingHeader]: text, ...rest } = headers;
  return { headers: rest, tags: [...new URLSearchParams(text ?? '')] satisfies Tag[] };
}

/** GetObjectTagging, PutObjectTagging, DeleteObjectTagging. */
export function createS3Tags(service: OwnStorage) {
  async function objectOf(call: S3Call, root: string) {
    if (call.query('versionId') !== undefined)
      throw new S3Error('NotImplemented', 'Uma versão não tem etiquetas suas.');
    const info = await service.storage.stat(service.fullKeyOf(root, call.key));
    if (info === null) throw new S3Error('NoSuchKey');
    return { info, facts: factsOf(info, (await service.objectRows(call.bucket, [call.key])).get(call.key)) };
  }

  async function change(call: S3Call, tags: readonly Tag[]): Promise<void> {
    const { root } = await writableArea(service, call);
    const { info, facts } = await objectOf(call, root);
    const { headers } = splitTags(facts.headers);
    const text = tagsText(tags);
    const changed = {
      ...{ size_bytes: info.sizeBytes, modified_at: new Date(info.modifiedAt), etag: facts.etag },
      ...{ content_type: facts.contentType, metadata: facts.metadata },
      headers: text === '' ? headers : { ...headers, [taggingHeader]: text },
    };
    await service.setHeaders({ bucket: call.bucket, key: call.key }, changed, call.actor);
  }

  return {
    async read(call: S3Call): Promise<StandardAnswer> {
      const { root } = await openedArea(service, call);
      const { tags } = splitTags((await objectOf(call, root)).facts.headers);
      return xmlAnswer('Tagging', { TagSet: { Tag: tags.map(([Key, Value]) => ({ Key, Value })) } });
    },
    async put(call: S3Call): Promise<StandardAnswer> {
      const { TagSet } = await readXml(call.body, 'Tagging', tagging, mostXmlBytes);
      await change(
        call,
        TagSet.Tag.map(({ Key, Value }): Tag => [Key, Value]),
      );
      return {};
    },
    async remove(call: S3Call): Promise<StandardAnswer> {
      await change(call, []);
      return { status: 204 };
    },
  };
}
