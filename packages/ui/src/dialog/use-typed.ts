import { type ChangeEvent, type FocusEvent, useEffect, useRef, useState } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A field of a form; one outside a form, or one to search with, holds nothing that could be lost. */
function fieldOf({ target, currentTarget }: { readonly target: EventTarget; readonly currentTarget: Element }) {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  // A dialog above this one is outside this element, but React hands its events on to this one.
  if (!isField || !currentTarget.contains(target) || target.form === null) return null;
  return target.type === 'search' ? null : target;
}

function heldBy(field: Field): string {
  const isChoice = field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
  return isChoice ? String(field.checked) : field.value;
}

/** Whether a person has changed a field of the forms in an element, and it still differs from what it held before. */
export function useTyped() {
  const before = useRef(new Map<Field, string>());
  const touched = useRef(new Set<Field>());
  const [isTyped, setTyped] = useState(false);
  const hasTyped = () =>
    [...touched.current].some((field) => field.isConnected && heldBy(field) !== before.current.get(field));
  const lookAgain = () => setTyped(hasTyped());
  // A form that has been sent and empties its fields itself gives no event.
  useEffect(() => {
    lookAgain();
  });
  return {
    isTyped,
    hasTyped,
    watch: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const field = fieldOf(event);
        // Until a person changes it, a field follows its data.
        if (field !== null && !touched.current.has(field)) before.current.set(field, heldBy(field));
      },
      onChange: (event: ChangeEvent<HTMLElement>) => {
        const field = fieldOf(event);
        if (field === null) return;
        touched.current.add(field);
        if (!before.current.has(field)) before.current.set(field, '');
        lookAgain();
      },
    },
  };
}
