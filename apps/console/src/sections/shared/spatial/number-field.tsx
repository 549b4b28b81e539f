import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

/** Number of a field; null for an empty one, and while a sign or a comma stands alone. */
const numberOf = (value: number | string): number | null =>
  value === '' || !Number.isFinite(Number(value)) ? null : Number(value);

type Props = Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
};

/** A number that a person types: what is half typed stays in the field, and is null to the form. */
export function NumberField({ value, onValue, ...input }: Props) {
  const [typed, setTyped] = useState<number | string>(value ?? '');
  const own = numberOf(typed);
  return (
    <NumberInput
      decimalSeparator=","
      {...input}
      value={own === null || own === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next);
        onValue(numberOf(next));
      }}
    />
  );
}
