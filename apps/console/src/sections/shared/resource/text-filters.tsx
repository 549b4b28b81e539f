import { Switch, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import styles from './resource-filters.module.css';
import { type FilterProps, nameIn, orNone, textIn } from './types.ts';

/** A written filter is sent once typing rests. */
const restMs = 350;

/** A text as it is written, sent on once typing rests. */
export function useRestingText(value: string, onRest: (text: string) => void) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value.trim()) return undefined;
    const timer = setTimeout(() => onRest(text.trim()), restMs);
    return () => clearTimeout(timer);
  });
  return [text, setText] as const;
}

export function SearchBox(props: FilterProps) {
  const { filter, onFilter } = props;
  const [text, setText] = useRestingText(textIn(props), (next) => onFilter({ [nameIn(filter)]: orNone(next) }));
  return (
    <TextInput
      className={styles.wide ?? ''}
      type="search"
      label={filter.label}
      placeholder={filter.hint}
      value={text}
      maxLength={120}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

export function SwitchFilter(props: FilterProps) {
  const { filter, onFilter } = props;
  return (
    <Switch
      label={filter.label}
      checked={textIn(props) !== ''}
      onChange={({ currentTarget }) => onFilter({ [nameIn(filter)]: currentTarget.checked ? '1' : undefined })}
    />
  );
}
