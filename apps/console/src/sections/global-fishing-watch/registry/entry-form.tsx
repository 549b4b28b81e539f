import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import styles from '../page.module.css';
import { fishingTexts } from '../texts.pt.ts';
import type { Written } from './fields.ts';

export type Field = {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'date';
  readonly required?: boolean;
  /** Regular expression of the whole value. */
  readonly pattern?: string;
};

type Props = {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly initial: Written;
  readonly isRunning: boolean;
  readonly failure: string | null;
  readonly onSave: (written: Written) => void;
  readonly onClose: () => void;
};

/** A form of text fields in a dialog. */
export function EntryForm({ title, fields, initial, isRunning, failure, onSave, onClose }: Props) {
  const [written, setWritten] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) onSave(written);
  };
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form onSubmit={submit} className={styles.stack}>
        <div className={styles.columns}>
          {fields.map(({ name, label, type = 'text', required = false, pattern }) => (
            <TextInput
              key={name}
              type={type}
              label={label}
              required={required}
              value={written[name] ?? ''}
              {...(pattern === undefined ? {} : { pattern })}
              onChange={({ currentTarget: { value } }) => setWritten((known) => ({ ...known, [name]: value }))}
            />
          ))}
        </div>
        {failure === null ? null : (
          <p className={styles.warning} role="alert">
            {failure}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {fishingTexts.cancel}
          </Button>
          <Button type="submit" loading={isRunning}>
            {fishingTexts.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
