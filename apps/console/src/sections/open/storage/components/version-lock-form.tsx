import type { DataOf } from '@kianda/contract';
import { lockModeSchema, putVersionLock } from '@kianda/contract/open/storage/bucket-settings.contract';
import { objectVersions } from '@kianda/contract/open/storage/storage.contract';
import { DayInput, DialogForm } from '@kianda/ui';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { areaSettingsTexts } from '../settings-texts.pt.ts';
import { LockModeSelect, noMode } from './lock-mode-select.tsx';

const texts = areaSettingsTexts.versionLock;
const refreshed = [objectVersions] as const;
const endOfDay = 'T23:59:59.000Z';

type Version = DataOf<typeof objectVersions>['versions'][number];
type Props = { readonly bucket: string; readonly version: Version; readonly onClose: () => void };

/** Retention and legal hold of one version. */
export function VersionLockForm({ bucket, version, onClose }: Props) {
  const save = useAction(putVersionLock, refreshed);
  const { key, versionId, lock } = version;
  const [mode, setMode] = useState<string>(lock?.mode ?? noMode);
  const [date, setDate] = useState(lock?.until?.slice(0, 10) ?? '');
  const [legalHold, setHold] = useState(lock?.legalHold ?? false);
  const chosen = lockModeSchema.safeParse(mode);
  const isSame = mode === (lock?.mode ?? noMode) && date === (lock?.until?.slice(0, 10) ?? '');
  const submit = async () => {
    const retention = chosen.success ? { mode: chosen.data, until: date + endOfDay } : null;
    // A retention that was not touched is not sent, so that a lock that no one may shorten does not refuse the rest.
    const body = { key, versionId, legalHold, ...(isSame ? {} : { retention }) };
    const outcome = await save.run({ params: { name: bucket }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  return (
    <DialogForm
      title={texts.title(key)}
      onClose={onClose}
      onSubmit={submit}
      action={save}
      isReady={!chosen.success || date !== ''}
      isDangerous
    >
      <p>{texts.note}</p>
      <LockModeSelect label={texts.mode} mode={mode} onMode={setMode} />
      {chosen.success ? <DayInput label={texts.date} required value={date} onChange={setDate} /> : null}
      <Checkbox label={texts.hold} checked={legalHold} onChange={(event) => setHold(event.currentTarget.checked)} />
    </DialogForm>
  );
}
