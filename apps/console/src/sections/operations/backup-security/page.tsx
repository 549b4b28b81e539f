import { allows } from '@kianda/contract';
import { createBackup } from '@kianda/contract/operations/backups/backups.contract';
import { PageHeader, PageStack } from '@kianda/ui';
import { Button, Tabs } from '@mantine/core';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { useSectionSearch } from '../../../shell/use-section.ts';
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
const searchSchema = z.object({
  view: z.enum(views).catch('summary').default('summary'),
  copy: z.string().max(80).optional().catch(undefined),
});

/** Section `backup-security`: backups made, copied, verified, rehearsed and restored. */
export default function BackupSecurityPage() {
  const { role } = useAccount();
  const [{ view, copy }, change] = useSectionSearch(searchSchema);
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
          onChange={(next) => change({ view: views.find((name) => name === next) ?? 'summary', copy: undefined })}
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
            <Summary onOpen={(next) => change({ view: next, copy: undefined })} />
          </Tabs.Panel>
          <Tabs.Panel value="copies" className={tabbed.panel ?? ''}>
            <Copies chosen={copy} onChoose={(name) => change({ copy: name })} />
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
            <BackupLog />
          </Tabs.Panel>
        </Tabs>
      </PageStack>
    </div>
  );
}
