import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../shared/confirm-dialog.tsx';
import styles from '../detail.module.css';
import { rejectedTexts as texts } from './texts.pt.ts';
import type { RejectedRow } from './use-rejected-rows.ts';

/** A value that one line of text can say; nested ones are edited as JSON. */
type Simple = string | number | boolean | null;

type Props = {
  readonly row: RejectedRow;
  readonly onReplay: (raw: unknown) => Promise<string | null>;
  readonly onClose: () => void;
};

/** Corrects a rejected row and sends it through again: field by field where it is flat, as JSON otherwise. */
export function EditDialog({ row, onReplay, onClose }: Props) {
  const flat = editableFields(row.raw)?.fields ?? null;
  const [isJson, setJson] = useState(flat === null);
  const [text, setText] = useState(() => asJson(row.raw));
  const value = parsed(text);
  const editable = value === undefined ? null : editableFields(value.value);
  const fields = editable?.fields ?? null;
  return (
    <ConfirmDialog
      title={texts.editTitle}
      body={texts.editBody}
      confirm={texts.editConfirm}
      onConfirm={() => onReplay(value?.value)}
      onClose={onClose}
      isFit={value !== undefined}
    >
      <p className={styles.note}>{texts.rowNumber(row.id)}</p>
      <p className={styles.failure}>{row.reason}</p>
      {fields === null || isJson ? (
        <Textarea
          label={texts.value}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={value === undefined ? texts.invalid : undefined}
          styles={{ input: { fontFamily: 'var(--k-font-mono)' } }}
          rows={12}
          spellCheck={false}
        />
      ) : (
        <div className={styles.form}>
          {Object.entries(fields).map(([name, present]) => (
            <TextInput
              key={name}
              label={name}
              value={present === null ? '' : String(present)}
              onChange={(event) =>
                setText(asJson(editable?.with({ [name]: retyped(event.currentTarget.value, flat?.[name] ?? null) })))
              }
            />
          ))}
        </div>
      )}
      {flat === null || fields === null ? null : (
        <div>
          <Button size="compact-sm" variant="subtle" onClick={() => setJson(!isJson)}>
            {isJson ? texts.asFields : texts.asJson}
          </Button>
        </div>
      )}
    </ConfirmDialog>
  );
}

function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? 'null';
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, Simple>>;

/**
 * Fields of a row that one line each can say, and the row with some of them changed: its own where all are simple, or
 * those of the one part that holds the row's cells (a row of a file carries its file and line beside them).
 */
export function editableFields(
  row: unknown,
): { readonly fields: Fields; readonly with: (change: Fields) => unknown } | null {
  const fields = flatFields(row);
  if (fields !== null) return { fields, with: (change) => ({ ...fields, ...change }) };
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return null;
  const nested = Object.entries(row).filter(([, value]) => typeof value === 'object' && value !== null);
  const [part] = nested;
  const cells = nested.length === 1 && part !== undefined ? flatFields(part[1]) : null;
  if (part === undefined || cells === null) return null;
  return { fields: cells, with: (change) => ({ ...row, [part[0]]: { ...cells, ...change } }) };
}

/** The row's fields where every one is simple; null for anything else. */
export function flatFields(value: unknown): Readonly<Record<string, Simple>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.length > 60) return null;
  const simple = entries.filter(
    (entry): entry is [string, Simple] => entry[1] === null || typeof entry[1] !== 'object',
  );
  return simple.length === entries.length ? Object.fromEntries(simple) : null;
}

/** The text in the type the field had: a number stays one where the text still reads as one. */
export function retyped(text: string, before: Simple): Simple {
  if (typeof before === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (before === null && text === '') return null;
  return text;
}
