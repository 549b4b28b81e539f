import { Textarea, TextInput } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import * as Y from 'yjs';
import { replaceText } from './room/annotations.ts';

type Props = {
  readonly label: string;
  readonly text: Y.Text;
  /** The text as it reads now: a change of it draws the field again. */
  readonly value: string;
  readonly maxLength: number;
  readonly readOnly: boolean;
  readonly isLong: boolean;
};
type Field = HTMLInputElement | HTMLTextAreaElement;
type Place = { readonly start: Y.RelativePosition; readonly end: Y.RelativePosition };

/** A field of a text in which others may be writing: the cursor stays between the same letters. */
export function SharedText({ label, text, value, maxLength, readOnly, isLong }: Props) {
  const field = useRef<Field | null>(null);
  const place = useRef<Place | null>(null);
  const remember = () => {
    const { current } = field;
    if (current === null) return;
    const at = (index: number | null) => Y.createRelativePositionFromTypeIndex(text, index ?? 0);
    place.current = { start: at(current.selectionStart), end: at(current.selectionEnd) };
  };

  useLayoutEffect(() => {
    const { current } = field;
    const { doc } = text;
    if (current === null || place.current === null || doc === null || document.activeElement !== current) return;
    if (current.value !== value) return;
    const start = Y.createAbsolutePositionFromRelativePosition(place.current.start, doc);
    const end = Y.createAbsolutePositionFromRelativePosition(place.current.end, doc);
    if (start !== null && end !== null) current.setSelectionRange(start.index, end.index);
  }, [text, value]);

  const common = {
    label,
    value,
    maxLength,
    readOnly,
    onSelect: remember,
    onChange: (event: React.ChangeEvent<Field>) => {
      replaceText(text, event.currentTarget.value);
      field.current = event.currentTarget;
      remember();
    },
  };
  const attach = (element: Field | null) => {
    field.current = element;
  };
  return isLong ? (
    <Textarea {...common} ref={attach} autosize minRows={3} maxRows={12} />
  ) : (
    <TextInput {...common} ref={attach} />
  );
}
