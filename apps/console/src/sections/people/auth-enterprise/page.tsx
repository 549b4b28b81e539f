import { userSessionResource } from '@kianda/contract/people/identity/user-sessions.resource';
import { usersSummary } from '@kianda/contract/people/identity/users.contract';
import { formatCount, formatNumber } from '@kianda/format';
import { PageHeader, PageStack, Tile } from '@kianda/ui';
import { Tabs } from '@mantine/core';
import { z } from 'zod';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { KeyList } from '../../shared/access/key-list.tsx';
import { SessionTable } from '../../shared/access/session-table.tsx';
import { accessTexts } from '../../shared/access/texts.pt.ts';
import { FiveTiles } from '../../shared/five-tiles.tsx';
import { listSearchOf, useSectionList } from '../../shared/resource/list-state.ts';
import { SectionLinks } from '../../shared/section-links.tsx';
import { orReason, pick } from '../../shared/sourced.ts';
import tabbed from '../../shared/tabbed.module.css';
import touch from '../../shared/touch.module.css';
import { useSectionLink } from '../../shared/use-section-link.ts';
import { PermissionMatrix } from './components/matrix.tsx';
import { authTexts as texts } from './texts.pt.ts';

const tabs = ['matrix', 'sessions', 'keys'] as const;
const searchSchema = z.object({
  ...listSearchOf(userSessionResource),
  tab: z.enum(tabs).catch('matrix').default('matrix'),
});

/** Section `auth-enterprise`: who may what, who is signed in, and which keys act for whom. */
export default function AuthEnterprisePage() {
  const { search, change, state } = useSectionList(searchSchema);
  const { tab } = search;
  const summary = useEndpoint(usersSummary, {}, { refetchSeconds: 30 });
  const openUsers = useSectionLink('user-management');
  const value = summary.sourced?.value;
  const figure = (select: (counts: NonNullable<typeof value>) => number) => orReason(pick(summary, select), summary);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={<SectionLinks ids={['user-management', 'security', 'audit']} />}
        />
        <FiveTiles>
          <Tile id="ativos" label={texts.tiles.active} value={figure(({ active }) => active)} onOpen={openUsers} />
          <Tile
            id="sessoes-abertas"
            label={texts.tiles.sessions}
            value={figure(({ openSessions }) => openSessions)}
            note={
              value === undefined
                ? undefined
                : texts.tiles.ofAccounts(formatCount(value.signedIn, accessTexts.account, accessTexts.accounts))
            }
            onOpen={() => change({ tab: 'sessions' })}
          />
          <Tile
            id="dois-passos"
            label={texts.tiles.twoStep}
            value={figure(({ withTwoStep }) => withTwoStep)}
            note={value === undefined ? undefined : texts.tiles.ofPasswords(formatNumber(value.withPassword))}
          />
          <Tile
            id="chaves-ativas"
            label={texts.tiles.keys}
            value={figure(({ apiKeys }) => apiKeys)}
            onOpen={() => change({ tab: 'keys' })}
          />
          <Tile id="adormecidas" label={texts.tiles.dormant} value={figure(({ dormant }) => dormant)} />
        </FiveTiles>
        <Tabs
          value={tab}
          onChange={(next) => change({ tab: tabs.find((name) => name === next) ?? 'matrix' })}
          keepMounted={false}
        >
          <Tabs.List aria-label={texts.tabsLabel} className={tabbed.tabs ?? ''}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {texts.tabs[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="matrix" className={tabbed.panel ?? ''}>
            <PermissionMatrix />
          </Tabs.Panel>
          <Tabs.Panel value="sessions" className={tabbed.panel ?? ''}>
            <SessionTable state={state} />
          </Tabs.Panel>
          <Tabs.Panel value="keys" className={tabbed.panel ?? ''}>
            <KeyList />
          </Tabs.Panel>
        </Tabs>
      </PageStack>
    </div>
  );
}
