import { allows } from '@kianda/contract';
import {
  sessionEnd,
  sessionsExport,
  sessionsList,
  userEndSessions,
} from '@kianda/contract/people/identity/user-sessions.contract';
import { type UserSession, userSessionResource } from '@kianda/contract/people/identity/user-sessions.resource';
import { formatCount, formatInstant, type TimeZone } from '@kianda/format';
import { type Column, EmptyState, StatusPill, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import { describeAgent } from '../../../shell/account/describe-agent.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import type { ListState } from '../resource/list-state.ts';
import { ResourceList } from '../resource/resource-list.tsx';
import { afterUserChange } from './after-user-change.ts';
import { accessTexts } from './texts.pt.ts';

const texts = accessTexts.sessions;
const count = (sessions: number) => formatCount(sessions, texts.session, texts.sessions);
const deviceOf = ({ userAgent, program }: UserSession) => program ?? describeAgent(userAgent);

const cells = {
  who: ({ accountName, email }: UserSession) => <span title={email}>{accountName}</span>,
  device: (session: UserSession) => <span title={session.userAgent}>{deviceOf(session)}</span>,
};

const endColumn = (onEnd: ((session: UserSession) => void) | null, timeZone: TimeZone): Column<UserSession> => ({
  id: 'end',
  label: texts.end,
  value: ({ current }) => (current ? texts.current : ''),
  render: (session) =>
    session.current ? (
      <StatusPill tone="good">{texts.current}</StatusPill>
    ) : onEnd === null ? null : (
      <Button
        size="compact-sm"
        variant="default"
        // One person may have several sessions in the same browser.
        aria-label={`${texts.endLabel(session.accountName, deviceOf(session))}, ${formatInstant(session.createdAt, timeZone, true)}`}
        onClick={() => onEnd(session)}
      >
        {texts.end}
      </Button>
    ),
  width: '130px',
});

type Ending = UserSession | 'all';
type Props = { readonly state: ListState; readonly accountId?: string };

/** Open sessions of everyone, or of one account, with the way to end them. */
export function SessionTable({ state, accountId }: Props) {
  const { role } = useAccount();
  const [ending, setEnding] = useState<Ending | null>(null);
  const mayEnd = allows(sessionEnd.access, role);
  const { timeZone } = usePreferences();
  const isOne = accountId !== undefined;
  return (
    <>
      <ResourceList
        id="sessoes"
        list={userSessionResource}
        endpoint={sessionsList}
        file={sessionsExport}
        state={state}
        query={isOne ? { accountId } : undefined}
        title={texts.title}
        description={({ total, accounts }) =>
          texts.text(count(total), formatCount(accounts, accessTexts.account, accessTexts.accounts))
        }
        rowId={({ id }) => id}
        cells={cells}
        columns={[endColumn(mayEnd ? setEnding : null, timeZone)]}
        without={isOne ? ['who', 'email', 'role'] : []}
        actions={(found) =>
          isOne && mayEnd && found !== undefined && found.total > 0 ? (
            <Button variant="default" onClick={() => setEnding('all')}>
              {texts.endAll}
            </Button>
          ) : null
        }
        empty={<EmptyState title={texts.empty} />}
      />
      {ending === null ? null : (
        <EndDialog ending={ending} accountId={accountId ?? ''} onClose={() => setEnding(null)} />
      )}
    </>
  );
}

type EndProps = { readonly ending: Ending; readonly accountId: string; readonly onClose: () => void };

function EndDialog({ ending, accountId, onClose }: EndProps) {
  const end = useAction(sessionEnd, afterUserChange);
  const endAll = useAction(userEndSessions, afterUserChange);
  const confirm = async () => {
    const outcome =
      ending === 'all'
        ? await endAll.run({ params: { id: accountId } }, { offline: 'fail' })
        : await end.run({ params: { id: ending.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'done') {
      notify({ tone: 'success', message: texts.ended(count(outcome.data.endedSessions)) });
    }
    return null;
  };
  return (
    <ConfirmDialog
      title={ending === 'all' ? texts.endAllTitle : texts.endTitle(ending.accountName)}
      body={ending === 'all' ? texts.endAllText : texts.endText(describeAgent(ending.userAgent))}
      confirm={ending === 'all' ? texts.endAll : texts.end}
      isDangerous
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
