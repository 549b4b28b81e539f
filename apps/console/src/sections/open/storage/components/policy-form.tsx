import { bucketSettings, putBucketPolicy } from '@kianda/contract/open/storage/bucket-settings.contract';
import { listBuckets } from '@kianda/contract/open/storage/storage.contract';
import { DialogForm } from '@kianda/ui';
import { Button, Checkbox, Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../../../platform/notices.ts';
import { useSettingAction } from '../api/use-setting-action.ts';
import { areaSettingsTexts } from '../settings-texts.pt.ts';

const texts = areaSettingsTexts.policy;
const refreshed = [bucketSettings, listBuckets] as const;
const longestPolicy = 20_000;

/** A policy that opens the objects of a folder to everyone, to read. */
function readingPolicy(bucket: string, prefix: string): string {
  const Statement = [
    { Effect: 'Allow', Principal: '*', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${bucket}/${prefix}*`] },
  ];
  return JSON.stringify({ Version: '2012-10-17', Statement }, null, 2);
}

type Props = {
  readonly bucket: string;
  readonly policy: string | null;
  readonly revision: string;
  readonly onClose: () => void;
};

/** The policy of an area, written by hand or for a folder. It is saved only by who says to know what it opens. */
export function PolicyForm({ bucket, policy, revision, onClose }: Props) {
  const save = useSettingAction(putBucketPolicy, refreshed);
  const [document, setDocument] = useState(policy ?? '');
  // The text began from the policy of then, whatever comes meanwhile.
  const [seen] = useState(revision);
  const [prefix, setPrefix] = useState('');
  const [isSure, setSure] = useState(false);
  const write = (text: string) => {
    setDocument(text);
    // The confirmation holds only for the policy that was shown.
    setSure(false);
  };
  const submit = async () => {
    const input = { params: { name: bucket }, body: { policy: document, revision: seen } };
    const outcome = await save.run(input, { offline: 'fail' });
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
      isReady={isSure && document.trim() !== ''}
      isDangerous
    >
      <p>{texts.note}</p>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={texts.prefix}
          description={texts.prefixHelp}
          maxLength={500}
          value={prefix}
          onChange={(event) => setPrefix(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => write(readingPolicy(bucket, prefix))}>
          {texts.write}
        </Button>
      </Group>
      <Textarea
        label={texts.document}
        rows={14}
        maxLength={longestPolicy}
        spellCheck={false}
        value={document}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Checkbox label={texts.sure} checked={isSure} onChange={(event) => setSure(event.currentTarget.checked)} />
    </DialogForm>
  );
}
