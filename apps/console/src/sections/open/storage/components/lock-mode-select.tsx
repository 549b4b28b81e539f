import { lockModeSchema } from '@kianda/contract/open/storage/bucket-settings.contract';
import { Select } from '@mantine/core';
import { areaSettingsTexts } from '../settings-texts.pt.ts';

const texts = areaSettingsTexts.lock;
/** Value of the choice for no lock. */
export const noMode = 'none';

type Props = { readonly label: string; readonly mode: string; readonly onMode: (mode: string) => void };

/** Kind of a lock, or none. */
export function LockModeSelect({ label, mode, onMode }: Props) {
  return (
    <Select
      label={label}
      description={texts.modeHelp}
      allowDeselect={false}
      data={[noMode, ...lockModeSchema.options].map((value) => ({
        value,
        label: texts.modes[lockModeSchema.safeParse(value).data ?? noMode],
      }))}
      value={mode}
      onChange={(value) => onMode(value ?? noMode)}
    />
  );
}
