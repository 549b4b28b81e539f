import { type Permission, permissions, roleNames } from '@kianda/contract';
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

const empty = {
  clientId: '',
  name: '',
  description: '',
  kind: 'confidential' as (typeof kinds)[number],
  role: 'cliente' as (typeof roles)[number],
  redirects: '',
  scopes: [] as string[],
};
type Draft = typeof empty;

const isGoodId = ({ clientId }: Draft): boolean => idPattern.test(clientId);
const bodyOf = (draft: Draft) => ({
  clientId: draft.clientId,
  name: draft.name.trim(),
  description: draft.description.trim(),
  publicClient: draft.kind === 'public',
  serviceAccountsEnabled: draft.kind === 'service',
  serviceAccountRole: draft.role,
  redirectUris: draft.redirects.split(/\s+/).filter((address) => address !== ''),
  optionalClientScopes: names.filter((name) => draft.scopes.includes(name)),
});

/** A new application: its kind, its return addresses, and the permissions it may ask for. */
export function ClientForm({ realm, onClose, onCreated }: Props) {
  const { run, isRunning, failure } = useAction(createRealmClient, refreshed);
  const [draft, setDraft] = useState(empty);
  const errorOf = (field: string) =>
    failure?.issues?.find(({ path }) => path.replace(/^body\./, '').startsWith(field))?.message ?? null;
  const isPlaced = ['clientId', 'redirectUris', 'optionalClientScopes', 'publicClient'].some(
    (field) => errorOf(field) !== null,
  );
  const fields: FieldsProps = {
    draft,
    set: (part) => setDraft((before) => ({ ...before, ...part })),
    errorOf,
  };
  const submit = async () => {
    const outcome = await run({ params: { realm }, body: bodyOf(draft) }, { offline: 'fail' });
    if (outcome.state === 'done') onCreated(outcome.data);
  };
  return (
    <Dialog onClose={onClose} title={identityTexts.clients.add}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isGoodId(draft) && !isRunning) void submit();
        }}
      >
        <Stack gap="sm">
          <NameFields {...fields} />
          <KindFields {...fields} />
          <AccessFields {...fields} />
          <DialogFoot
            failure={failure === null || isPlaced ? null : failure.message}
            confirm={texts.confirm}
            isRunning={isRunning}
            isReady={isGoodId(draft)}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

type FieldsProps = {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
  /** The server's objection to a field. */
  readonly errorOf: (field: string) => string | null;
};

function NameFields({ draft, set, errorOf }: FieldsProps) {
  return (
    <>
      <TextInput
        label={texts.clientId}
        description={texts.clientIdNote}
        value={draft.clientId}
        required
        maxLength={100}
        error={draft.clientId !== '' && !isGoodId(draft) ? texts.badClientId : errorOf('clientId')}
        onChange={(event) => set({ clientId: event.currentTarget.value })}
      />
      <TextInput
        label={texts.name}
        value={draft.name}
        maxLength={120}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={texts.description}
        value={draft.description}
        maxLength={300}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
    </>
  );
}

function KindFields({ draft, set, errorOf }: FieldsProps) {
  return (
    <>
      <NativeSelect
        label={texts.kind}
        description={texts.kindNote[draft.kind]}
        data={kinds.map((value) => ({ value, label: identityTexts.clients.kinds[value] }))}
        value={draft.kind}
        error={errorOf('publicClient')}
        onChange={({ currentTarget: { value } }) => set({ kind: kinds.find((kind) => kind === value) ?? draft.kind })}
      />
      {draft.kind === 'service' ? (
        <NativeSelect
          label={texts.role}
          data={roles.map((value) => ({ value, label: roleNames[value] }))}
          value={draft.role}
          onChange={({ currentTarget: { value } }) => set({ role: roles.find((role) => role === value) ?? draft.role })}
        />
      ) : null}
    </>
  );
}

function AccessFields({ draft, set, errorOf }: FieldsProps) {
  return (
    <>
      <Textarea
        label={texts.redirects}
        description={texts.redirectsNote}
        rows={3}
        value={draft.redirects}
        error={errorOf('redirectUris')}
        spellCheck={false}
        onChange={(event) => set({ redirects: event.currentTarget.value })}
      />
      <MultiSelect
        label={texts.scopes}
        description={texts.scopesNote}
        data={names.map((value) => ({ value, label: permissions[value].label }))}
        value={draft.scopes}
        onChange={(scopes) => set({ scopes })}
        searchable
        clearable
      />
    </>
  );
}
