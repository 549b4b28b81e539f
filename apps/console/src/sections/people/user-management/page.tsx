import { allows } from '@kianda/contract';
import {
  type AccessLink,
  type User,
  usersCreate,
  usersExport,
  usersList,
  usersSummary,
} from '@kianda/contract/people/identity/identity.contract';
import { formatCount, formatNumber, UNKNOWN } from '@kianda/format';
import {
  type Column,
  DataTable,
  downloadBlob,
  EmptyState,
  PageHeader,
  PageStack,
  Panel,
  RelativeTime,
  StatusPill,
  Tile,
  useClock,
  useNow,
} from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { IconDownload, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useAccount, useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useOpenSection, useSectionSearch } from '../../../shell/use-section.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { FiveTiles } from '../../shared/five-tiles.tsx';
import { orReason, pick } from '../../shared/sourced.ts';
import touch from '../../shared/touch.module.css';
import { queryOf, userSearch } from './api/search.ts';
import { AccessLinkDialog } from './components/access-link-dialog.tsx';
import { UserFilters } from './components/filters.tsx';
import { ImportDialog } from './components/import-dialog.tsx';
import { StatePill, stateOf, twoStepOf } from './components/state-pill.tsx';
import { UserDetail } from './components/user-detail.tsx';
import { InviteDialog } from './components/user-form.tsx';
import styles from './page.module.css';
import { userTexts as texts } from './texts.pt.ts';

type Dialog = 'invite' | 'import' | 'export';

function columnsAt(nowMs: number): readonly Column<User>[] {
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

/** Section `user-management`: who may enter, and everything that can be done with an account. */
export default function UserManagementPage() {
  const { role } = useAccount();
  const [search, change] = useSectionSearch(userSearch);
  const open = useOpenSection();
  const nowMs = useNow(30);
  const filters = queryOf(search);
  const summary = useEndpoint(usersSummary, {}, { refetchSeconds: 60 });
  const list = useEndpoint(usersList, { query: filters }, { refetchSeconds: 60 });
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [link, setLink] = useState<AccessLink | null>(null);
  const columns = useMemo(() => columnsAt(nowMs), [nowMs]);
  const mayWrite = allows(usersCreate.access, role);
  const found = list.sourced?.value;
  const user = found?.data.find(({ id }) => id === chosen);
  const close = () => setDialog(null);
  const twoStepRoles = summary.sourced?.value.twoStepRoles ?? [];

  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            <>
              {mayWrite ? (
                <>
                  <Button
                    leftSection={<IconUserPlus size={16} aria-hidden="true" />}
                    onClick={() => setDialog('invite')}
                  >
                    {texts.invite}
                  </Button>
                  <Button
                    variant="default"
                    leftSection={<IconUpload size={16} aria-hidden="true" />}
                    onClick={() => setDialog('import')}
                  >
                    {texts.importButton}
                  </Button>
                  <Button
                    variant="default"
                    leftSection={<IconDownload size={16} aria-hidden="true" />}
                    onClick={() => setDialog('export')}
                  >
                    {texts.exportButton}
                  </Button>
                </>
              ) : null}
              <Button variant="default" onClick={() => open('auth-enterprise')}>
                {texts.permissions}
              </Button>
            </>
          }
        />
        <SummaryTiles
          summary={summary}
          onFocus={(focus) => change({ q: '', role: '', status: '', after: '', focus })}
        />
        <UserFilters
          key={JSON.stringify(filters)}
          search={search}
          onSearch={(next) => change({ ...next, after: '' })}
        />
        <Panel
          id="utilizadores"
          title={texts.list}
          description={
            found === undefined ? undefined : texts.listText(formatCount(found.total, texts.one, texts.many))
          }
          source={list}
          isEmpty={({ data }) => data.length === 0}
          empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
          footer={
            found === undefined || (search.after === '' && !found.hasNext) ? undefined : (
              <Group gap="xs" className={styles.buttons ?? ''}>
                {search.after === '' ? null : (
                  <Button variant="default" size="xs" onClick={() => change({ after: '' })}>
                    {texts.first}
                  </Button>
                )}
                {found.next === null ? null : (
                  <Button variant="default" size="xs" onClick={() => change({ after: found.next ?? '' })}>
                    {texts.next}
                  </Button>
                )}
              </Group>
            )
          }
          flush
        >
          {({ data }) => (
            <DataTable
              id="utilizadores"
              label={texts.list}
              columns={columns}
              rows={data}
              rowId={({ id }) => id}
              onOpenRow={({ id }) => setChosen(id)}
            />
          )}
        </Panel>
        {user === undefined ? null : (
          <UserDetail user={user} twoStepRoles={twoStepRoles} onLink={setLink} onClose={() => setChosen(null)} />
        )}
        {dialog === 'invite' ? (
          <InviteDialog
            canMail={summary.sourced?.value.canMail ?? false}
            twoStepRoles={twoStepRoles}
            onInvited={(made) => {
              close();
              setLink(made);
            }}
            onClose={close}
          />
        ) : null}
        {dialog === 'import' ? <ImportDialog onClose={close} /> : null}
        {dialog === 'export' ? <ExportDialog onClose={close} /> : null}
        {link === null ? null : <AccessLinkDialog link={link} onClose={() => setLink(null)} />}
      </PageStack>
    </div>
  );
}

function SummaryTiles({
  summary,
  onFocus,
}: {
  readonly summary: ReturnType<typeof useEndpoint<typeof usersSummary>>;
  readonly onFocus: (focus: 'invited' | 'two-step-missing') => void;
}) {
  const value = summary.sourced?.value;
  const figure = (select: (counts: NonNullable<typeof value>) => number) => orReason(pick(summary, select), summary);
  return (
    <FiveTiles>
      <Tile
        id="ativos"
        label={texts.tiles.active}
        value={figure(({ active }) => active)}
        note={value === undefined ? undefined : texts.tiles.ofAll(formatNumber(value.total))}
      />
      <Tile
        id="administradores"
        label={texts.tiles.admins}
        value={figure(({ activeByRole }) => activeByRole.administrador)}
      />
      <Tile
        id="investigadores"
        label={texts.tiles.researchers}
        value={figure(({ activeByRole }) => activeByRole.investigador)}
      />
      <Tile
        id="convites"
        label={texts.tiles.invited}
        value={figure(({ invited }) => invited)}
        onOpen={() => onFocus('invited')}
      />
      <Tile
        id="dois-passos"
        label={texts.tiles.twoStepMissing}
        value={figure(({ twoStepMissing }) => twoStepMissing)}
        note={
          value === undefined
            ? undefined
            : texts.tiles.twoStepShare(formatNumber(value.withTwoStep), formatNumber(value.withPassword))
        }
        onOpen={() => onFocus('two-step-missing')}
      />
    </FiveTiles>
  );
}

function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApplication();
  const clock = useClock();
  const save = async () => {
    try {
      const day = new Date(clock()).toISOString().slice(0, 10);
      downloadBlob(`kianda-utilizadores-${day}.csv`, await client.download(usersExport, {}));
      return null;
    } catch (thrown) {
      return `${texts.exportFailed} ${toFailure(thrown).message}`;
    }
  };
  return (
    <ConfirmDialog
      title={texts.exportTitle}
      body={texts.exportText}
      confirm={texts.exportButton}
      onConfirm={save}
      onClose={onClose}
    />
  );
}
