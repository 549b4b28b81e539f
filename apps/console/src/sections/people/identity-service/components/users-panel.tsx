import type { DataOf } from '@kianda/contract';
import { realmUsers } from '@kianda/contract/people/identity/keycloak.contract';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { identityTexts } from '../texts.pt.ts';
import { type Paged, pageQuery, pageSize, SearchBox, ServicePages } from './paged.tsx';

const texts = identityTexts.users;
type User = DataOf<typeof realmUsers>[number];
type Props = Paged & { readonly realm: string; readonly onSessions: (user: string) => void };

const yesNo = (is: boolean) => (is ? identityTexts.yes : identityTexts.no);
const createdOf = ({ createdTimestamp }: User) => new Date(createdTimestamp).toISOString();
const nameOf = ({ firstName = '', lastName = '' }: User) => `${firstName} ${lastName}`.trim();
const todoOf = ({ requiredActions }: User) => {
  const words: Readonly<Record<string, string>> = texts.actions;
  return requiredActions.map((action) => words[action] ?? action).join(', ');
};

/** Accounts of the service, read only; another section changes them. */
export function UsersPanel({ realm, onSessions, ...place }: Props) {
  const users = useEndpoint(realmUsers, { params: { realm }, query: pageQuery(place) }, { refetchSeconds: 60 });
  const columns = useMemo(() => columnsOf(onSessions), [onSessions]);
  const rows = users.sourced?.value ?? [];
  return (
    <Panel
      id="contas"
      title={texts.title}
      description={texts.note}
      source={users}
      actions={<SearchBox q={place.q} label={texts.searchLabel} onChange={place.onChange} />}
      isEmpty={(value) => value.length === 0}
      empty={<EmptyState title={texts.empty} />}
      footer={
        place.page === 1 && rows.length < pageSize ? undefined : (
          <ServicePages page={place.page} rows={rows.length} onChange={place.onChange} />
        )
      }
      flush
    >
      {(value) => (
        <DataTable id="contas" label={texts.title} columns={columns} rows={value} rowId={({ id }) => id} server={{}} />
      )}
    </Panel>
  );
}

function columnsOf(onSessions: (user: string) => void): readonly Column<User>[] {
  return [
    { id: 'email', label: texts.email, value: ({ username }) => username },
    { id: 'name', label: texts.name, value: nameOf },
    { id: 'role', label: texts.role, value: ({ attributes }) => attributes?.role?.[0] ?? null, width: '130px' },
    {
      id: 'enabled',
      label: texts.enabled,
      value: ({ enabled }) => yesNo(enabled),
      render: ({ enabled }) => <StatusPill tone={enabled ? 'good' : 'unknown'}>{yesNo(enabled)}</StatusPill>,
      width: '100px',
    },
    { id: 'two-step', label: texts.twoStep, value: ({ totp }) => yesNo(totp), width: '110px' },
    { id: 'todo', label: texts.required, value: todoOf },
    {
      id: 'created',
      label: texts.created,
      value: createdOf,
      render: (user) => <RelativeTime at={createdOf(user)} />,
      width: '150px',
    },
    {
      id: 'actions',
      label: identityTexts.actions,
      render: ({ username }) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={texts.sessionsOf(username)}
          onClick={() => onSessions(username)}
        >
          {texts.sessions}
        </Button>
      ),
      width: '120px',
    },
  ];
}
