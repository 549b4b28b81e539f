import {
  type BucketSettings,
  bucketSettings,
  lockModeSchema,
  putBucketLock,
} from '@kianda/contract/open/storage/bucket-settings.contract';
import { DialogForm } from '@kianda/ui';
import { Checkbox, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { areaSettingsTexts } from '../settings-texts.pt.ts';
import { LockModeSelect, noMode } from './lock-mode-select.tsx';

const texts = areaSettingsTexts.lock;
const refreshed = [bucketSettings] as const;
const mostDays = 36_500;

type Props = { readonly bucket: string; readonly lock: BucketSettings['lock']; readonly onClose: () => void };

/** Turns the lock of an area on, and says for how long new versions are locked. */
export function LockForm({ bucket, lock, onClose }: Props) {
  const save = useAction(putBucketLock, refreshed);
  const [mode, setMode] = useState<string>(lock?.mode ?? noMode);
  const [days, setDays] = useState<number | string>(lock?.days ?? '');
  const [isSure, setSure] = useState(lock !== null);
  const chosen = lockModeSchema.safeParse(mode);
  const isGood = !chosen.success || (typeof days === 'number' && days >= 1);
  const submit = async () => {
    const body = chosen.success && typeof days === 'number' ? { mode: chosen.data, days } : { mode: null, days: null };
    const outcome = await save.run({ params: { name: bucket }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  return (
    <DialogForm
      title={texts.formTitle(bucket)}
      onClose={onClose}
      onSubmit={submit}
      action={save}
      isReady={isGood && isSure}
      isDangerous={lock === null}
    >
      <p>{texts.note}</p>
      <LockModeSelect label={texts.mode} mode={mode} onMode={setMode} />
      {chosen.success ? (
        <NumberInput
          label={texts.days}
          required
          min={1}
          max={mostDays}
          allowDecimal={false}
          value={days}
          onChange={setDays}
        />
      ) : null}
      {lock === null ? (
        <Checkbox label={texts.sure} checked={isSure} onChange={(event) => setSure(event.currentTarget.checked)} />
      ) : null}
    </DialogForm>
  );
}
