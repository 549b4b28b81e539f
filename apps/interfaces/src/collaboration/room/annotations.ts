import {
  type Annotation,
  type AnnotationGeometry,
  type AnnotationType,
  annotationRoot,
  annotationSchema,
} from '@kianda/contract/people/collaboration/annotations';
import * as Y from 'yjs';

/** An annotation and its id. */
export type Noted = Annotation & { readonly id: string };
export type Author = { readonly accountId: string; readonly name: string };

const rootOf = (doc: Y.Doc): Y.Map<Y.Map<unknown>> => doc.getMap(annotationRoot);

/** The annotations of a document, newest first; what is none is left out. */
export function annotationsOf(doc: Y.Doc): readonly Noted[] {
  const found: Noted[] = [];
  for (const [id, value] of rootOf(doc)) {
    const parsed = annotationSchema.safeParse(value.toJSON());
    if (parsed.success) found.push({ ...parsed.data, id });
  }
  return found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || a.id.localeCompare(b.id));
}

type NewAnnotation = {
  readonly id: string;
  readonly type: AnnotationType;
  readonly geometry: AnnotationGeometry;
  readonly author: Author;
  /** ISO 8601. */
  readonly createdAt: string;
};

export function addAnnotation(doc: Y.Doc, { id, type, geometry, author, createdAt }: NewAnnotation): void {
  const fields: Record<string, unknown> = {
    type,
    title: new Y.Text(),
    text: new Y.Text(),
    geometry,
    pictures: new Y.Map(),
    authorId: author.accountId,
    authorName: author.name,
    createdAt,
  };
  doc.transact(() => rootOf(doc).set(id, new Y.Map(Object.entries(fields))));
}

export function removeAnnotation(doc: Y.Doc, id: string): void {
  rootOf(doc).delete(id);
}

export function setField(doc: Y.Doc, id: string, change: Partial<Pick<Annotation, 'type' | 'geometry'>>): void {
  const annotation = rootOf(doc).get(id);
  if (annotation !== undefined) {
    doc.transact(() => {
      for (const [name, value] of Object.entries(change)) annotation.set(name, value);
    });
  }
}

export function setPicture(doc: Y.Doc, id: string, picture: string, isThere: boolean): void {
  const pictures = rootOf(doc).get(id)?.get('pictures');
  if (!(pictures instanceof Y.Map)) return;
  if (isThere) pictures.set(picture, true);
  else pictures.delete(picture);
}

/** A text of an annotation that several people may write in at once; null where there is no such annotation. */
export function textOf(doc: Y.Doc, id: string, field: 'title' | 'text'): Y.Text | null {
  const text = rootOf(doc).get(id)?.get(field);
  return text instanceof Y.Text ? text : null;
}

/** Makes `text` read `next`, touching only what differs: what others write elsewhere in it stays. */
export function replaceText(text: Y.Text, next: string): void {
  const before = text.toJSON();
  if (before === next) return;
  const shorter = Math.min(before.length, next.length);
  let start = 0;
  while (start < shorter && before[start] === next[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  const act = () => {
    if (before.length > start + end) text.delete(start, before.length - start - end);
    if (next.length > start + end) text.insert(start, next.slice(start, next.length - end));
  };
  if (text.doc === null) act();
  else text.doc.transact(act);
}
