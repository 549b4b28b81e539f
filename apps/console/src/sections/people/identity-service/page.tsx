import { listRealms } from '@kianda/contract/people/identity/keycloak.contract';
import { PageHeader, PageStack } from '@kianda/ui';
import { Button, Tabs } from '@mantine/core';
import { z } from 'zod';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useSectionList } from '../../shared/resource/list-state.ts';
import tabbed from '../../shared/tabbed.module.css';
import touch from '../../shared/touch.module.css';
import { useSectionLink } from '../../shared/use-section-link.ts';
import { ClientsPanel } from './components/clients-panel.tsx';
import { RealmPanels } from './components/realm-panels.tsx';
import { pageSizes } from './components/service-list.tsx';
import { SessionsPanel } from './components/sessions-panel.tsx';
import { UsersPanel } from './components/users-panel.tsx';
import { identityTexts as texts } from './texts.pt.ts';

const views = ['sessions', 'clients', 'users', 'realms'] as const;
const searchSchema = z.object({
  view: z.enum(views).catch('sessions').default('sessions'),
  q: z.string().max(120).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).optional().catch(undefined),
  size: z.coerce
    .number()
    .refine((size) => pageSizes.includes(size))
    .optional()
    .catch(undefined),
});

/** Section `identity-service`: what the identity service holds, through its own Keycloak-shaped administration. */
export default function IdentityServicePage() {
  const { search, change, state } = useSectionList(searchSchema);
  const { view } = search;
  const realms = useEndpoint(listRealms, {}, { refetchSeconds: 60 });
  const realm = realms.sourced?.value[0]?.realm;
  const manageUsers = useSectionLink('user-management');
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            manageUsers === undefined ? null : (
              <Button variant="default" onClick={manageUsers}>
                {texts.manageUsers}
              </Button>
            )
          }
        />
        <Tabs
          value={view}
          onChange={(next) =>
            change({ view: views.find((name) => name === next) ?? 'sessions', q: undefined, page: undefined })
          }
          keepMounted={false}
        >
          <Tabs.List aria-label={texts.viewsLabel} className={tabbed.tabs ?? ''}>
            {views.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {texts.views[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <div className={tabbed.panel}>
            {realm === undefined || view === 'realms' ? <RealmPanels realms={realms} /> : null}
            {realm === undefined ? null : (
              <>
                <Tabs.Panel value="sessions">
                  <SessionsPanel realm={realm} state={state} />
                </Tabs.Panel>
                <Tabs.Panel value="clients">
                  <ClientsPanel realm={realm} />
                </Tabs.Panel>
                <Tabs.Panel value="users">
                  <UsersPanel
                    realm={realm}
                    state={state}
                    onSessions={(user) => change({ view: 'sessions', q: user, page: undefined })}
                  />
                </Tabs.Panel>
              </>
            )}
          </div>
        </Tabs>
      </PageStack>
    </div>
  );
}
