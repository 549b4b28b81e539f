import {
  deleteRealmClient,
  realmClientStats,
  realmClients,
  realmSessions,
  renewClientSecret,
} from '@kianda/contract/people/identity/keycloak.contract';
import { formatCount } from '@kianda/format';
import { Dialog } from '@kianda/ui';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { ShownOnce } from '../../../shared/shown-once.tsx';
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
    <Dialog onClose={onClose} title={texts.secretTitle} closeOnClickOutside={false}>
      <ShownOnce
        warning={texts.secretNote}
        fields={[
          { label: texts.clientId, value: clientId },
          { label: texts.secret, value },
        ]}
        onDone={onClose}
      />
    </Dialog>
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
