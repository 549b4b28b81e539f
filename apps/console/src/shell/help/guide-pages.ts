/// <reference types="vite/client" />
import { type GuidePart, partsOf } from './guide-parts.ts';

const sources = import.meta.glob<string>('../../../../../docs/guia/[0-9]*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const pictures = import.meta.glob<string>('../../../../../docs/imagens/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Pages of the guide in their order, by the names of their files. */
export const guidePages: ReadonlyMap<string, string> = new Map(
  Object.entries(sources)
    .map(([path, text]) => [nameOf(path).replace('.md', ''), text] as const)
    .sort(([one], [other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10)),
);

/** Address of a picture by the name of its file. */
export const guidePictures: ReadonlyMap<string, string> = new Map(
  Object.entries(pictures).map(([path, url]) => [nameOf(path), url]),
);

/** Every part of every page. */
export const guideParts: readonly GuidePart[] = [...guidePages].flatMap(([page, text]) => partsOf(page, text));
