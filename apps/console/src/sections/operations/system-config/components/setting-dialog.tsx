import type { Configuration, SettingInfo } from '@kianda/contract/operations/configuration/configuration.contract';
import { formatNumber } from '@kianda/format';
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { useChange } from '../api/use-change.ts';
import { configTexts as texts } from '../texts.pt.ts';

type Props = {
  readonly setting: SettingInfo;
  readonly configuration: Configuration;
  readonly onClose: () => void;
};

/** A setting with its unit, as a person reads it. */
export function valueText({ unit }: Pick<SettingInfo, 'unit'>, value: string): string {
  if (unit === null) return value;
  return `${/^\d+$/.test(value) ? formatNumber(Number(value), { decimals: 0 }) : value} ${unit}`;
}

/** One setting in the input its kind asks for; empty goes back to the default. */
export function SettingDialog({ setting, configuration, onClose }: Props) {
  const { run } = useChange(configuration);
  const [value, setValue] = useState(setting.stored ?? '');
  const [note, setNote] = useState('');
  const byDefault = setting.default === null ? texts.nothing : valueText(setting, setting.default);
  const isSecret = setting.kind === 'secret';
  const label = setting.unit === null ? texts.value : `${texts.value} (${setting.unit})`;
  const save = () =>
    run({
      settings: { [setting.name]: value.trim() === '' ? null : value.trim() },
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    });
  return (
    <ConfirmDialog
      title={texts.edit(setting.title)}
      body={isSecret ? texts.editSecretText : texts.editText(byDefault)}
      confirm={texts.save}
      onConfirm={save}
      onClose={onClose}
    >
      {isSecret ? (
        <PasswordInput
          label={label}
          description={texts.secretHelp[setting.name] ?? setting.name}
          autoComplete="off"
          maxLength={500}
          value={value}
          placeholder={setting.isSet ? texts.secretSet : texts.secretUnset}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      ) : setting.choices === null ? (
        <TextInput
          label={label}
          description={
            setting.min === null || setting.max === null
              ? setting.name
              : texts.between(wholeNumber(setting.min), wholeNumber(setting.max))
          }
          inputMode={setting.kind === 'integer' ? 'numeric' : undefined}
          type={setting.kind === 'email' ? 'email' : 'text'}
          pattern={setting.kind === 'integer' ? '\\d*' : undefined}
          maxLength={500}
          value={value}
          placeholder={setting.default ?? ''}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      ) : (
        <NativeSelect
          label={label}
          value={value}
          data={[{ value: '', label: `${texts.byDefault} (${byDefault})` }, ...setting.choices]}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      )}
      <TextInput
        label={texts.note}
        description={texts.noteHelp}
        maxLength={300}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

const wholeNumber = (value: number) => formatNumber(value, { maxDecimals: 0 });
