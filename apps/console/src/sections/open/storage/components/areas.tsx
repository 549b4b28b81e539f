import { allows } from '@kianda/contract';
import { createBucket, deleteBucket, listBuckets } from '@kianda/contract/open/storage/storage.contract';
import { formatBytes, formatCount } from '@kianda/format';
import { Dialog, Panel } from '@kianda/ui';
import { Button, NavLink, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { DialogFoot } from '../../../shared/dialog-foot.tsx';
import { areaSettingsTexts } from '../settings-texts.pt.ts';
import { storageTexts as texts } from '../texts.pt.ts';

const refreshed = [listBuckets];

type Props = { readonly selected: string | undefined; readonly onSelect: (name: string | undefined) => void };

/** Every area with its size, and the making and removing of one's own. */
export function Areas({ selected, onSelect }: Props) {
  const { role } = useAccount();
  const buckets = useEndpoint(listBuckets, {}, { refetchSeconds: 60 });
  const [dialog, setDialog] = useState<'create' | 'remove' | null>(null);
  const chosen = buckets.sourced?.value.buckets.find(({ name }) => name === selected);
  const mayManage = allows('storage:manage', role);
  return (
    <Panel
      title={texts.areas}
      source={buckets}
      isEmpty={(value) => value.buckets.length === 0 && !mayManage}
      empty={<p>{texts.noAreas}</p>}
      actions={
        mayManage ? (
          <Button size="compact-sm" variant="default" onClick={() => setDialog('create')}>
            {texts.create}
          </Button>
        ) : null
      }
    >
      {(value) => (
        <>
          {value.buckets.map(({ name, size, objects, kind, isPublic }) => (
            <NavLink
              key={name}
              component="button"
              type="button"
              active={name === selected}
              aria-current={name === selected}
              label={name}
              description={[
                texts.kinds[kind],
                formatBytes(size),
                formatCount(objects, ...texts.objects),
                ...(isPublic === true ? [areaSettingsTexts.open] : []),
              ].join(' · ')}
              onClick={() => onSelect(name)}
            />
          ))}
          {mayManage && chosen?.kind === 'user' ? (
            <Button mt="sm" size="compact-sm" variant="subtle" color="red" onClick={() => setDialog('remove')}>
              {texts.removeArea}
            </Button>
          ) : null}
          {dialog === 'create' ? <Create onClose={() => setDialog(null)} onCreated={onSelect} /> : null}
          {dialog === 'remove' && chosen !== undefined ? (
            <Remove name={chosen.name} onClose={() => setDialog(null)} onRemoved={() => onSelect(undefined)} />
          ) : null}
        </>
      )}
    </Panel>
  );
}

function Create({ onClose, onCreated }: { readonly onClose: () => void; readonly onCreated: (name: string) => void }) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const { run, isRunning, failure } = useAction(createBucket, refreshed);
  const submit = async () => {
    const outcome = await run({ body: { name, description } });
    if (outcome.state !== 'done') return;
    onCreated(name);
    onClose();
  };
  return (
    <Dialog size="md" onClose={onClose} title={texts.createTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={texts.createName}
            description={texts.createHelp}
            required
            pattern="[a-z0-9][a-z0-9\-]{1,61}[a-z0-9]"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={texts.createDescription}
            maxLength={300}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <DialogFoot
            failure={failure?.message ?? null}
            confirm={texts.create}
            isRunning={isRunning}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

type RemoveProps = { readonly name: string; readonly onClose: () => void; readonly onRemoved: () => void };

function Remove({ name, onClose, onRemoved }: RemoveProps) {
  const { run } = useAction(deleteBucket, refreshed);
  const remove = async () => {
    const outcome = await run({ params: { name } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    onRemoved();
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.removeTitle(name)}
      body={texts.removeAreaBody}
      confirm={texts.remove}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
