import type { DataOf } from '@kianda/contract';
import { realmUserCount, realmUsers } from '@kianda/contract/people/identity/keycloak.contract';
import { type Column, RelativeTime, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import type { ListState } from '../../../shared/resource/list-state.ts';
import { identityTexts } from '../texts.pt.ts';
import { countQuery, pageQuery, ServiceList } from './service-list.tsx';

const texts = identityTexts.users;
type User = DataOf<typeof realmUsers>[number];
type Props = { readonly realm: string; readonly state: ListState; readonly onSessions: (user: string) => void };

const yesNo = (is: boolean) => (is ? identityTexts.yes : identityTexts.no);
const createdOf = ({ createdTimestamp }: User) => new Date(createdTimestamp).toISOString();
const nameOf = ({ firstName = '', lastName = '' }: User) => `${firstName} ${lastName}`.trim();
const todoOf = ({ requiredActions }: User) => {
  const words: Readonly<Record<string, string>> = texts.actions;
  return requiredActions.map((action) => words[action] ?? action).join(', ');
};

/** Accounts of the service, read only; another section changes them. */
export function UsersPanel({ realm, state, onSessions }: Props) {
  const params = { realm };
  const users = useEndpoint(realmUsers, { params, query: pageQuery(state) }, { refetchSeconds: 60 });
  const count = useEndpoint(realmUserCount, { params, query: countQuery(state) }, { refetchSeconds: 60 });
  const columns = useMemo(() => columnsOf(onSessions), [onSessions]);
  return (
    <ServiceList
      id="contas"
      texts={texts}
      state={state}
      source={users}
      total={count.sourced?.value}
      columns={columns}
      rowId={({ id }) => id}
    />
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
          size="compact-sm"
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
