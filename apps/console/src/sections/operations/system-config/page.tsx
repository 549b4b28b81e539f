import { allows } from '@kianda/contract';
import { cacheStats } from '@kianda/contract/operations/caches/caches.contract';
import {
  changeConfiguration,
  readConfiguration,
} from '@kianda/contract/operations/configuration/configuration.contract';
import { PageHeader, PageStack } from '@kianda/ui';
import { Tabs } from '@mantine/core';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { CacheActions } from '../../shared/cache-actions/cache-actions.tsx';
import touch from '../../shared/touch.module.css';
import { History } from './components/history.tsx';
import { Settings } from './components/settings.tsx';
import { Switches } from './components/switches.tsx';
import { configTexts as texts } from './texts.pt.ts';

const views = ['settings', 'features', 'history'] as const;
const searchSchema = z.object({
  view: z.enum(views).catch('settings').default('settings'),
  /** Setting whose dialog is open. */
  setting: z
    .string()
    .regex(/^KIANDA_[A-Z0-9_]{1,80}$/)
    .optional()
    .catch(undefined),
});

/** Section `system-config`: the platform's settings, functions that can be switched off, maintenance, and their history. */
export default function SystemConfigPage() {
  const { role } = useAccount();
  const [{ view, setting }, change] = useSectionSearch(searchSchema);
  const configuration = useEndpoint(readConfiguration, {}, { refetchSeconds: 60 });
  const mayChange = allows(changeConfiguration.access, role);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={allows(cacheStats.access, role) ? <CacheActions /> : undefined}
        />
        <Tabs
          value={view}
          onChange={(next) => change({ view: views.find((name) => name === next) ?? 'settings' })}
          keepMounted={false}
        >
          <Tabs.List aria-label={texts.viewsLabel} mb="md">
            {views.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {texts.views[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="settings">
            <PageStack>
              <Settings
                result={configuration}
                mayChange={mayChange}
                opened={setting}
                onOpen={(name) => change({ setting: name }, { replace: true })}
              />
            </PageStack>
          </Tabs.Panel>
          <Tabs.Panel value="features">
            <PageStack>
              <Switches result={configuration} mayChange={mayChange} />
            </PageStack>
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <History configuration={configuration.sourced?.value} mayChange={mayChange} />
          </Tabs.Panel>
        </Tabs>
      </PageStack>
    </div>
  );
}
