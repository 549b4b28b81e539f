import type { ReactNode } from 'react';
import styles from '../field.module.css';

type TextProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mode?: 'text' | 'decimal' | 'numeric';
  /** Values that the phone knows. */
  readonly options?: readonly string[];
};

/** One line of text or a number, with the values that are known. */
export function TextField({ label, value, onChange, mode = 'text', options = [] }: TextProps) {
  const list = options.length === 0 ? undefined : `lista-${foldId(label)}`;
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        type="text"
        inputMode={mode}
        autoComplete="off"
        list={list}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {list === undefined ? null : (
        <datalist id={list}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </label>
  );
}

const foldId = (label: string) => label.replaceAll(/\W+/g, '-');

type ChoiceProps = {
  readonly label: string;
  readonly value: string;
  readonly choices: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
};

export function ChoiceField({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries(choices).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

export function NotesField({ label, value, onChange }: Omit<TextProps, 'mode' | 'options'>) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <textarea rows={3} maxLength={2000} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </label>
  );
}

export function CheckField(props: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={props.isOn} onChange={(event) => props.onChange(event.currentTarget.checked)} />
      <span>{props.children}</span>
    </label>
  );
}
