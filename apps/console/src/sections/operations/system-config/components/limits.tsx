import type { Configuration, SettingInfo } from '@kianda/contract/operations/configuration/configuration.contract';
import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/use-change.ts';
import styles from '../page.module.css';
import { configTexts as texts } from '../texts.pt.ts';
import { valueText } from './setting-dialog.tsx';

const names = ['KIANDA_RATE_LIMIT_PER_MINUTE', 'KIANDA_REQUEST_TIMEOUT_SECONDS'] as const;

type Props = { readonly configuration: Configuration; readonly mayChange: boolean };

/** Requests per minute and time per request, as numbers that can be changed on the spot. */
export function Limits({ configuration, mayChange }: Props) {
  const limits = names.flatMap((name) => configuration.settings.filter((setting) => setting.name === name));
  const next = ({ stored, value, default: byDefault, lockedBy }: SettingInfo) =>
    lockedBy === null ? (stored ?? byDefault ?? '') : (value ?? '');
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { run, isRunning } = useChange(configuration);
  const changed = limits.filter((setting) => (written[setting.name] ?? next(setting)) !== next(setting));
  const save = async () => {
    const settings = Object.fromEntries(changed.map(({ name }) => [name, written[name] || null]));
    setFailure(await run({ settings }));
  };
  return (
    <form
      className={styles.limits}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.length > 0 && !isRunning) void save();
      }}
    >
      {limits.map((setting) => (
        <NumberInput
          key={setting.name}
          label={setting.unit === null ? setting.title : `${setting.title} (${setting.unit})`}
          description={
            setting.lockedBy === null
              ? texts.limit(texts.effects[setting.effect], valueText(setting, setting.default ?? ''))
              : texts.locked[setting.lockedBy]
          }
          allowDecimal={false}
          allowNegative={false}
          min={setting.min ?? 0}
          {...(setting.max === null ? {} : { max: setting.max })}
          disabled={!mayChange || setting.lockedBy !== null}
          value={written[setting.name] ?? next(setting)}
          onChange={(value) => setWritten((known) => ({ ...known, [setting.name]: String(value) }))}
        />
      ))}
      <Button type="submit" loading={isRunning} disabled={!mayChange || changed.length === 0}>
        {texts.save}
      </Button>
      {failure === null ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </form>
  );
}
