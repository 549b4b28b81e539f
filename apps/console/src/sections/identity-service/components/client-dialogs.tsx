import {
  deleteRealmClient,
  realmClientStats,
  realmClients,
  realmSessions,
  renewClientSecret,
} from '@kianda/contract/identity/keycloak.contract';
import { formatCount } from '@kianda/ui';
import { Button, CopyButton, Group, Modal, Stack } from '@mantine/core';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { identityTexts } from '../texts.pt.ts';
import { nameOf, type RealmClient } from './client-name.ts';

const texts = identityTexts.clients;
const refreshed = [realmClients, realmClientStats, realmSessions] as const;
const none = [] as const;

type Props = { readonly realm: string; readonly client: RealmClient; readonly onClose: () => void };

/** A secret, this once. */
export function SecretDialog(props: {
  readonly clientId: string;
  readonly value: string;
  readonly onClose: () => void;
}) {
  const { clientId, value, onClose } = props;
  return (
    <Modal opened onClose={onClose} title={texts.secretTitle} size="lg" closeOnClickOutside={false}>
      <Stack gap="sm">
        <p>{texts.secretNote}</p>
        <p className="k-mono">{clientId}</p>
        <p className="k-mono" style={{ overflowWrap: 'anywhere' }}>
          {value}
        </p>
        <Group gap="xs">
          <CopyButton value={value}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? identityTexts.copied : identityTexts.copy}</Button>}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {texts.secretClose}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export function RenewSecret({
  realm,
  client,
  onClose,
  onSecret,
}: Props & { readonly onSecret: (secret: string) => void }) {
  const { run } = useAction(renewClientSecret, none);
  const renew = async () => {
    const outcome = await run({ params: { realm, id: client.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'done') onSecret(outcome.data.value);
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.renewTitle}
      body={texts.renewBody(nameOf(client))}
      confirm={texts.renew}
      isDangerous
      onConfirm={renew}
      onClose={onClose}
    />
  );
}

export function RemoveClient({ realm, client, open, onClose }: Props & { readonly open: number }) {
  const { run } = useAction(deleteRealmClient, refreshed);
  const remove = async () => {
    const outcome = await run({ params: { realm, id: client.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'info', message: texts.removed });
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      body={texts.removeBody(nameOf(client), formatCount(open, ...identityTexts.sessions.count))}
      confirm={texts.remove}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
