import { allows } from '@kianda/contract';
import type { AccessLink } from '@kianda/contract/people/identity/identity.contract';
import { usersCreate, usersExport, usersList, usersSummary } from '@kianda/contract/people/identity/users.contract';
import { userResource } from '@kianda/contract/people/identity/users.resource';
import { formatCount, formatNumber } from '@kianda/format';
import { EmptyState, PageHeader, PageStack, Tile, useNow } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconUpload, IconUserPlus } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useOpenSection } from '../../../shell/use-section.ts';
import { FiveTiles } from '../../shared/five-tiles.tsx';
import { PhoneMore } from '../../shared/phone-more.tsx';
import { type ListState, listSearchOf, useSectionList } from '../../shared/resource/list-state.ts';
import { ResourceList } from '../../shared/resource/resource-list.tsx';
import { orReason, pick } from '../../shared/sourced.ts';
import touch from '../../shared/touch.module.css';
import { AccessLinkDialog } from './components/access-link-dialog.tsx';
import { ImportDialog } from './components/import-dialog.tsx';
import { StatePill, TwoStepPill } from './components/state-pill.tsx';
import { UserDetail } from './components/user-detail.tsx';
import { InviteDialog } from './components/user-form.tsx';
import { userTexts as texts } from './texts.pt.ts';

type Dialog = 'invite' | 'import';

const searchSchema = z.object({
  ...listSearchOf(userResource),
  /** Dialog that is open. */
  dialog: z.enum(['invite', 'import']).optional().catch(undefined),
});

/** Section `user-management`: who may enter, and everything that can be done with an account. */
export default function UserManagementPage() {
  const { role } = useAccount();
  const { search, change, state } = useSectionList(searchSchema);
  const summary = useEndpoint(usersSummary, {}, { refetchSeconds: 60 });
  const [link, setLink] = useState<AccessLink | null>(null);
  const mayWrite = allows(usersCreate.access, role);
  const dialog = mayWrite ? (search.dialog ?? null) : null;
  const setDialog = (next: Dialog | null) => change({ dialog: next ?? undefined }, { replace: true });
  const twoStepRoles = summary.sourced?.value.twoStepRoles ?? [];

  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={<HeaderButtons mayWrite={mayWrite} onOpen={setDialog} />}
        />
        <PhoneMore of={texts.counts}>
          <SummaryTiles
            summary={summary}
            onFocus={(focus) => change({ q: undefined, role: undefined, status: undefined, page: undefined, focus })}
          />
        </PhoneMore>
        <UserList state={state} twoStepRoles={twoStepRoles} onLink={setLink} />
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
  readonly state: ListState;
  readonly twoStepRoles: ComponentProps<typeof UserDetail>['twoStepRoles'];
  readonly onLink: (link: AccessLink) => void;
};

/** Everyone, each with a dialog of their own. */
function UserList({ state, twoStepRoles, onLink }: ListProps) {
  const nowMs = useNow(30);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <ResourceList
      id="utilizadores"
      list={userResource}
      endpoint={usersList}
      file={usersExport}
      state={state}
      refetchSeconds={60}
      title={texts.list}
      description={({ total }) => formatCount(total, texts.one, texts.many)}
      rowId={({ id }) => id}
      cells={{
        status: (user) => <StatePill user={user} nowMs={nowMs} />,
        'two-step': (user) => <TwoStepPill user={user} nowMs={nowMs} />,
      }}
      onOpenRow={({ id }) => setChosen(id)}
      // The dialog follows the row, which a change made in it alters.
      notes={({ data }) => {
        const user = data.find(({ id }) => id === chosen);
        return user === undefined ? null : (
          <UserDetail user={user} twoStepRoles={twoStepRoles} onLink={onLink} onClose={() => setChosen(null)} />
        );
      }}
      empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
    />
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
