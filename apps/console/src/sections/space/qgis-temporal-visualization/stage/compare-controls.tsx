import { describeTemporal, temporalVariableIds } from '@kianda/contract/space/temporal/temporal-variables';
import { NativeSelect, NumberInput, Slider } from '@mantine/core';
import { type CompareMode, compareModes } from '../search.ts';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import styles from './stage.module.css';

const texts = temporalTexts.compare;
const modeData = [
  { value: '', label: texts.none },
  ...compareModes.map((mode) => ({ value: mode, label: texts[mode] })),
];
const withFields = temporalVariableIds.filter((id) => {
  const { kind } = describeTemporal(id).source;
  return kind !== 'tracks';
});
const otherData = withFields.map((id) => ({ value: id, label: temporalTexts.short[id] }));
const yearDays = 3_660;

/** How two frames are seen at once, and which the second is. */
export function CompareControls({ view: { search, change } }: { readonly view: View }) {
  const { compare, variable, other, back } = search;
  const isPair = compare === 'swipe' || compare === 'side';
  const set = (mode: CompareMode | undefined) =>
    // Two dates differ; one date beside itself shows nothing.
    change({ compare: mode, back: mode === undefined || mode === 'anomaly' ? undefined : back === 0 ? 30 : back });
  return (
    <>
      <NativeSelect
        size="sm"
        label={texts.title}
        data={modeData}
        value={compare ?? ''}
        disabled={!withFields.includes(variable)}
        onChange={(event) => set(compareModes.find((mode) => mode === event.currentTarget.value))}
      />
      {isPair ? (
        <NativeSelect
          size="sm"
          label={texts.other}
          data={otherData}
          value={other ?? variable}
          onChange={(event) => change({ other: withFields.find((id) => id === event.currentTarget.value) })}
        />
      ) : null}
      {isPair || compare === 'difference' ? (
        <NumberInput
          size="sm"
          className={styles.days ?? ''}
          label={texts.back}
          min={0}
          max={yearDays}
          allowDecimal={false}
          value={back}
          onChange={(value) => {
            if (typeof value === 'number') change({ back: value }, { replace: true });
          }}
        />
      ) : null}
    </>
  );
}

/** Where the curtain hangs, from the west to the east of the sea. */
export function DividerControl({ view: { search, change } }: { readonly view: View }) {
  return (
    <Slider
      className={styles.divider ?? ''}
      thumbLabel={temporalTexts.stage.divider}
      label={null}
      min={0}
      max={100}
      value={search.divider}
      onChange={(divider) => change({ divider }, { replace: true })}
    />
  );
}
