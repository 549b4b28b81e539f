import {
  type BucketSettings,
  bucketSettings,
  type CorsRule,
  corsRuleSchema,
  putBucketCors,
} from '@kianda/contract/open/storage/bucket-settings.contract';
import { DialogForm } from '@kianda/ui';
import { Checkbox, Group, NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../../../platform/notices.ts';
import { useSettingAction } from '../api/use-setting-action.ts';
import { areaSettingsTexts } from '../settings-texts.pt.ts';

const texts = areaSettingsTexts.cors;
const refreshed = [bucketSettings] as const;
const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'] as const;
const defaultAgeSeconds = 600;
const mostAgeSeconds = 86_400;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

type Props = { readonly bucket: string; readonly value: BucketSettings; readonly onClose: () => void };

/** Adds a rule by which pages of other origins read the objects of an area. */
export function CorsForm({ bucket, value, onClose }: Props) {
  const save = useSettingAction(putBucketCors, refreshed);
  const [origins, setOrigins] = useState('');
  const [chosen, setChosen] = useState<CorsRule['methods']>(['GET', 'HEAD']);
  const [headers, setHeaders] = useState('');
  const [exposed, setExposed] = useState('ETag');
  const [age, setAge] = useState<number | string>(defaultAgeSeconds);
  const checked = corsRuleSchema.safeParse({
    ...{ id: null, origins: linesOf(origins), methods: chosen, headers: linesOf(headers), exposed: linesOf(exposed) },
    maxAgeSeconds: typeof age === 'number' ? age : null,
  });
  const submit = async () => {
    if (!checked.success) return;
    const body = { rules: [...value.cors, checked.data], revision: value.revisions.cors };
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
      isReady={checked.success}
      problem={checked.success || origins === '' ? null : (checked.error.issues[0]?.message ?? null)}
    >
      <Textarea
        label={texts.origins}
        description={texts.originsHelp}
        required
        rows={3}
        value={origins}
        onChange={(event) => setOrigins(event.currentTarget.value)}
      />
      <Checkbox.Group label={texts.methods} value={chosen} onChange={(next) => setChosen(next)}>
        <Group gap="sm" mt="xs">
          {methods.map((method) => (
            <Checkbox key={method} value={method} label={method} />
          ))}
        </Group>
      </Checkbox.Group>
      <Textarea
        label={texts.headers}
        description={texts.headersHelp}
        rows={3}
        value={headers}
        onChange={(event) => setHeaders(event.currentTarget.value)}
      />
      <Textarea
        label={texts.exposed}
        description={texts.exposedHelp}
        rows={3}
        value={exposed}
        onChange={(event) => setExposed(event.currentTarget.value)}
      />
      <NumberInput label={texts.age} min={0} max={mostAgeSeconds} allowDecimal={false} value={age} onChange={setAge} />
    </DialogForm>
  );
}
