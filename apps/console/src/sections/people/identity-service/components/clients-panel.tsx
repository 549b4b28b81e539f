import { allows } from '@kianda/contract';
import { createRealmClient, realmClientStats, realmClients } from '@kianda/contract/people/identity/keycloak.contract';
import { formatNumber } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { identityTexts } from '../texts.pt.ts';
import { RemoveClient, RenewSecret, SecretDialog } from './client-dialogs.tsx';
import { ClientForm } from './client-form.tsx';
import { nameOf, type RealmClient } from './client-name.ts';

const texts = identityTexts.clients;
/** More than anyone registers. */
const mostClients = 1000;

type Asked = { readonly client: RealmClient; readonly act: 'renew' | 'remove' };

/** Programs that use the platform's tokens: registered, given another secret, taken away. */
export function ClientsPanel({ realm }: { readonly realm: string }) {
  const { role } = useAccount();
  const params = { realm };
  const clients = useEndpoint(realmClients, { params, query: { max: mostClients } }, { refetchSeconds: 60 });
  const stats = useEndpoint(realmClientStats, { params }, { refetchSeconds: 30 }).sourced?.value;
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<{ readonly clientId: string; readonly value: string } | null>(null);
  const mayManage = allows(createRealmClient.access, role);
  const open = useMemo(() => new Map(stats?.map(({ id, active }) => [id, Number(active)])), [stats]);
  const isCounted = stats !== undefined;
  const columns = useMemo(
    () => columnsOf((id) => (isCounted ? (open.get(id) ?? 0) : null), mayManage ? setAsked : null),
    [open, isCounted, mayManage],
  );
  const close = () => setAsked(null);
  return (
    <Panel
      id="aplicacoes"
      title={texts.title}
      description={texts.note}
      source={clients}
      isEmpty={(value) => value.length === 0}
      empty={<EmptyState title={texts.empty} />}
      actions={
        mayManage ? (
          <Button size="compact-sm" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        ) : null
      }
      flush
    >
      {(value) => (
        <>
          <DataTable id="aplicacoes" label={texts.title} columns={columns} rows={value} rowId={({ id }) => id} />
          {isAdding ? (
            <ClientForm
              realm={realm}
              onClose={() => setAdding(false)}
              onCreated={(created) => {
                setAdding(false);
                if (created.secret !== null) setSecret({ clientId: created.clientId, value: created.secret });
              }}
            />
          ) : null}
          {asked?.act === 'renew' ? (
            <RenewSecret
              realm={realm}
              client={asked.client}
              onClose={close}
              onSecret={(given) => setSecret({ clientId: asked.client.clientId, value: given })}
            />
          ) : null}
          {asked?.act === 'remove' ? (
            <RemoveClient realm={realm} client={asked.client} open={open.get(asked.client.id) ?? 0} onClose={close} />
          ) : null}
          {secret === null ? null : <SecretDialog {...secret} onClose={() => setSecret(null)} />}
        </>
      )}
    </Panel>
  );
}

function kindOf({ publicClient, serviceAccountsEnabled }: RealmClient): string {
  return texts.kinds[publicClient ? 'public' : serviceAccountsEnabled ? 'service' : 'confidential'];
}

function columnsOf(
  openOf: (id: string) => number | null,
  ask: ((asked: Asked) => void) | null,
): readonly Column<RealmClient>[] {
  const actions: Column<RealmClient> = {
    id: 'actions',
    label: identityTexts.actions,
    render: (client) =>
      client.clientId === 'kianda-console' ? (
        <span title={texts.built}>—</span>
      ) : (
        <Group gap={4} wrap="nowrap">
          {client.publicClient ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.renewOf(nameOf(client))}
              onClick={() => ask?.({ client, act: 'renew' })}
            >
              {texts.renew}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.removeOf(nameOf(client))}
            onClick={() => ask?.({ client, act: 'remove' })}
          >
            {texts.remove}
          </Button>
        </Group>
      ),
    width: '210px',
  };
  return [
    { id: 'name', label: texts.name, value: nameOf },
    {
      id: 'client-id',
      label: texts.clientId,
      value: ({ clientId }) => clientId,
      render: ({ clientId }) => <span className="k-mono">{clientId}</span>,
    },
    { id: 'kind', label: texts.kind, value: kindOf, width: '190px' },
    {
      id: 'open',
      label: texts.open,
      value: ({ id }) => openOf(id),
      render: ({ id }) => formatNumber(openOf(id), { maxDecimals: 0 }),
      align: 'end',
      width: '90px',
    },
    { id: 'redirects', label: texts.redirects, value: ({ redirectUris }) => redirectUris.join(' ') },
    {
      id: 'scopes',
      label: texts.scopes,
      value: ({ optionalClientScopes }) => optionalClientScopes.join(' '),
      hidden: true,
    },
    { id: 'description', label: texts.description, value: ({ description }) => description, hidden: true },
    ...(ask === null ? [] : [actions]),
  ];
}
