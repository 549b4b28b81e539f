import { createHash } from 'node:crypto';
import {
  type Annotation,
  annotationLimits,
  annotationRoot,
  annotationSchema,
} from '@kianda/contract/people/collaboration/annotations';
import * as Y from 'yjs';

/** A room's document in memory, and the author of each annotation that it has or had since it was opened. */
export type RoomDocument = { readonly doc: Y.Doc; readonly authors: Map<string, string> };

/** Account that sends an update. `isOwner`: may delete what others wrote. */
export type Editor = { readonly accountId: string; readonly name: string; readonly isOwner: boolean };

/** Outcome of an update: `changed` is false for one that was known already. */
export type Taken = { readonly refusal: string } | { readonly refusal: null; readonly changed: boolean };

const rootOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap(annotationRoot);

/** The document that its stored parts make. Throws where one of them is damaged. */
export function openDocument(parts: readonly Uint8Array[]): RoomDocument {
  const doc = new Y.Doc();
  const root = rootOf(doc);
  for (const part of parts) Y.applyUpdate(doc, part);
  const authors = new Map<string, string>();
  for (const id of root.keys()) {
    const annotation = annotationIn(doc, id);
    if (annotation !== null) authors.set(id, annotation.authorId);
  }
  return { doc, authors };
}

/** An annotation as it stands; null where there is none, or where it isn't one. */
export function annotationIn(doc: Y.Doc, id: string): Annotation | null {
  const value = rootOf(doc).get(id);
  if (!(value instanceof Y.Map)) return null;
  // Texts that are not of Yjs could not be edited by two at once.
  if (!(value.get('title') instanceof Y.Text && value.get('text') instanceof Y.Text)) return null;
  if (!(value.get('pictures') instanceof Y.Map)) return null;
  return annotationSchema.safeParse(value.toJSON()).data ?? null;
}

export const countAnnotations = (doc: Y.Doc): number => rootOf(doc).size;

/** Tells one content of an annotation from another, whoever wrote it and in whichever order. */
export function contentHash({ type, title, text, geometry, pictures }: Annotation): string {
  const content = JSON.stringify([type, title, text, geometry, Object.keys(pictures).toSorted()]);
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Applies an update of a client. After a refusal the document is spoilt: it must be opened again from what is stored,
 * and nothing of the update stays.
 */
export function takeUpdate(room: RoomDocument, update: Uint8Array, editor: Editor): Taken {
  const { doc } = room;
  const changedIds = new Set<string>();
  let changed = false;
  const watchDeep = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]) => {
    for (const event of events) {
      if (event.path.length > 0) changedIds.add(String(event.path[0]));
      else for (const key of event.keys.keys()) changedIds.add(key);
    }
  };
  const watchUpdate = () => {
    changed = true;
  };
  const root = rootOf(doc);
  root.observeDeep(watchDeep as Parameters<typeof root.observeDeep>[0]);
  doc.on('update', watchUpdate);
  try {
    Y.applyUpdate(doc, update);
  } catch {
    return { refusal: 'A alteração não se consegue ler.' };
  } finally {
    root.unobserveDeep(watchDeep as Parameters<typeof root.unobserveDeep>[0]);
    doc.off('update', watchUpdate);
  }
  const refusal = faultOf(room, changedIds, editor);
  return refusal === null ? { refusal, changed } : { refusal };
}

function faultOf(room: RoomDocument, changedIds: ReadonlySet<string>, editor: Editor): string | null {
  const { doc } = room;
  if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null)
    return 'A alteração depende de outras que não chegaram.';
  if (doc.share.size > 1) return 'A alteração escreve fora das anotações.';
  for (const id of changedIds) {
    const fault = annotationFault(room, id, editor);
    if (fault !== null) return fault;
  }
  if (countAnnotations(doc) > annotationLimits.perRoom)
    return `Uma sala leva ${annotationLimits.perRoom} anotações no máximo.`;
  return null;
}

function annotationFault({ doc, authors }: RoomDocument, id: string, editor: Editor): string | null {
  const author = authors.get(id);
  if (!rootOf(doc).has(id)) {
    if (author === undefined || author === editor.accountId || editor.isOwner) return null;
    return 'Só quem escreveu uma anotação, ou o responsável da sala, a elimina.';
  }
  const annotation = annotationIn(doc, id);
  if (annotation === null) return 'A alteração não deixa uma anotação inteira.';
  if (author !== undefined) return annotation.authorId === author ? null : 'A autoria de uma anotação não se muda.';
  if (annotation.authorId !== editor.accountId || annotation.authorName !== editor.name)
    return 'Uma anotação nova é de quem a envia.';
  authors.set(id, editor.accountId);
  return null;
}
