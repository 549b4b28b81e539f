import { allows } from '@kianda/contract';
import { describeVersion, removeVersionAlias, setVersionAlias } from '@kianda/contract/models/registry/labels.contract';
import {
  challengerAlias,
  championAlias,
  getModelVersion,
  type ModelType,
  type ModelVersionDetail,
} from '@kianda/contract/models/registry/models.contract';
import { formatNumber } from '@kianda/format';
import { DialogForm, named, Panel, useDraft } from '@kianda/ui';
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { modelAnswers } from '../../../shared/models/use-models.ts';
import tags from '../../../shared/tags.module.css';
import { labelTexts as texts } from '../texts.pt.ts';
import styles from './registry.module.css';

const changed = [...modelAnswers, getModelVersion] as const;
const reasonLength = 5;

type Props = { readonly type: ModelType; readonly result: EndpointResult<ModelVersionDetail> };

/** Names, tags and description of a version, with the ways to change them for whoever may. */
export function LabelPanel({ type, result }: Props) {
  const { role } = useAccount();
  const [asking, setAsking] = useState<'alias' | 'notes' | null>(null);
  const onClose = () => setAsking(null);
  return (
    <Panel
      id="nomes"
      title={texts.title}
      description={texts.text}
      source={result}
      actions={
        <Group gap="xs">
          {allows(setVersionAlias.access, role) ? (
            <Button size="xs" variant="default" onClick={() => setAsking('alias')}>
              {texts.name}
            </Button>
          ) : null}
          {allows(describeVersion.access, role) ? (
            <Button size="xs" variant="default" onClick={() => setAsking('notes')}>
              {texts.describe}
            </Button>
          ) : null}
        </Group>
      }
    >
      {(version) => (
        <div className={styles.stack}>
          <p>{version.description ?? <span className={styles.quiet}>{texts.noDescription}</span>}</p>
          <AliasList type={type} aliases={version.aliases} mayRemove={allows(removeVersionAlias.access, role)} />
          <TagList values={version.tags} empty={texts.noTags} />
          {asking === 'alias' ? <AliasDialog type={type} version={version.version} onClose={onClose} /> : null}
          {asking === 'notes' ? <NotesForm type={type} version={version} onClose={onClose} /> : null}
        </div>
      )}
    </Panel>
  );
}

/** Short words beside each other; the reason where there is none. */
export function TagList({ values, empty }: { readonly values: readonly string[]; readonly empty: string }) {
  if (values.length === 0) return <p className={styles.quiet}>{empty}</p>;
  return (
    <ul className={tags.tags}>
      {values.map((value) => (
        <li key={value}>{value}</li>
      ))}
    </ul>
  );
}

type AliasProps = { readonly type: ModelType; readonly aliases: readonly string[]; readonly mayRemove: boolean };

function AliasList({ type, aliases, mayRemove }: AliasProps) {
  const { run, isRunning } = useAction(removeVersionAlias, changed);
  const remove = async (alias: string) => {
    const outcome = await run({ params: { type, alias } }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.removed(alias) });
  };
  if (aliases.length === 0) return <p className={styles.quiet}>{texts.noAlias}</p>;
  return (
    <ul className={styles.list}>
      {aliases.map((alias) => (
        <li key={alias}>
          <Group gap="xs">
            <code className="k-mono">{alias}</code>
            {alias === championAlias || !mayRemove ? null : (
              <Button
                size="compact-xs"
                variant="subtle"
                loading={isRunning}
                aria-label={named(texts.remove, alias)}
                onClick={() => void remove(alias)}
              >
                {texts.remove}
              </Button>
            )}
          </Group>
        </li>
      ))}
    </ul>
  );
}

type DialogProps = { readonly type: ModelType; readonly version: number; readonly onClose: () => void };

function AliasDialog({ type, version, onClose }: DialogProps) {
  const { run } = useAction(setVersionAlias, changed);
  const [alias, setAlias] = useState<string>(challengerAlias);
  const number = formatNumber(version);
  return (
    <ConfirmDialog
      title={texts.nameTitle(number)}
      body={texts.nameBody}
      confirm={texts.name}
      reasonLength={reasonLength}
      isFit={alias.trim().length > 1}
      onClose={onClose}
      onConfirm={async (reason) => {
        const input = { params: { type, alias: alias.trim() }, body: { version, reason } };
        const outcome = await run(input, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.set(alias.trim(), number) });
        return null;
      }}
    >
      <TextInput
        label={texts.alias}
        required
        maxLength={40}
        value={alias}
        onChange={(event) => setAlias(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

type NotesProps = Pick<DialogProps, 'type' | 'onClose'> & { readonly version: ModelVersionDetail };

function NotesForm({ type, version, onClose }: NotesProps) {
  const change = useAction(describeVersion, changed);
  const draft = useDraft<{ description: string; tags: string }>(
    { description: version.description ?? '', tags: version.tags.join(', ') },
    change.failure,
  );
  const submit = async () => {
    const body = {
      description: draft.values.description.trim(),
      tags: draft.values.tags
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    };
    const outcome = await change.run({ params: { type, version: version.version }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.described });
    onClose();
  };
  return (
    <DialogForm title={texts.describe} onClose={onClose} onSubmit={submit} action={change} draft={draft}>
      <Textarea label={texts.description} rows={4} maxLength={2_000} {...draft.text('description')} />
      <TextInput label={texts.tags} description={texts.tagsHelp} {...draft.text('tags')} />
    </DialogForm>
  );
}
