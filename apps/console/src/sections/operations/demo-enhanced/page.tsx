import { allows } from '@kianda/contract';
import { listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { PageHeader, PageStack } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useAccount } from '../../../client/context.tsx';
import touch from '../../shared/touch.module.css';
import { useRefreshAll } from '../../shared/use-refresh-all.ts';
import { useConnectors } from './api/use-demo.ts';
import { demoAnswers } from './api/use-tour.ts';
import { InstallationPanel } from './components/installation-panel.tsx';
import { ProviderTable } from './components/provider-table.tsx';
import { ProviderTiles } from './components/provider-tiles.tsx';
import { Tour } from './components/tour.tsx';
import { demoTexts } from './texts.pt.ts';

/** Section `demo-enhanced`: how this installation runs, a tour of what it does, and who its data come from. */
export default function DemoEnhancedPage() {
  const { role } = useAccount();
  const connectors = useConnectors();
  const { refresh, isRefreshing } = useRefreshAll(demoAnswers);
  const seesProviders = allows(listConnectors.access, role);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={demoTexts.description}
          actions={
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              loading={isRefreshing}
              onClick={refresh}
            >
              {demoTexts.refresh}
            </Button>
          }
        />
        <InstallationPanel />
        {seesProviders ? <ProviderTiles connectors={connectors} /> : null}
        <Tour />
        {seesProviders ? <ProviderTable connectors={connectors} /> : null}
      </PageStack>
    </div>
  );
}
