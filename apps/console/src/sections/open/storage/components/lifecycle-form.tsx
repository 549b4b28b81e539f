import type { DataOf } from '@kianda/contract';
import { previewLifecycle } from '@kianda/contract/open/storage/preview.contract';
import { bucketInfo, type LifecycleRule, putLifecycle } from '@kianda/contract/open/storage/storage.contract';
import { formatInstant, formatNumber } from '@kianda/format';
import { Dialog } from '@kianda/ui';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { DialogFoot } from '../../../shared/dialog-foot.tsx';
import { type RuleDraft, readRules } from '../api/lifecycle-rules.ts';
import { storageTexts } from '../texts.pt.ts';
import { foundText } from './lifecycle-text.ts';
import styles from './object-actions.module.css';

const texts = storageTexts.lifecycle;
const refreshed = [bucketInfo] as const;
const none = [] as const;
const mostRules = 20;

type Preview = DataOf<typeof previewLifecycle>;
type Props = { readonly bucket: string; readonly rules: readonly LifecycleRule[]; readonly onClose: () => void };

/** The rules of an area, which are saved once one has seen what they would delete, and said so. */
export function LifecycleForm({ bucket, rules, onClose }: Props) {
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(() =>
    rules.length === 0
      ? [{ id: 0, prefix: '', days: '' }]
      : rules.map(({ prefix, days }, id) => ({ id, prefix, days: String(days) })),
  );
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isSure, setSure] = useState(false);
  const look = useAction(previewLifecycle, none);
  const save = useAction(putLifecycle, refreshed);
  const read = readRules(drafts);
  const change = (next: readonly RuleDraft[]) => {
    setDrafts(next);
    // What was seen was of other rules.
    setPreview(null);
    setSure(false);
  };
  const edit = (id: number, part: Partial<RuleDraft>) =>
    change(drafts.map((draft) => (draft.id === id ? { ...draft, ...part } : draft)));
  const needsLook = read.rules.length > 0;
  const isReady = read.error === null && (!needsLook || (preview !== null && (preview.objects === 0 || isSure)));
  const see = async () => {
    const outcome = await look.run(
      { params: { name: bucket }, body: { rules: [...read.rules] } },
      { offline: 'fail', timeoutSeconds: 60 },
    );
    if (outcome.state === 'done') setPreview(outcome.data);
  };
  const submit = async () => {
    const outcome = await save.run({ params: { name: bucket }, body: { rules: [...read.rules] } }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'info', message: texts.saved });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={texts.editTitle(bucket)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !save.isRunning) void submit();
        }}
      >
        <Stack gap="sm">
          <p>{texts.note}</p>
          {drafts.map((draft) => (
            <Group key={draft.id} gap="sm" align="flex-end" wrap="wrap">
              <TextInput
                label={texts.prefix}
                description={texts.prefixHelp}
                value={draft.prefix}
                maxLength={500}
                onChange={(event) => edit(draft.id, { prefix: event.currentTarget.value })}
              />
              <TextInput
                label={texts.daysLabel}
                inputMode="numeric"
                value={draft.days}
                maw={160}
                onChange={(event) => edit(draft.id, { days: event.currentTarget.value })}
              />
              <Button
                variant="default"
                aria-label={texts.removeOf(draft.prefix === '' ? texts.all : draft.prefix)}
                onClick={() => change(drafts.filter(({ id }) => id !== draft.id))}
              >
                {texts.remove}
              </Button>
            </Group>
          ))}
          {read.error === null ? null : <p role="alert">{read.error}</p>}
          <Group gap="xs">
            <Button
              variant="default"
              disabled={drafts.length >= mostRules}
              onClick={() =>
                change([...drafts, { id: Math.max(-1, ...drafts.map(({ id }) => id)) + 1, prefix: '', days: '' }])
              }
            >
              {texts.add}
            </Button>
            <Button
              variant="default"
              disabled={read.error !== null || !needsLook}
              loading={look.isRunning}
              onClick={() => void see()}
            >
              {texts.preview}
            </Button>
          </Group>
          {look.failure === null ? null : <p role="alert">{look.failure.message}</p>}
          {preview === null ? null : <Found preview={preview} />}
          {preview === null || preview.objects === 0 ? null : (
            <Checkbox
              label={texts.confirm}
              checked={isSure}
              onChange={(event) => setSure(event.currentTarget.checked)}
            />
          )}
          {needsLook && preview === null && read.error === null ? <p>{texts.previewFirst}</p> : null}
          <DialogFoot
            failure={save.failure?.message ?? null}
            confirm={texts.save}
            isRunning={save.isRunning}
            isReady={isReady}
            isDangerous={preview !== null && preview.objects > 0}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

function Found({ preview }: { readonly preview: Preview }) {
  const { rules, scanned, isWhole, nextRunAt } = preview;
  return (
    <section role="status">
      <p>
        <strong>{foundText(preview)}</strong>
      </p>
      {isWhole ? null : <p>{texts.partial(formatNumber(scanned, { maxDecimals: 0 }))}</p>}
      {nextRunAt === null ? null : <p>{texts.next(formatInstant(nextRunAt))}</p>}
      {rules
        .filter(({ objects }) => objects > 0)
        .map((rule) => (
          <details key={rule.prefix}>
            <summary>{`${rule.prefix === '' ? texts.all : rule.prefix}: ${foundText(rule)}`}</summary>
            <p>{texts.oldest}</p>
            <ul className={styles.examples}>
              {rule.examples.map(({ key, lastModified }) => (
                <li key={key}>{`${key} · ${formatInstant(lastModified)}`}</li>
              ))}
            </ul>
          </details>
        ))}
    </section>
  );
}
