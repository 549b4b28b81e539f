import { type Permission, permissions } from '@kianda/contract';
import { createRealmClient, realmClients } from '@kianda/contract/people/identity/keycloak.contract';
import { Dialog } from '@kianda/ui';
import { MultiSelect, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { DialogFoot } from '../../../shared/dialog-foot.tsx';
import { identityTexts } from '../texts.pt.ts';

const texts = identityTexts.form;
const refreshed = [realmClients] as const;
const kinds = ['confidential', 'service', 'public'] as const;
const roles = ['cliente', 'investigador', 'cientista', 'operador'] as const;
const names = Object.keys(permissions) as Permission[];
const idPattern = /^[\w.-]{3,100}$/;

type Props = {
  readonly realm: string;
  readonly onClose: () => void;
  readonly onCreated: (created: { readonly clientId: string; readonly secret: string | null }) => void;
};

/** A new application: what it is, where it comes back to, and what it may ask for. */
export function ClientForm({ realm, onClose, onCreated }: Props) {
  const { run, isRunning, failure } = useAction(createRealmClient, refreshed);
  const [clientId, setClientId] = useState('');
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [kind, setKind] = useState<(typeof kinds)[number]>('confidential');
  const [role, setRole] = useState<(typeof roles)[number]>('cliente');
  const [redirects, setRedirects] = useState('');
  const [scopes, setScopes] = useState<string[]>([]);
  const isGood = idPattern.test(clientId);
  const errorOf = (field: string) =>
    failure?.issues?.find(({ path }) => path.replace(/^body\./, '').startsWith(field))?.message ?? null;
  const isPlaced = ['clientId', 'redirectUris', 'optionalClientScopes', 'publicClient'].some(
    (one) => errorOf(one) !== null,
  );
  const submit = async () => {
    const outcome = await run(
      {
        params: { realm },
        body: {
          clientId,
          name: name.trim(),
          description: description.trim(),
          publicClient: kind === 'public',
          serviceAccountsEnabled: kind === 'service',
          serviceAccountRole: role,
          redirectUris: redirects.split(/\s+/).filter((one) => one !== ''),
          optionalClientScopes: names.filter((one) => scopes.includes(one)),
        },
      },
      { offline: 'fail' },
    );
    if (outcome.state === 'done') onCreated(outcome.data);
  };
  return (
    <Dialog onClose={onClose} title={identityTexts.clients.add}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood && !isRunning) void submit();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={texts.clientId}
            description={texts.clientIdNote}
            value={clientId}
            required
            maxLength={100}
            error={clientId !== '' && !isGood ? texts.badClientId : errorOf('clientId')}
            onChange={(event) => setClientId(event.currentTarget.value)}
          />
          <TextInput
            label={texts.name}
            value={name}
            maxLength={120}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={texts.description}
            value={description}
            maxLength={300}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <NativeSelect
            label={texts.kind}
            description={texts.kindNote[kind]}
            data={kinds.map((value) => ({ value, label: identityTexts.clients.kinds[value] }))}
            value={kind}
            error={errorOf('publicClient')}
            onChange={({ currentTarget: { value } }) => setKind(kinds.find((one) => one === value) ?? kind)}
          />
          {kind === 'service' ? (
            <NativeSelect
              label={texts.role}
              data={roles.map((value) => ({ value, label: identityTexts.roles[value] }))}
              value={role}
              onChange={({ currentTarget: { value } }) => setRole(roles.find((one) => one === value) ?? role)}
            />
          ) : null}
          <Textarea
            label={texts.redirects}
            description={texts.redirectsNote}
            rows={3}
            value={redirects}
            error={errorOf('redirectUris')}
            spellCheck={false}
            onChange={(event) => setRedirects(event.currentTarget.value)}
          />
          <MultiSelect
            label={texts.scopes}
            description={texts.scopesNote}
            data={names.map((value) => ({ value, label: permissions[value].label }))}
            value={scopes}
            onChange={setScopes}
            searchable
            clearable
          />
          <DialogFoot
            failure={failure === null || isPlaced ? null : failure.message}
            confirm={texts.confirm}
            isRunning={isRunning}
            isReady={isGood}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
