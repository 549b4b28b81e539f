import { DayInput, DialogForm, useDraft } from '@kianda/ui';
import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CallFailure } from '../../../../client/failure.ts';
import type { ActionOutcome } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import styles from '../page.module.css';
import { listOf, type Written } from './fields.ts';
import { SuspensionsInput } from './suspensions-input.tsx';
import { registryTexts as texts } from './texts.pt.ts';

export type Field = {
  readonly name: string;
  readonly label: string;
  /** `one` and `many` choose from `choices`. */
  readonly type?: 'text' | 'date' | 'one' | 'many' | 'suspensions';
  readonly required?: boolean;
  /** Regular expression of the whole value. */
  readonly pattern?: string;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Meaning of no choice. */
  readonly none?: string;
};

type Props = {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly initial: Written;
  readonly save: (written: Written) => Promise<ActionOutcome<unknown>>;
  readonly onClose: () => void;
};

/** A form of an entry's fields in a dialog. */
export function EntryForm({ title, fields, initial, save, onClose }: Props) {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const draft = useDraft(initial, failure);
  const submit = async () => {
    setRunning(true);
    const outcome = await save(draft.values);
    setRunning(false);
    setFailure(outcome.state === 'failed' ? outcome.failure : null);
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  const input = (field: Field) => (
    <Input
      key={field.name}
      field={field}
      value={draft.values[field.name] ?? ''}
      error={draft.errorOf(field.name)}
      onChange={(value) => draft.set({ [field.name]: value })}
    />
  );
  return (
    <DialogForm title={title} onClose={onClose} onSubmit={submit} action={{ isRunning, failure }} draft={draft}>
      <div className={styles.columns}>{fields.filter(({ type }) => type !== 'suspensions').map(input)}</div>
      {fields.filter(({ type }) => type === 'suspensions').map(input)}
    </DialogForm>
  );
}

type InputProps = {
  readonly field: Field;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

function Input({ field, value, error, onChange }: InputProps) {
  const { label, type = 'text', required = false, pattern, choices = [], none = '' } = field;
  if (type === 'suspensions') {
    return (
      <>
        <SuspensionsInput label={label} value={value} onChange={onChange} />
        {error === undefined ? null : <p className={styles.warning}>{error}</p>}
      </>
    );
  }
  if (type === 'many') {
    return (
      <MultiSelect
        label={label}
        error={error}
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
        error={error}
        data={[{ value: '', label: none }, ...choices]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  if (type === 'date')
    return <DayInput label={label} error={error} required={required} value={value} onChange={onChange} />;
  return (
    <TextInput
      label={label}
      error={error}
      required={required}
      value={value}
      {...(pattern === undefined ? {} : { pattern })}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
