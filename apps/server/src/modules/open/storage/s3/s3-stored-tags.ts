import type { S3Call } from './s3-call.ts';
import { S3Error } from './s3-error.ts';

/** Header by which tags come with an object, and the name under which they are stored among its headers. */
export const taggingHeader = 'x-amz-tagging';

const mostTags = 10;
const longestName = 128;
const longestValue = 256;

export type Tag = readonly [name: string, value: string];

/** Tags as they are stored: written as in an address, in the order given. Throws `InvalidTag` for those that S3 refuses. */
export function tagsText(tags: readonly Tag[]): string {
  assertTags(tags, mostTags);
  return new URLSearchParams(tags.map(([name, value]) => [name, value])).toString();
}

/** Throws `InvalidTag` for tags that S3 refuses, and for more of them than there may be. */
export function assertTags(tags: readonly Tag[], most: number): void {
  const names = new Set(tags.map(([name]) => name));
  const isText = (text: string) => /^[^\p{Cc}\p{Cs}]*$/u.test(text);
  const isGood = ([name, value]: Tag) =>
    name !== '' && name.length <= longestName && value.length <= longestValue && isText(name + value);
  if (tags.length > most || names.size < tags.length || !tags.every(isGood))
    throw new S3Error(
      'InvalidTag',
      `Até ${most} etiquetas, com nomes diferentes de ${longestName} caracteres e valores de ${longestValue}, no máximo.`,
    );
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
