import { allows, type DataOf, type Permission, permissions } from '@kianda/contract';
import {
  type ApiKey,
  apiKeyCreate,
  apiKeyDaysMax,
  apiKeyRevoke,
  apiKeysAll,
  apiKeysOwn,
} from '@kianda/contract/identity/api-keys.contract';
import { EmptyState, PanelFailure, SkeletonLines } from '@kianda/ui';
import { Button, Checkbox, CopyButton, Group, NumberInput, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAccount } from '../../client/context.tsx';
import { useAction } from '../../client/use-action.ts';
import { useEndpoint } from '../../client/use-endpoint.ts';
import { notify } from '../../platform/notices.ts';
import { KeyRows } from '../../sections/auth-enterprise/components/key-rows.tsx';
import { authTexts } from '../../sections/auth-enterprise/texts.pt.ts';
import { ConfirmDialog } from '../../sections/shared/confirm-dialog.tsx';
import { DialogFoot } from '../../sections/shared/dialog-foot.tsx';

const texts = authTexts.keys;
const changed = [apiKeysOwn, apiKeysAll] as const;
const names = Object.keys(permissions) as Permission[];
const usualDays = 90;

/** The account's own keys of the API: what there is, one more, one less. */
export default function OwnKeys() {
  const list = useEndpoint(apiKeysOwn, {}, { refetchSeconds: 0, staleSeconds: 0 });
  const revoke = useAction(apiKeyRevoke, changed);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<DataOf<typeof apiKeyCreate> | null>(null);
  if (made !== null) return <Made secret={made.secret} onDone={() => setMade(null)} />;
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
  const { role, hasPassword } = useAccount();
  const create = useAction(apiKeyCreate, changed);
  const [name, setName] = useState('');
  const [days, setDays] = useState<number | string>(usualDays);
  const [chosen, setChosen] = useState<string[]>([]);
  const [password, setPassword] = useState('');
  const isFit = typeof days === 'number' && chosen.length > 0 && name.trim() !== '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isFit || create.isRunning) return;
    const wanted = names.filter((one) => chosen.includes(one));
    const body = { name, days, permissions: wanted, ...(hasPassword ? { currentPassword: password } : {}) };
    const outcome = await create.run({ body }, { offline: 'fail' });
    if (outcome.state === 'done') onMade(outcome.data);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <TextInput
          label={texts.name}
          description={texts.nameHelp}
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NumberInput
          label={texts.days}
          min={1}
          max={apiKeyDaysMax}
          allowDecimal={false}
          required
          value={days}
          onChange={setDays}
        />
        <Checkbox.Group label={texts.choose} value={chosen} onChange={setChosen}>
          <Stack gap={6} mt="xs" mah={280} style={{ overflowY: 'auto' }}>
            {names
              .filter((one) => allows(one, role))
              .map((one) => (
                <Checkbox key={one} value={one} label={`${permissions[one].label} (${one})`} />
              ))}
          </Stack>
        </Checkbox.Group>
        {hasPassword ? (
          <PasswordInput
            label={texts.password}
            description={texts.passwordHelp}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        <DialogFoot
          failure={create.failure === null ? null : (create.failure.issues?.[0]?.message ?? create.failure.message)}
          confirm={texts.confirm}
          isRunning={create.isRunning}
          isReady={isFit}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}

function Made({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  return (
    <Stack gap="sm">
      <p role="status">
        <strong>{texts.once}</strong>
      </p>
      <TextInput
        label={texts.secret}
        description={texts.use}
        value={secret}
        readOnly
        className="k-mono"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" gap="xs">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  );
}
