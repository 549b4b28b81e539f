import {
  type BucketSettings,
  bucketRuleSchema,
  bucketSettings,
  putBucketRules,
} from '@kianda/contract/open/storage/bucket-settings.contract';
import { DialogForm } from '@kianda/ui';
import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../../../platform/notices.ts';
import { useSettingAction } from '../api/use-setting-action.ts';
import { areaSettingsTexts } from '../settings-texts.pt.ts';

const texts = areaSettingsTexts.rules;
const refreshed = [bucketSettings] as const;
const mostDays = 36_500;
const mostNewer = 100;
const numberOf = (value: number | string): number | null => (typeof value === 'number' ? value : null);

type Props = { readonly bucket: string; readonly value: BucketSettings; readonly onClose: () => void };

/** Adds a rule that deletes versions, marks of deletions or uploads left unfinished. */
export function RuleForm({ bucket, value, onClose }: Props) {
  const save = useSettingAction(putBucketRules, refreshed);
  const [prefix, setPrefix] = useState('');
  const [noncurrent, setNoncurrent] = useState<number | string>('');
  const [newer, setNewer] = useState<number | string>('');
  const [abort, setAbort] = useState<number | string>('');
  const [expiredMarkers, setMarkers] = useState(false);
  const [isSure, setSure] = useState(false);
  const checked = bucketRuleSchema.safeParse({
    ...{ name: '', isEnabled: true, prefix, tags: [], days: null, onDate: null, expiredMarkers },
    ...{ noncurrentDays: numberOf(noncurrent), newerNoncurrent: numberOf(newer), abortDays: numberOf(abort) },
  });
  const doesSomething = expiredMarkers || numberOf(noncurrent) !== null || numberOf(abort) !== null;
  const submit = async () => {
    if (!checked.success) return;
    const body = { rules: [...value.rules, checked.data], revision: value.revisions.rules };
    const outcome = await save.run({ params: { name: bucket }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  const number = (label: string, max: number, given: number | string, set: (next: number | string) => void) => (
    <NumberInput label={label} min={1} max={max} allowDecimal={false} value={given} onChange={set} />
  );
  return (
    <DialogForm
      title={texts.formTitle(bucket)}
      onClose={onClose}
      onSubmit={submit}
      action={save}
      isReady={checked.success && doesSomething && isSure}
      isDangerous
    >
      <p>{texts.note}</p>
      <TextInput
        label={texts.prefix}
        description={texts.prefixHelp}
        maxLength={500}
        value={prefix}
        onChange={(event) => setPrefix(event.currentTarget.value)}
      />
      {number(texts.noncurrentLabel, mostDays, noncurrent, setNoncurrent)}
      {numberOf(noncurrent) === null ? null : number(texts.newerLabel, mostNewer, newer, setNewer)}
      {number(texts.abortLabel, mostDays, abort, setAbort)}
      <Checkbox
        label={texts.markersLabel}
        checked={expiredMarkers}
        onChange={(event) => setMarkers(event.currentTarget.checked)}
      />
      <Checkbox label={texts.sure} checked={isSure} onChange={(event) => setSure(event.currentTarget.checked)} />
    </DialogForm>
  );
}
