import { allows, type Role, roleNames } from '@kianda/contract';
import type { AccessLink, User } from '@kianda/contract/people/identity/identity.contract';
import { usersUpdate } from '@kianda/contract/people/identity/users.contract';
import { UNKNOWN } from '@kianda/format';
import { Dialog, FactList, Instant, RelativeTime, StatusPill, useNow } from '@kianda/ui';
import { Stack, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { KeyList } from '../../../shared/access/key-list.tsx';
import { SessionTable } from '../../../shared/access/session-table.tsx';
import { useListState } from '../../../shared/resource/list-state.ts';
import tabbed from '../../../shared/tabbed.module.css';
import { userTexts } from '../texts.pt.ts';
import { AccessReasons } from './access-reasons.tsx';
import { StatePill, twoStepOf } from './state-pill.tsx';
import { UserActions } from './user-actions.tsx';
import { EditDialog } from './user-form.tsx';

const texts = userTexts.detail;
const tabs = ['account', 'access', 'sessions', 'keys'] as const;

type Props = {
  readonly user: User;
  readonly twoStepRoles: readonly Role[];
  readonly onLink: (link: AccessLink) => void;
  readonly onClose: () => void;
};

/** One account: what is known of it, what it may do and why, where it is signed in, its keys, and what can be done. */
export function UserDetail({ user, twoStepRoles, onLink, onClose }: Props) {
  const { id: ownId, role } = useAccount();
  const nowMs = useNow(30);
  const sessions = useListState();
  const [isEditing, setEditing] = useState(false);
  const twoStep = twoStepOf(user, nowMs);
  const password = user.mustChangePassword ? 'mustChange' : user.hasPassword ? 'set' : 'none';
  return (
    <Dialog onClose={onClose} title={user.name} size="xl">
      <Tabs defaultValue="account" keepMounted={false}>
        <Tabs.List aria-label={texts.tabsLabel} className={tabbed.tabs ?? ''}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {texts.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="account" className={tabbed.panel ?? ''}>
          <Stack gap="md">
            <FactList
              items={[
                [userTexts.email, user.email],
                [texts.role, roleNames[user.role]],
                [texts.status, <StatePill key="state" user={user} nowMs={nowMs} />],
                [
                  texts.password,
                  user.pendingLink === null ? (
                    texts.passwordStates[password]
                  ) : (
                    <Instant key="pending" at={user.pendingLink.expiresAt} words={texts.pending} />
                  ),
                ],
                [
                  texts.twoStep,
                  <StatusPill key="two-step" tone={twoStep.tone}>
                    {twoStep.text}
                  </StatusPill>,
                ],
                [
                  texts.lastAccess,
                  user.lastAccess === null ? (
                    <abbr key="never" title={userTexts.neverReason}>
                      {UNKNOWN}
                    </abbr>
                  ) : (
                    <RelativeTime key="last" at={user.lastAccess} />
                  ),
                ],
                [texts.created, <Instant key="created" at={user.createdAt} />],
              ]}
            />
            {user.id === ownId ? <p>{texts.you}</p> : null}
            {allows(usersUpdate.access, role) ? (
              <UserActions user={user} onEdit={() => setEditing(true)} onLink={onLink} onRemoved={onClose} />
            ) : null}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="access" className={tabbed.panel ?? ''}>
          <AccessReasons user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions" className={tabbed.panel ?? ''}>
          <SessionTable state={sessions} accountId={user.id} />
        </Tabs.Panel>
        <Tabs.Panel value="keys" className={tabbed.panel ?? ''}>
          <KeyList accountId={user.id} />
        </Tabs.Panel>
      </Tabs>
      {isEditing ? (
        <EditDialog
          user={user}
          twoStepRoles={twoStepRoles}
          onSaved={() => setEditing(false)}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </Dialog>
  );
}
