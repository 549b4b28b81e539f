import { allows, type DataOf, type Permission, permissions } from '@kianda/contract';
import {
  type ApiKey,
  apiKeyCreate,
  apiKeyDaysMax,
  apiKeyRevoke,
  apiKeysAll,
  apiKeysOwn,
} from '@kianda/contract/people/identity/api-keys.contract';
import { EmptyState, PanelFailure, SkeletonLines } from '@kianda/ui';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../client/context.tsx';
import { useAction } from '../../client/use-action.ts';
import { useEndpoint } from '../../client/use-endpoint.ts';
import { notify } from '../../platform/notices.ts';
import { KeyRows } from '../../sections/shared/access/key-rows.tsx';
import { accessTexts } from '../../sections/shared/access/texts.pt.ts';
import { ConfirmDialog } from '../../sections/shared/confirm-dialog.tsx';
import { KeyForm, type KeyTerms } from '../../sections/shared/key-form.tsx';
import { ShownOnce } from '../../sections/shared/shown-once.tsx';

const texts = accessTexts.keys;
const changed = [apiKeysOwn, apiKeysAll] as const;
const names = Object.keys(permissions) as Permission[];

/** The account's own keys of the API: what there is, one more, one less. */
export default function OwnKeys() {
  const list = useEndpoint(apiKeysOwn, {}, { refetchSeconds: 0, staleSeconds: 0 });
  const revoke = useAction(apiKeyRevoke, changed);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<DataOf<typeof apiKeyCreate> | null>(null);
  if (made !== null) {
    const field = { label: texts.secret, value: made.secret, description: texts.use };
    return <ShownOnce warning={texts.once} fields={[field]} onDone={() => setMade(null)} />;
  }
  if (isMaking) {
    return (
      <NewKey
        onMade={(key) => {
          setMaking(false);
          setMade(key);
        }}
        onClose={() => setMaking(false)}
      />
    );
  }
  if (list.sourced === undefined) {
    return list.error === null ? (
      <SkeletonLines lines={4} />
    ) : (
      <PanelFailure error={list.error} onRetry={list.refresh} />
    );
  }
  const { keys } = list.sourced.value;
  const end = async () => {
    if (ending === null) return null;
    const outcome = await revoke.run({ params: { id: ending.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: texts.revoked });
    return null;
  };
  return (
    <Stack gap="md">
      {keys.length === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
      ) : (
        <KeyRows keys={keys} showsOwner={false} onRevoke={setEnding} />
      )}
      <Group justify="flex-end">
        <Button onClick={() => setMaking(true)}>{texts.create}</Button>
      </Group>
      {ending === null ? null : (
        <ConfirmDialog
          title={texts.revokeTitle(ending.name)}
          body={texts.revokeText}
          confirm={texts.revoke}
          isDangerous
          onConfirm={end}
          onClose={() => setEnding(null)}
        />
      )}
    </Stack>
  );
}

function NewKey({
  onMade,
  onClose,
}: {
  readonly onMade: (key: DataOf<typeof apiKeyCreate>) => void;
  readonly onClose: () => void;
}) {
  const { role } = useAccount();
  const create = useAction(apiKeyCreate, changed);
  const [chosen, setChosen] = useState<string[]>([]);
  const send = async (terms: KeyTerms) => {
    const body = { ...terms, permissions: names.filter((name) => chosen.includes(name)) };
    const outcome = await create.run({ body }, { offline: 'fail' });
    if (outcome.state === 'done') onMade(outcome.data);
  };
  return (
    <KeyForm
      nameHelp={texts.nameHelp}
      daysMax={apiKeyDaysMax}
      isReady={chosen.length > 0}
      action={create}
      onSend={(terms) => void send(terms)}
      onClose={onClose}
    >
      <Checkbox.Group label={texts.choose} value={chosen} onChange={setChosen}>
        <Stack gap={6} mt="xs" mah={280} style={{ overflowY: 'auto' }}>
          {names
            .filter((one) => allows(one, role))
            .map((one) => (
              <Checkbox key={one} value={one} label={`${permissions[one].label} (${one})`} />
            ))}
        </Stack>
      </Checkbox.Group>
    </KeyForm>
  );
}
