import { formatNumber } from '@kianda/format';
import { RangeSlider, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { sharedTexts } from '../texts.pt.ts';
import styles from './resource-filters.module.css';
import { useRestingText } from './text-filters.tsx';
import { type FilterProps, nameIn, orNone, textIn } from './types.ts';

const texts = sharedTexts.resource;

/** At least one number and at most another. */
export function RangeFields(props: FilterProps) {
  return (
    <>
      <NumberField {...props} at={0} />
      <NumberField {...props} at={1} />
    </>
  );
}

function NumberField({ at, ...props }: FilterProps & { readonly at: number }) {
  const { filter, onFilter } = props;
  const [text, setText] = useRestingText(textIn(props, at), (next) => onFilter({ [nameIn(filter, at)]: orNone(next) }));
  return (
    <TextInput
      type="number"
      label={filter.ends?.[at] ?? filter.label}
      value={text}
      min={filter.limits?.min}
      max={filter.limits?.max}
      step={filter.step}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

const isUsed = ({ filter, address }: FilterProps): boolean =>
  filter.address.some((name) => address[name] !== undefined);

/** Turns a box in degrees on, at its first values, or off. */
export function BoxSwitch(props: FilterProps) {
  const { filter, onFilter } = props;
  const turn = (on: boolean) =>
    onFilter(Object.fromEntries(filter.address.map((name) => [name, on ? filter.initial?.[name] : undefined])));
  return (
    <Switch
      label={filter.label}
      checked={isUsed(props)}
      onChange={({ currentTarget }) => turn(currentTarget.checked)}
    />
  );
}

/** Sides of a box, `south, north` and `west, east`, while it is in use. */
export function BoxRanges(props: FilterProps) {
  if (!isUsed(props)) return null;
  return (
    <div className={styles.ranges}>
      <SideRange {...props} label={texts.latitude} from={0} />
      <SideRange {...props} label={texts.longitude} from={2} />
    </div>
  );
}

type Ends = [number, number];

function SideRange({ label, from, ...props }: FilterProps & { readonly label: string; readonly from: 0 | 2 }) {
  const { filter, address, onFilter } = props;
  const [moved, setMoved] = useState<Ends | null>(null);
  const sides = [nameIn(filter, from), nameIn(filter, from + 1)] as const;
  const degreesOf = (name: string) => Number(address[name] ?? filter.initial?.[name] ?? 0);
  const [low, high] = moved ?? [degreesOf(sides[0]), degreesOf(sides[1])];
  const step = filter.step ?? 1;
  return (
    <div>
      <p>
        {label}: <span className="k-mono">{`${formatNumber(low)}° – ${formatNumber(high)}°`}</span>
      </p>
      <RangeSlider
        min={filter.limits?.[sides[0]] ?? 0}
        max={filter.limits?.[sides[1]] ?? 0}
        step={step}
        minRange={step}
        label={null}
        thumbFromLabel={filter.ends?.[from] ?? label}
        thumbToLabel={filter.ends?.[from + 1] ?? label}
        value={[low, high]}
        onChange={setMoved}
        onChangeEnd={(ends) => {
          setMoved(null);
          onFilter({ [sides[0]]: ends[0], [sides[1]]: ends[1] });
        }}
      />
    </div>
  );
}
