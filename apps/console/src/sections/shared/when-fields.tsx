import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { sharedTexts } from './texts.pt.ts';

const texts = sharedTexts.when;
const ownCron = 'own';
const presets: Readonly<Record<string, string>> = texts.presets;

/** When a schedule runs, in words; a cron expression of one's own as it is written. */
export const whenText = (cron: string): string => presets[cron] ?? cron;

type Props = { readonly cron: string; readonly onCron: (cron: string) => void };

/** A usual time, or a cron expression of one's own. */
export function WhenFields({ cron, onCron }: Props) {
  const [isOwn, setOwn] = useState(!(cron in presets));
  return (
    <>
      <NativeSelect
        label={texts.when}
        data={[
          ...Object.entries(presets).map(([value, label]) => ({ value, label })),
          { value: ownCron, label: texts.own },
        ]}
        value={isOwn ? ownCron : cron}
        onChange={({ currentTarget }) => {
          setOwn(currentTarget.value === ownCron);
          if (currentTarget.value !== ownCron) onCron(currentTarget.value);
        }}
      />
      {isOwn ? (
        <TextInput
          label={texts.cron}
          description={texts.cronHelp}
          classNames={{ input: 'k-mono' }}
          value={cron}
          maxLength={100}
          onChange={({ currentTarget }) => onCron(currentTarget.value)}
        />
      ) : null}
    </>
  );
}
