import { type RampName, rampStops } from '@kianda/contract/core/ramps';
import { Button, Checkbox, NativeSelect, NumberInput, Popover } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import styles from './stage.module.css';

const texts = temporalTexts.colours;
const ramps = Object.keys(rampStops) as RampName[];
const rampData = ramps.map((ramp) => ({ value: ramp, label: texts.ramps[ramp] }));

/** Ramp, ends and scale of the colours. */
export function ColourControls({ view: { colours, change } }: { readonly view: View }) {
  const [low, high] = colours.range;
  const end = (name: 'low' | 'high') => (value: number | string) => {
    if (typeof value === 'number') change(name === 'low' ? { low: value } : { high: value }, { replace: true });
  };
  return (
    <Popover withArrow trapFocus position="bottom-start">
      <Popover.Target>
        <Button
          size="sm"
          variant="default"
          className={styles.colours ?? ''}
          leftSection={<IconPalette size={16} aria-hidden="true" />}
        >
          {texts.title}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.palette ?? ''}>
        <NativeSelect
          size="sm"
          label={texts.ramp}
          data={rampData}
          value={colours.ramp}
          onChange={(event) =>
            change({ ramp: ramps.find((ramp) => ramp === event.currentTarget.value) }, { replace: true })
          }
        />
        <NumberInput size="sm" label={texts.low} value={low} onChange={end('low')} />
        <NumberInput size="sm" label={texts.high} value={high} onChange={end('high')} />
        <Checkbox
          label={texts.log}
          checked={colours.log}
          onChange={(event) => change({ log: event.currentTarget.checked ? 'yes' : 'no' }, { replace: true })}
        />
        <Button
          size="sm"
          variant="default"
          onClick={() =>
            change({ ramp: undefined, low: undefined, high: undefined, log: undefined }, { replace: true })
          }
        >
          {texts.reset}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
