import { allows } from '@kianda/contract';
import {
  sessionEnd,
  sessionsList,
  type UserSession,
  userEndSessions,
} from '@kianda/contract/people/identity/user-sessions.contract';
import { formatCount, formatInstant, UNKNOWN } from '@kianda/format';
import { type Column, CursorPages, DataTable, EmptyState, Panel, RelativeTime, StatusPill } from '@kianda/ui';
import { Button, Group, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { describeAgent } from '../../../shell/account/describe-agent.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { afterUserChange } from './after-user-change.ts';
import { accessTexts } from './texts.pt.ts';

const texts = accessTexts.sessions;
const count = (sessions: number) => formatCount(sessions, texts.session, texts.sessions);

function columnsFor(isOne: boolean, onEnd: ((session: UserSession) => void) | null): readonly Column<UserSession>[] {
  const device = ({ userAgent, program }: UserSession) => program ?? describeAgent(userAgent);
  return [
    ...(isOne
      ? []
      : [
          {
            id: 'who',
            label: texts.who,
            value: ({ email }: UserSession) => email,
            render: ({ accountName, email }: UserSession) => <span title={email}>{accountName}</span>,
          },
        ]),
    {
      id: 'device',
      label: texts.device,
      value: device,
      render: (session) => <span title={session.userAgent}>{device(session)}</span>,
    },
    { id: 'address', label: texts.address, value: ({ ipAddress }) => ipAddress, width: '140px' },
    {
      id: 'place',
      label: texts.place,
      render: () => <abbr title={texts.placeUnknown}>{UNKNOWN}</abbr>,
      width: '80px',
    },
    { id: 'how', label: texts.how, value: ({ method }) => texts.methods[method], width: '160px', hidden: isOne },
    {
      id: 'begun',
      label: texts.begun,
      value: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => <RelativeTime at={createdAt} />,
      width: '130px',
    },
    {
      id: 'used',
      label: texts.used,
      value: ({ lastUsedAt }) => lastUsedAt,
      render: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} />,
      width: '150px',
    },
    {
      id: 'until',
      label: texts.until,
      value: ({ expiresAt }) => expiresAt,
      render: ({ expiresAt }) => formatInstant(expiresAt),
      width: '150px',
      hidden: true,
    },
    {
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
            aria-label={texts.endLabel(session.accountName, device(session))}
            onClick={() => onEnd(session)}
          >
            {texts.end}
          </Button>
        ),
      width: '130px',
    },
  ];
}

type Ending = UserSession | 'all';

/** Open sessions of everyone, or of one account, with the way to end them. */
export function SessionTable({ accountId }: { readonly accountId?: string }) {
  const { role } = useAccount();
  const [search, setSearch] = useState('');
  const [after, setAfter] = useState('');
  const [ending, setEnding] = useState<Ending | null>(null);
  const mayEnd = allows(sessionEnd.access, role);
  const query = {
    ...(accountId === undefined ? {} : { accountId }),
    ...(search === '' ? {} : { search }),
    ...(after === '' ? {} : { after }),
  };
  const result = useEndpoint(sessionsList, { query }, { refetchSeconds: 30 });
  const columns = useMemo(() => columnsFor(accountId !== undefined, mayEnd ? setEnding : null), [accountId, mayEnd]);
  const found = result.sourced?.value;
  const find = (words: string) => {
    setAfter('');
    setSearch(words);
  };
  return (
    <Panel
      id="sessoes"
      title={texts.title}
      description={
        found === undefined
          ? undefined
          : texts.text(count(found.total), formatCount(found.accounts, accessTexts.account, accessTexts.accounts))
      }
      source={result}
      isEmpty={({ sessions }) => sessions.length === 0}
      empty={<EmptyState title={texts.empty} />}
      actions={
        accountId === undefined ? (
          <SearchForm onSearch={find} />
        ) : mayEnd && found !== undefined && found.total > 0 ? (
          <Button variant="default" onClick={() => setEnding('all')}>
            {texts.endAll}
          </Button>
        ) : undefined
      }
      footer={
        found === undefined || (after === '' && found.next === null) ? undefined : (
          <CursorPages
            isFirst={after === ''}
            hasNext={found.next !== null}
            onFirst={() => setAfter('')}
            onNext={() => setAfter(found.next ?? '')}
          />
        )
      }
      flush
    >
      {({ sessions }) => (
        <>
          <DataTable
            id="sessoes"
            label={texts.title}
            columns={columns}
            rows={sessions}
            rowId={({ id }) => id}
            server={{ total: found?.total }}
          />
          {ending === null ? null : (
            <EndDialog ending={ending} accountId={accountId ?? ''} onClose={() => setEnding(null)} />
          )}
        </>
      )}
    </Panel>
  );
}

function SearchForm({ onSearch }: { readonly onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <Group gap="xs">
        <TextInput
          aria-label={texts.search}
          placeholder={texts.search}
          maxLength={120}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {texts.find}
        </Button>
      </Group>
    </form>
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
