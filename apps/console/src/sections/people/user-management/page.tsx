import { allows, type DataOf } from '@kianda/contract';
import type { AccessLink } from '@kianda/contract/people/identity/identity.contract';
import { usersCreate, usersExport, usersList, usersSummary } from '@kianda/contract/people/identity/users.contract';
import { formatCount, formatNumber } from '@kianda/format';
import {
  CursorPages,
  DataTable,
  downloadBlob,
  EmptyState,
  PageHeader,
  PageStack,
  Panel,
  Tile,
  useClock,
  useNow,
} from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconDownload, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { type ComponentProps, useMemo, useState } from 'react';
import { useAccount, useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { type EndpointResult, useEndpoint } from '../../../client/use-endpoint.ts';
import { useOpenSection, useSectionSearch } from '../../../shell/use-section.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { FiveTiles } from '../../shared/five-tiles.tsx';
import { SavedViews } from '../../shared/resource/saved-views.tsx';
import { orReason, pick } from '../../shared/sourced.ts';
import touch from '../../shared/touch.module.css';
import { queryOf, type UserSearch, userSearch } from './api/search.ts';
import { AccessLinkDialog } from './components/access-link-dialog.tsx';
import { UserFilters } from './components/filters.tsx';
import { ImportDialog } from './components/import-dialog.tsx';
import { columnsAt } from './components/user-columns.tsx';
import { UserDetail } from './components/user-detail.tsx';
import { InviteDialog } from './components/user-form.tsx';
import { userTexts as texts } from './texts.pt.ts';

type Dialog = 'invite' | 'import' | 'export';

/** Section `user-management`: who may enter, and everything that can be done with an account. */
export default function UserManagementPage() {
  const { role } = useAccount();
  const [search, change] = useSectionSearch(userSearch);
  const filters = queryOf(search);
  const summary = useEndpoint(usersSummary, {}, { refetchSeconds: 60 });
  const list = useEndpoint(usersList, { query: filters }, { refetchSeconds: 60 });
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [link, setLink] = useState<AccessLink | null>(null);
  const mayWrite = allows(usersCreate.access, role);
  const found = list.sourced?.value;
  const user = found?.data.find(({ id }) => id === chosen);
  const twoStepRoles = summary.sourced?.value.twoStepRoles ?? [];

  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={<HeaderButtons mayWrite={mayWrite} onOpen={setDialog} />}
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
        <UserList list={list} search={search} change={change} onOpen={setChosen} />
        {user === undefined ? null : (
          <UserDetail user={user} twoStepRoles={twoStepRoles} onLink={setLink} onClose={() => setChosen(null)} />
        )}
        {dialog === null ? null : (
          <ListDialog
            dialog={dialog}
            canMail={summary.sourced?.value.canMail ?? false}
            twoStepRoles={twoStepRoles}
            onLink={setLink}
            onClose={() => setDialog(null)}
          />
        )}
        {link === null ? null : <AccessLinkDialog link={link} onClose={() => setLink(null)} />}
      </PageStack>
    </div>
  );
}

type ListProps = {
  readonly list: EndpointResult<DataOf<typeof usersList>>;
  readonly search: UserSearch;
  readonly change: (part: Partial<UserSearch>) => void;
  readonly onOpen: (id: string) => void;
};

function UserList({ list, search, change, onOpen }: ListProps) {
  const nowMs = useNow(30);
  const columns = useMemo(() => columnsAt(nowMs), [nowMs]);
  const found = list.sourced?.value;
  return (
    <Panel
      id="utilizadores"
      title={texts.list}
      description={found === undefined ? undefined : texts.listText(formatCount(found.total, texts.one, texts.many))}
      source={list}
      isEmpty={({ data }) => data.length === 0}
      empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
      footer={
        found === undefined || (search.after === '' && found.next === null) ? undefined : (
          <CursorPages
            isFirst={search.after === ''}
            hasNext={found.next !== null}
            onFirst={() => change({ after: '' })}
            onNext={() => change({ after: found.next ?? '' })}
          />
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
          server={{ total: found?.total }}
          actions={
            <SavedViews
              list="utilizadores"
              address={{ q: search.q, role: search.role, status: search.status, focus: search.focus }}
              onUse={(saved) => change({ q: '', role: '', status: '', focus: '', ...saved, after: '' })}
            />
          }
          onOpenRow={({ id }) => onOpen(id)}
        />
      )}
    </Panel>
  );
}

type HeaderProps = { readonly mayWrite: boolean; readonly onOpen: (dialog: Dialog) => void };

function HeaderButtons({ mayWrite, onOpen }: HeaderProps) {
  const open = useOpenSection();
  return (
    <>
      {mayWrite ? (
        <>
          <Button leftSection={<IconUserPlus size={16} aria-hidden="true" />} onClick={() => onOpen('invite')}>
            {texts.invite}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            onClick={() => onOpen('import')}
          >
            {texts.importButton}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => onOpen('export')}
          >
            {texts.exportButton}
          </Button>
        </>
      ) : null}
      <Button variant="default" onClick={() => open('auth-enterprise')}>
        {texts.permissions}
      </Button>
    </>
  );
}

type ListDialogProps = {
  readonly dialog: Dialog;
  readonly canMail: boolean;
  readonly twoStepRoles: ComponentProps<typeof InviteDialog>['twoStepRoles'];
  readonly onLink: (link: AccessLink) => void;
  readonly onClose: () => void;
};

function ListDialog({ dialog, canMail, twoStepRoles, onLink, onClose }: ListDialogProps) {
  if (dialog === 'import') return <ImportDialog onClose={onClose} />;
  if (dialog === 'export') return <ExportDialog onClose={onClose} />;
  return (
    <InviteDialog
      canMail={canMail}
      twoStepRoles={twoStepRoles}
      onInvited={(made) => {
        onClose();
        onLink(made);
      }}
      onClose={onClose}
    />
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
