/** Header by which tags come with an object, and the name under which they are stored among its headers. */
export const taggingHeader = 'x-amz-tagging';

export type Tag = readonly [name: string, value: string];

/** The stored headers of an object without its tags, and the tags. */
export function splitTags(headers: Readonly<Record<string, string>>) {
  const { [taggingHeader]: text, ...rest } = headers;
  return { headers: rest, tags: [...new URLSearchParams(text ?? '')] satisfies Tag[] };
}
