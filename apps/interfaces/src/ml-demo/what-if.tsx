import type { ModelFeature } from '@kianda/contract/models/registry/models.contract';
import type { Predicted } from '@kianda/contract/models/registry/predictions.contract';
import { formatQuantity } from '@kianda/format';
import { Button, NativeSelect } from '@mantine/core';
import { type Overrides, stepOf } from './inputs.ts';
import styles from './ml-demo.module.css';
import { mlTexts as texts } from './texts.pt.ts';

type Props = {
  readonly features: readonly ModelFeature[];
  readonly predicted: Predicted | null;
  readonly overrides: Overrides;
  readonly onOverrides: (overrides: Overrides) => void;
};

/** The version's own inputs, each of which may be set to another value within what it learned from. */
export function WhatIf({ features, predicted, overrides, onOverrides }: Props) {
  if (predicted === null) return <p className={styles.note}>{texts.noWhatIf}</p>;
  const without = (name: string) => Object.fromEntries(Object.entries(overrides).filter(([key]) => key !== name));
  return (
    <fieldset className={styles.whatIf}>
      <legend>{texts.whatIf}</legend>
      <p className={styles.note}>{texts.whatIfNote}</p>
      {features.map((feature) => (
        <Input
          key={feature.name}
          feature={feature}
          here={predicted.inputs.find(({ name }) => name === feature.name)?.value ?? null}
          own={overrides[feature.name] ?? null}
          onValue={(value) =>
            onOverrides(value === null ? without(feature.name) : { ...overrides, [feature.name]: value })
          }
        />
      ))}
      {Object.keys(overrides).length === 0 ? null : (
        <Button variant="default" size="xs" onClick={() => onOverrides({})}>
          {texts.resetAll}
        </Button>
      )}
    </fieldset>
  );
}

type InputProps = {
  readonly feature: ModelFeature;
  /** Value that the prediction was made with. */
  readonly here: number | string | null;
  /** Value that the person set; null: the sea's own. */
  readonly own: number | string | null;
  readonly onValue: (value: number | string | null) => void;
};

function Input({ feature, here, own, onValue }: InputProps) {
  const { label, unit, min, max, categories } = feature;
  const value = own ?? here;
  const reset =
    own === null ? null : (
      <Button variant="subtle" size="compact-xs" aria-label={`${texts.reset}: ${label}`} onClick={() => onValue(null)}>
        {texts.reset}
      </Button>
    );
  if (categories !== null) {
    return (
      <div className={styles.input}>
        <NativeSelect
          label={label}
          data={[...categories]}
          value={value === null ? '' : String(value)}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
        {reset}
      </div>
    );
  }
  if (min === null || max === null || min >= max) return null;
  const number = typeof value === 'number' ? value : null;
  const shown = formatQuantity(number, unit ?? '', { maxDecimals: 2 });
  return (
    <div className={styles.input}>
      <label>
        <span>{label}</span>
        <output>{shown}</output>
        <input
          type="range"
          min={min}
          max={max}
          step={stepOf(min, max)}
          value={number ?? (min + max) / 2}
          aria-valuetext={shown}
          onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
        />
      </label>
      {reset}
    </div>
  );
}
