import { SegmentedControl } from '@mantine/core';
import { uiTexts } from '../texts.pt.ts';
import styles from './layout.module.css';

export type PeriodOption<T extends string> = { readonly value: T; readonly label: string };

type PeriodProps<T extends string> = {
  readonly options: readonly PeriodOption<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly label?: string;
};

/** Choice of one period out of few. */
export function PeriodPicker<T extends string>({ options, value, onChange, label }: PeriodProps<T>) {
  return (
    <SegmentedControl<T>
      size="sm"
      className={styles.period ?? ''}
      aria-label={label ?? uiTexts.period.label}
      data={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      onChange={onChange}
    />
  );
}
