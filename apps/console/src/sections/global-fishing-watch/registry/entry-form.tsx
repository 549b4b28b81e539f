import { Modal, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DialogFoot } from '../../shared/dialog-foot.tsx';
import styles from '../page.module.css';
import { listOf, type Written } from './fields.ts';
import { SuspensionsInput } from './suspensions-input.tsx';

export type Field = {
  readonly name: string;
  readonly label: string;
  /** `one` and `many` choose from `choices`. */
  readonly type?: 'text' | 'date' | 'one' | 'many' | 'suspensions';
  readonly required?: boolean;
  /** Regular expression of the whole value. */
  readonly pattern?: string;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** What no choice means. */
  readonly none?: string;
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

/** A form of an entry's fields in a dialog. */
export function EntryForm({ title, fields, initial, isRunning, failure, onSave, onClose }: Props) {
  const [written, setWritten] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) onSave(written);
  };
  const input = (field: Field) => (
    <Input
      key={field.name}
      field={field}
      value={written[field.name] ?? ''}
      onChange={(value) => setWritten((known) => ({ ...known, [field.name]: value }))}
    />
  );
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form onSubmit={submit} className={styles.stack}>
        <div className={styles.columns}>{fields.filter(({ type }) => type !== 'suspensions').map(input)}</div>
        {fields.filter(({ type }) => type === 'suspensions').map(input)}
        <DialogFoot failure={failure} isRunning={isRunning} onClose={onClose} />
      </form>
    </Modal>
  );
}

type InputProps = {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function Input({ field, value, onChange }: InputProps) {
  const { label, type = 'text', required = false, pattern, choices = [], none = '' } = field;
  if (type === 'suspensions') return <SuspensionsInput label={label} value={value} onChange={onChange} />;
  if (type === 'many') {
    return (
      <MultiSelect
        label={label}
        data={[...choices]}
        value={listOf(value)}
        searchable
        clearable
        onChange={(chosen) => onChange(chosen.join(','))}
      />
    );
  }
  if (type === 'one') {
    return (
      <NativeSelect
        label={label}
        data={[{ value: '', label: none }, ...choices]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      type={type}
      label={label}
      required={required}
      value={value}
      {...(pattern === undefined ? {} : { pattern })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
