import { allows } from '@kianda/contract';
import { createBackup } from '@kianda/contract/operations/backups/backups.contract';
import { backupLogResource, backupResource } from '@kianda/contract/operations/backups/backups.resource';
import { PageHeader, PageStack } from '@kianda/ui';
import { Button, Tabs } from '@mantine/core';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { listSearchOf, useSectionList } from '../../shared/resource/list-state.ts';
import { SectionLinks } from '../../shared/section-links.tsx';
import tabbed from '../../shared/tabbed.module.css';
import touch from '../../shared/touch.module.css';
import { useBackupAction } from './api/use-backup-action.ts';
import { Copies } from './components/copies.tsx';
import { Drills } from './components/drills.tsx';
import { Instants } from './components/instant.tsx';
import { BackupLog } from './components/log.tsx';
import { SettingsPanel } from './components/settings.tsx';
import { Summary } from './components/summary.tsx';
import { backupTexts as texts } from './texts.pt.ts';

const views = ['summary', 'copies', 'instants', 'drills', 'settings', 'log'] as const;
const listShape = {
  ...listSearchOf(backupResource),
  ...listSearchOf(backupLogResource),
  // Two views share it: each list reads of it what it has.
  sort: z.string().max(40).optional().catch(undefined),
};
/** Another view begins with none of the filters of this one, and nothing open. */
const noList = {
  ...Object.fromEntries(Object.keys(listShape).map((name) => [name, undefined])),
  copy: undefined,
};
const searchSchema = z.object({
  view: z.enum(views).catch('summary').default('summary'),
  copy: z.string().max(80).optional().catch(undefined),
  ...listShape,
});

/** Section `backup-security`: backups made, copied, verified, rehearsed and restored. */
export default function BackupSecurityPage() {
  const { role } = useAccount();
  const { search, change, state } = useSectionList(searchSchema);
  const { view, copy } = search;
  const create = useBackupAction(createBackup);
  const start = (type: 'full' | 'incremental') => void create.run({ body: { type } }, texts.started);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            <>
              <SectionLinks ids={['security', 'audit']} />
              {allows(createBackup.access, role) ? (
                <>
                  <Button variant="default" loading={create.isRunning} onClick={() => start('incremental')}>
                    {texts.createIncremental}
                  </Button>
                  <Button loading={create.isRunning} onClick={() => start('full')}>
                    {texts.createFull}
                  </Button>
                </>
              ) : null}
            </>
          }
        />
        <Tabs
          value={view}
          onChange={(next) => change({ ...noList, view: views.find((name) => name === next) ?? 'summary' })}
          keepMounted={false}
        >
          <Tabs.List aria-label={texts.viewsLabel} className={tabbed.tabs ?? ''}>
            {views.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {texts.views[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="summary" className={tabbed.panel ?? ''}>
            <Summary onOpen={(next) => change({ ...noList, view: next })} />
          </Tabs.Panel>
          <Tabs.Panel value="copies" className={tabbed.panel ?? ''}>
            <Copies state={state} chosen={copy} onChoose={(name) => change({ copy: name })} />
          </Tabs.Panel>
          <Tabs.Panel value="instants" className={tabbed.panel ?? ''}>
            <Instants />
          </Tabs.Panel>
          <Tabs.Panel value="drills" className={tabbed.panel ?? ''}>
            <Drills />
          </Tabs.Panel>
          <Tabs.Panel value="settings" className={tabbed.panel ?? ''}>
            <SettingsPanel />
          </Tabs.Panel>
          <Tabs.Panel value="log" className={tabbed.panel ?? ''}>
            <BackupLog state={state} />
          </Tabs.Panel>
        </Tabs>
      </PageStack>
    </div>
  );
}
