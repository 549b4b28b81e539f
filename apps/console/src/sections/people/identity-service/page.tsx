import { listRealms } from '@kianda/contract/people/identity/keycloak.contract';
import { PageHeader, PageStack } from '@kianda/ui';
import { Button, Tabs } from '@mantine/core';
import { z } from 'zod';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import tabbed from '../../shared/tabbed.module.css';
import touch from '../../shared/touch.module.css';
import { useSectionLink } from '../../shared/use-section-link.ts';
import { ClientsPanel } from './components/clients-panel.tsx';
import { RealmPanels } from './components/realm-panels.tsx';
import { SessionsPanel } from './components/sessions-panel.tsx';
import { UsersPanel } from './components/users-panel.tsx';
import { identityTexts as texts } from './texts.pt.ts';

const views = ['sessions', 'clients', 'users', 'realms'] as const;
const searchSchema = z.object({
  view: z.enum(views).catch('sessions').default('sessions'),
  q: z.string().max(120).catch('').default(''),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
});

/** Section `identity-service`: what the identity service holds, through its own Keycloak-shaped administration. */
export default function IdentityServicePage() {
  const [{ view, q, page }, change] = useSectionSearch(searchSchema);
  const realms = useEndpoint(listRealms, {}, { refetchSeconds: 60 });
  const realm = realms.sourced?.value[0]?.realm;
  const manageUsers = useSectionLink('user-management');
  const place = { q, page, onChange: (next: { q?: string; page?: number }) => change(next, { replace: true }) };
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
          onChange={(next) => change({ view: views.find((name) => name === next) ?? 'sessions', q: '', page: 1 })}
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
                  <SessionsPanel key={q} realm={realm} {...place} />
                </Tabs.Panel>
                <Tabs.Panel value="clients">
                  <ClientsPanel realm={realm} />
                </Tabs.Panel>
                <Tabs.Panel value="users">
                  <UsersPanel
                    key={q}
                    realm={realm}
                    {...place}
                    onSessions={(user) => change({ view: 'sessions', q: user, page: 1 })}
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
