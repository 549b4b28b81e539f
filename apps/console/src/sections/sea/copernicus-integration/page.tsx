import { EmptyState, PageHeader, PageStack, ProvenanceBadge, SkeletonCards } from '@kianda/ui';
import { Button, Tabs } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { z } from 'zod';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { type Answered, useOceanStatus } from './api/use-ocean-status.ts';
import { ActionsTab } from './components/actions-tab.tsx';
import { OceanTab } from './components/ocean-tab.tsx';
import { StatusTab } from './components/status-tab.tsx';
import styles from './page.module.css';
import { integrationTexts as texts } from './texts.pt.ts';

const tabs = ['estado', 'oceano', 'acoes'] as const;
const searchSchema = z.object({ tab: z.enum(tabs).catch('estado') });

/** Section `copernicus-integration`: the interfaces of the satellite services, four ocean parameters, and their links. */
export default function CopernicusIntegrationPage() {
  const [{ tab }, change] = useSectionSearch(searchSchema);
  const panel = useOceanStatus();
  const { answer } = panel;
  const provenance = answer?.kind === 'empty' ? undefined : answer?.status.status.provenance;
  return (
    <PageStack>
      <PageHeader
        description={texts.description}
        mark={provenance === undefined ? null : <ProvenanceBadge provenance={provenance} />}
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden="true" />}
            onClick={panel.refresh}
            loading={panel.isRefreshing}
          >
            {texts.refresh}
          </Button>
        }
      />
      {answer?.kind === 'offline' ? <OfflineNotice tried={answer.tried} /> : null}
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => change({ tab: tabs.find((name) => name === next) ?? 'estado' }, { replace: true })}
      >
        <Tabs.List aria-label={texts.tabs}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {texts.tab[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={styles.panel ?? ''}>
          {tab === 'acoes' ? (
            <ActionsTab links={panel.integration.sourced?.value.links ?? []} />
          ) : panel.error !== null ? (
            <LoadError message={panel.error} onRetry={panel.refresh} />
          ) : answer === undefined ? (
            <SkeletonCards count={4} />
          ) : answer.kind === 'empty' ? (
            <EmptyState title={texts.noData}>{texts.noDataBody}</EmptyState>
          ) : tab === 'estado' ? (
            <StatusTab status={answer.status} host={answer.kind === 'answered' ? answer.host : null} />
          ) : (
            <OceanTab status={answer.status} />
          )}
        </Tabs.Panel>
      </Tabs>
    </PageStack>
  );
}

function OfflineNotice({ tried }: { readonly tried: Extract<Answered, { kind: 'offline' }>['tried'] }) {
  return (
    <div className={styles.notice} role="status">
      <strong>{texts.offline}</strong>
      {texts.offlineBody}
      <ul>
        {tried.map(({ host, error }) => (
          <li key={host}>{texts.tried(host, error)}</li>
        ))}
      </ul>
    </div>
  );
}

function LoadError({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title={texts.error(message)}
        action={
          <Button variant="default" onClick={onRetry}>
            {texts.retry}
          </Button>
        }
      />
    </div>
  );
}
