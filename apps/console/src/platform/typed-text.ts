type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** A field to search with, or one outside a form, holds nothing that could be lost. */
const isOfForm = (field: Field): boolean => field.isConnected && field.form !== null && field.type !== 'search';

export type TypedText = { readonly isHeld: () => boolean; readonly stop: () => void };

/** Follows what is typed into the forms of a page: whether one of them still holds something that a person wrote. */
export function followTyping(page: Document): TypedText {
  const changed = new Set<Field>();
  const note = ({ target }: Event) => {
    for (const field of changed) if (!field.isConnected) changed.delete(field);
    if (isField(target)) changed.add(target);
  };
  page.addEventListener('input', note, true);
  return {
    isHeld: () => [...changed].some((field) => isOfForm(field) && field.value !== ''),
    stop: () => page.removeEventListener('input', note, true),
  };
}
