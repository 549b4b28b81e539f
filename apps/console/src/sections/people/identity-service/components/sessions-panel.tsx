import { allows, type DataOf } from '@kianda/contract';
import {
  endRealmSession,
  logoutRealmUser,
  realmClientStats,
  realmSessions,
} from '@kianda/contract/people/identity/keycloak.contract';
import { formatCount, formatInstant, type TimeZone, UNKNOWN } from '@kianda/format';
import { type Column, RelativeTime, usePreferences } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { describeAgent } from '../../../../shell/account/describe-agent.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import type { ListState } from '../../../shared/resource/list-state.ts';
import { identityTexts } from '../texts.pt.ts';
import { pageQuery, ServiceList } from './service-list.tsx';

const texts = identityTexts.sessions;
const refreshed = [realmSessions, realmClientStats] as const;

type Session = DataOf<typeof realmSessions>[number];
type Asked = { readonly session: Session; readonly isAll: boolean };

const deviceOf = ({ userAgent }: Session) => (userAgent === undefined ? null : describeAgent(userAgent));
const instantOf = (ms: number) => new Date(ms).toISOString();

type Props = { readonly realm: string; readonly state: ListState };

/** Open sessions of every account, and the way to end one, or all of an account. */
export function SessionsPanel({ realm, state }: Props) {
  const { role } = useAccount();
  const [ending, setEnding] = useState<Asked | null>(null);
  const sessions = useEndpoint(realmSessions, { params: { realm }, query: pageQuery(state) }, { refetchSeconds: 30 });
  const mayEnd = allows(endRealmSession.access, role);
  const { timeZone } = usePreferences();
  const columns = useMemo(() => columnsOf(mayEnd ? setEnding : null, timeZone), [mayEnd, timeZone]);
  return (
    <ServiceList id="sessoes" texts={texts} state={state} source={sessions} columns={columns} rowId={({ id }) => id}>
      {(rows) =>
        ending === null ? null : (
          <EndDialog
            realm={realm}
            asked={ending}
            open={rows.filter(({ userId }) => userId === ending.session.userId).length}
            onClose={() => setEnding(null)}
          />
        )
      }
    </ServiceList>
  );
}

function columnsOf(ask: ((asked: Asked) => void) | null, timeZone: TimeZone): readonly Column<Session>[] {
  const begunAt = ({ start }: Session) => formatInstant(instantOf(start), timeZone, true);
  const time = (id: 'start' | 'lastAccess', label: string): Column<Session> => ({
    id,
    label,
    value: (session) => instantOf(session[id]),
    render: (session) => <RelativeTime at={instantOf(session[id])} />,
    width: '150px',
  });
  const actions: Column<Session> = {
    id: 'actions',
    label: identityTexts.actions,
    render: (session) => (
      <Group gap={4} wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${texts.endOf(session.username)}, ${begunAt(session)}`}
          onClick={() => ask?.({ session, isAll: false })}
        >
          {texts.end}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${texts.endAllOf(session.username)}, ${begunAt(session)}`}
          onClick={() => ask?.({ session, isAll: true })}
        >
          {texts.endAll}
        </Button>
      </Group>
    ),
    width: '200px',
  };
  return [
    { id: 'user', label: texts.user, value: ({ username }) => username },
    {
      id: 'device',
      label: texts.device,
      value: deviceOf,
      render: (session) => deviceOf(session) ?? <abbr title={texts.noDevice}>{UNKNOWN}</abbr>,
    },
    { id: 'client', label: texts.client, value: ({ clients }) => Object.values(clients).join(', '), width: '150px' },
    {
      id: 'ip',
      label: texts.ip,
      value: ({ ipAddress }) => ipAddress,
      render: ({ ipAddress }) => <span className="k-mono">{ipAddress}</span>,
      width: '140px',
    },
    time('lastAccess', texts.seen),
    time('start', texts.started),
    ...(ask === null ? [] : [actions]),
  ];
}

type EndProps = {
  readonly realm: string;
  readonly asked: Asked;
  /** Sessions of the account in the list. */
  readonly open: number;
  readonly onClose: () => void;
};

function EndDialog({ realm, asked: { session, isAll }, open, onClose }: EndProps) {
  const one = useAction(endRealmSession, refreshed);
  const all = useAction(logoutRealmUser, refreshed);
  const end = async () => {
    const outcome = isAll
      ? await all.run({ params: { realm, id: session.userId } }, { offline: 'fail' })
      : await one.run({ params: { realm, id: session.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'info', message: isAll ? texts.endedAll : texts.ended });
    return null;
  };
  return (
    <ConfirmDialog
      title={isAll ? texts.endAllTitle : texts.endTitle}
      body={
        isAll
          ? texts.endAllBody(session.username, formatCount(open, ...texts.count))
          : texts.endBody(session.username, deviceOf(session) ?? session.ipAddress)
      }
      confirm={isAll ? texts.endAll : texts.end}
      isDangerous
      onConfirm={end}
      onClose={onClose}
    />
  );
}
