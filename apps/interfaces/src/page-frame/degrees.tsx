import { TextInput } from '@mantine/core';

type Props = {
  readonly label: string;
  readonly value: number;
  readonly range: readonly [low: number, high: number];
  readonly onValue: (value: number) => void;
};

/** A coordinate in degrees, which counts once it is left as a number within its range. */
export function Degrees({ label, value, range: [low, high], onValue }: Props) {
  return (
    <TextInput
      key={value}
      label={label}
      type="number"
      step={0.05}
      min={low}
      max={high}
      defaultValue={Number(value.toFixed(4))}
      onBlur={(event) => {
        const next = event.currentTarget.valueAsNumber;
        if (next >= low && next <= high && next !== value) onValue(next);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
