import type { User } from '@kianda/contract/people/identity/identity.contract';
import { UNKNOWN } from '@kianda/format';
import { type Column, RelativeTime, StatusPill } from '@kianda/ui';
import { userTexts as texts } from '../texts.pt.ts';
import { StatePill, stateOf, twoStepOf } from './state-pill.tsx';

/** Columns of the list of users; the state of some depends on the present time. */
export function columnsAt(nowMs: number): readonly Column<User>[] {
  return [
    { id: 'name', label: texts.columns.name, value: ({ name }) => name },
    { id: 'email', label: texts.columns.email, value: ({ email }) => email },
    { id: 'role', label: texts.columns.role, value: ({ role }) => texts.roles[role], width: '130px' },
    {
      id: 'status',
      label: texts.columns.status,
      value: (user) => stateOf(user, nowMs).text,
      render: (user) => <StatePill user={user} nowMs={nowMs} />,
      width: '160px',
    },
    {
      id: 'two-step',
      label: texts.columns.twoStep,
      value: (user) => twoStepOf(user, nowMs).text,
      render: (user) =>
        user.isProgram ? (
          texts.program
        ) : (
          <StatusPill tone={twoStepOf(user, nowMs).tone}>{twoStepOf(user, nowMs).text}</StatusPill>
        ),
      width: '130px',
    },
    {
      id: 'last-access',
      label: texts.columns.lastAccess,
      value: ({ lastAccess }) => lastAccess,
      render: ({ lastAccess }) =>
        lastAccess === null ? <abbr title={texts.neverReason}>{UNKNOWN}</abbr> : <RelativeTime at={lastAccess} />,
      width: '150px',
    },
    {
      id: 'created',
      label: texts.columns.created,
      value: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => <RelativeTime at={createdAt} />,
      width: '150px',
      hidden: true,
    },
  ];
}
