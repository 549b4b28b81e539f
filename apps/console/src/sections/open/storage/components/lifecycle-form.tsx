import type { DataOf } from '@kianda/contract';
import { previewLifecycle } from '@kianda/contract/open/storage/preview.contract';
import { bucketInfo, type LifecycleRule, putLifecycle } from '@kianda/contract/open/storage/storage.contract';
import { formatNumber } from '@kianda/format';
import { Dialog, Instant } from '@kianda/ui';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { DialogFoot } from '../../../shared/dialog-foot.tsx';
import { type RuleDraft, readRules } from '../api/lifecycle-rules.ts';
import { useSettingAction } from '../api/use-setting-action.ts';
import { storageTexts } from '../texts.pt.ts';
import { foundText } from './lifecycle-text.ts';
import styles from './object-actions.module.css';

const texts = storageTexts.lifecycle;
const refreshed = [bucketInfo] as const;
const none = [] as const;
const mostRules = 20;

type Preview = DataOf<typeof previewLifecycle>;
type Props = {
  readonly bucket: string;
  readonly rules: readonly LifecycleRule[];
  readonly revision: string | undefined;
  readonly onClose: () => void;
};

/** Form of an area's rules. They can be saved only after a preview of what they would delete, and its confirmation. */
export function LifecycleForm(props: Props) {
  const { bucket, onClose } = props;
  const form = useLifecycleForm(props);
  const { drafts, read, preview, look, save } = form;
  return (
    <Dialog onClose={onClose} title={texts.editTitle(bucket)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (form.isReady && !save.isRunning) void form.submit();
        }}
      >
        <Stack gap="sm">
          <p>{texts.note}</p>
          {drafts.map((draft) => (
            <RuleFields
              key={draft.id}
              draft={draft}
              onEdit={(part) => form.edit(draft.id, part)}
              onRemove={() => form.change(drafts.filter(({ id }) => id !== draft.id))}
            />
          ))}
          {read.error === null ? null : <p role="alert">{read.error}</p>}
          <Group gap="xs">
            <Button variant="default" disabled={drafts.length >= mostRules} onClick={form.add}>
              {texts.add}
            </Button>
            <Button
              variant="default"
              disabled={read.error !== null || !form.needsPreview}
              loading={look.isRunning}
              onClick={() => void form.loadPreview()}
            >
              {texts.preview}
            </Button>
          </Group>
          {look.failure === null ? null : <p role="alert">{look.failure.message}</p>}
          {preview === null ? null : <PreviewResult preview={preview} />}
          {preview === null || preview.objects === 0 ? null : (
            <Checkbox
              label={texts.confirm}
              checked={form.isSure}
              onChange={(event) => form.setSure(event.currentTarget.checked)}
            />
          )}
          {form.needsPreview && preview === null && read.error === null ? <p>{texts.previewFirst}</p> : null}
          <DialogFoot
            failure={save.failure?.message ?? null}
            confirm={texts.save}
            isRunning={save.isRunning}
            isReady={form.isReady}
            isDangerous={preview !== null && preview.objects > 0}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** Drafts of the rules, the preview of their effect, and the actions of the form. */
function useLifecycleForm({ bucket, rules, revision, onClose }: Props) {
  // The drafts began from the rules of then, whatever comes meanwhile.
  const [seen] = useState(revision);
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(() =>
    rules.length === 0
      ? [{ id: 0, prefix: '', days: '' }]
      : rules.map(({ prefix, days }, id) => ({ id, prefix, days: String(days) })),
  );
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isSure, setSure] = useState(false);
  const look = useAction(previewLifecycle, none);
  const save = useSettingAction(putLifecycle, refreshed);
  const read = readRules(drafts);
  const change = (next: readonly RuleDraft[]) => {
    setDrafts(next);
    // A preview and its confirmation hold only for the rules that were shown.
    setPreview(null);
    setSure(false);
  };
  const needsPreview = read.rules.length > 0;
  return {
    ...{ drafts, read, preview, isSure, setSure, look, save, change, needsPreview },
    isReady: read.error === null && (!needsPreview || (preview !== null && (preview.objects === 0 || isSure))),
    edit: (id: number, part: Partial<RuleDraft>) =>
      change(drafts.map((draft) => (draft.id === id ? { ...draft, ...part } : draft))),
    add: () => change([...drafts, { id: Math.max(-1, ...drafts.map(({ id }) => id)) + 1, prefix: '', days: '' }]),
    async loadPreview() {
      const outcome = await look.run(
        { params: { name: bucket }, body: { rules: [...read.rules] } },
        { offline: 'fail', timeoutSeconds: 60 },
      );
      if (outcome.state === 'done') setPreview(outcome.data);
    },
    async submit() {
      const input = { params: { name: bucket }, body: { rules: [...read.rules], revision: seen } };
      const outcome = await save.run(input, { offline: 'fail' });
      if (outcome.state !== 'done') return;
      notify({ tone: 'info', message: texts.saved });
      onClose();
    },
  };
}

type RuleProps = {
  readonly draft: RuleDraft;
  readonly onEdit: (part: Partial<RuleDraft>) => void;
  readonly onRemove: () => void;
};

function RuleFields({ draft, onEdit, onRemove }: RuleProps) {
  return (
    <Group gap="sm" align="flex-end" wrap="wrap">
      <TextInput
        label={texts.prefix}
        description={texts.prefixHelp}
        value={draft.prefix}
        maxLength={500}
        onChange={(event) => onEdit({ prefix: event.currentTarget.value })}
      />
      <TextInput
        label={texts.daysLabel}
        inputMode="numeric"
        value={draft.days}
        maw={160}
        onChange={(event) => onEdit({ days: event.currentTarget.value })}
      />
      <Button
        variant="default"
        aria-label={texts.removeOf(draft.prefix === '' ? texts.all : draft.prefix)}
        onClick={onRemove}
      >
        {texts.remove}
      </Button>
    </Group>
  );
}

/** Objects that the rules would delete, with the oldest ones of each rule. */
function PreviewResult({ preview }: { readonly preview: Preview }) {
  const { rules, scanned, isWhole, nextRunAt } = preview;
  return (
    <section role="status">
      <p>
        <strong>{foundText(preview)}</strong>
      </p>
      {isWhole ? null : <p>{texts.partial(formatNumber(scanned, { maxDecimals: 0 }))}</p>}
      {nextRunAt === null ? null : (
        <p>
          <Instant at={nextRunAt} words={texts.next} />
        </p>
      )}
      {rules
        .filter(({ objects }) => objects > 0)
        .map((rule) => (
          <details key={rule.prefix}>
            <summary>{`${rule.prefix === '' ? texts.all : rule.prefix}: ${foundText(rule)}`}</summary>
            <p>{texts.oldest}</p>
            <ul className={styles.examples}>
              {rule.examples.map(({ key, lastModified }) => (
                <li key={key}>
                  {key} · <Instant at={lastModified} />
                </li>
              ))}
            </ul>
          </details>
        ))}
    </section>
  );
}
