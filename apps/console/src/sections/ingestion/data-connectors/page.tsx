import { allows } from '@kianda/contract';
import { formatNumber } from '@kianda/format';
import {
  cx,
  EmptyState,
  PageHeader,
  PageStack,
  PanelFailure,
  ProvenanceBadge,
  SkeletonCards,
  SkeletonLines,
} from '@kianda/ui';
import { Button, Tabs } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useSectionId, useSectionSearch } from '../../../shell/use-section.ts';
import { FallbackNote } from '../../shared/card-source.tsx';
import {
  connectorAnswers,
  useConnectors,
  useJobs,
  useLiveRuns,
  withNotice,
} from '../../shared/connectors/use-connectors.ts';
import touch from '../../shared/touch.module.css';
import { useRefreshAll } from '../../shared/use-refresh-all.ts';
import { useSectionLink } from '../../shared/use-section-link.ts';
import { useLaunch } from './api/use-launch.ts';
import { BatchButtons } from './components/batch-buttons.tsx';
import { ConnectorCard } from './components/connector-card.tsx';
import { SummaryTiles } from './components/summary-tiles.tsx';
import styles from './page.module.css';
import { connectorSearchSchema, connectorTypes } from './search.ts';
import { connectorTexts } from './texts.pt.ts';

/** Addresses of the platform's own interfaces of programs: what the section «APIs e Conectores» adds. */
const ApiLinks = lazy(async () => ({
  default: (await import('../../shared/public-urls/public-urls.tsx')).PublicUrls,
}));
const ConnectorDetail = lazy(() => import('./detail/connector-detail.tsx'));

/** Section `data-connectors`: every provider, what it brought, and everything an operator does with it. */
export default function DataConnectorsPage() {
  const { role } = useAccount();
  const section = useSectionId();
  const [search, change] = useSectionSearch(connectorSearchSchema);
  const connectors = useConnectors();
  const jobs = useJobs();
  const { refresh } = useRefreshAll(connectorAnswers);
  const runs = useLiveRuns(jobs, refresh);
  const launches = useLaunch(refresh);
  const openIngestion = useSectionLink('data-ingestion');
  const openGateway = useSectionLink('api-gateway');
  useReturnedFocus(search.connector);

  if (connectors.sourced === undefined) {
    if (connectors.error === null) return <SkeletonCards />;
    const message = connectorTexts.loadError(connectors.error.message);
    return <PanelFailure error={{ ...connectors.error, message }} onRetry={connectors.refresh} />;
  }
  const { value, provenance } = connectors.sourced;
  const isFallback = provenance.state === 'fallback';
  const mayRun = allows('connectors:run', role) && !isFallback;
  const selected = value.connectors.find(({ id }) => id === search.connector);
  const tab = search.tab ?? selected?.type ?? 'international';
  const shown = value.connectors.filter(({ type }) => type === tab);
  const isOpen = search.connector !== undefined && !isFallback;
  const close = () =>
    change({
      connector: undefined,
      view: undefined,
      file: undefined,
      run: undefined,
      rows: undefined,
      page: undefined,
      trace: undefined,
    });

  return (
    <div className={touch.touch}>
      <PageStack>
        <div className={cx(isOpen && styles.behind)}>
          <PageHeader
            description={connectorTexts.description}
            mark={<ProvenanceBadge provenance={provenance} />}
            actions={
              <>
                {openIngestion === undefined ? null : (
                  <Button variant="subtle" onClick={openIngestion}>
                    {connectorTexts.ingestion}
                  </Button>
                )}
                {section !== 'apis-connectors' || openGateway === undefined ? null : (
                  <Button variant="subtle" onClick={openGateway}>
                    {connectorTexts.gateway}
                  </Button>
                )}
                {mayRun && !isOpen ? <BatchButtons connectors={value.connectors} launches={launches} /> : null}
              </>
            }
          />
        </div>
        <FallbackNote result={withNotice(connectors)} />
        {isOpen ? null : <SummaryTiles result={connectors} />}
        {section === 'apis-connectors' && !isOpen ? (
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <ApiLinks />
          </Suspense>
        ) : null}
        <Tabs
          value={tab}
          onChange={(next) => change({ tab: connectorTypes.find((type) => type === next) }, { replace: true })}
        >
          <Tabs.List aria-label={connectorTexts.tabs} className={cx(styles.tabs, isOpen && styles.behind)}>
            {connectorTypes.map((type) => (
              <Tabs.Tab key={type} value={type}>
                {connectorTexts.types[type]} <span className={styles.count}>({formatNumber(value.by_type[type])})</span>
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <div className={cx(isOpen && styles.split)}>
            <Tabs.Panel value={tab} className={cx(styles.panel, isOpen && styles.behind)}>
              {shown.length === 0 ? (
                <EmptyState
                  title={connectorTexts.empty(connectorTexts.types[tab])}
                  action={
                    <Button variant="default" onClick={() => change({ tab: 'international' })}>
                      {connectorTexts.emptyAction}
                    </Button>
                  }
                >
                  {connectorTexts.emptyBody}
                </EmptyState>
              ) : (
                <ul className={isOpen ? styles.column : styles.grid}>
                  {shown.map((connector) => (
                    <ConnectorCard
                      key={connector.id}
                      connector={connector}
                      runs={runs.filter(({ connectorId }) => connectorId === connector.id)}
                      isLaunching={launches.isLaunching(connector.id)}
                      onRun={mayRun ? () => void launches.launch(connector) : undefined}
                      onOpen={
                        isFallback
                          ? undefined
                          : () =>
                              change({
                                connector: connector.id,
                                file: undefined,
                                run: undefined,
                                rows: undefined,
                                page: undefined,
                              })
                      }
                      isSelected={connector.id === selected?.id}
                      compact={isOpen}
                    />
                  ))}
                </ul>
              )}
            </Tabs.Panel>
            {isOpen ? (
              <div className={styles.opened}>
                {selected === undefined ? (
                  <EmptyState
                    title={connectorTexts.unknown}
                    action={
                      <Button variant="default" onClick={close}>
                        {connectorTexts.back}
                      </Button>
                    }
                  >
                    {connectorTexts.unknownBody}
                  </EmptyState>
                ) : (
                  <Suspense fallback={<SkeletonLines lines={8} />}>
                    <ConnectorDetail
                      key={selected.id}
                      connector={selected}
                      runs={runs.filter(({ connectorId }) => connectorId === selected.id)}
                      launches={launches}
                      onClose={close}
                    />
                  </Suspense>
                )}
              </div>
            ) : null}
          </div>
        </Tabs>
      </PageStack>
    </div>
  );
}

/** Back on the card it was opened from when a connector is closed: the keyboard's place must not be lost. */
function useReturnedFocus(open: string | undefined): void {
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (open === undefined && last.current !== undefined) {
      document.querySelector<HTMLElement>(`[data-connector="${CSS.escape(last.current)}"] button`)?.focus();
    }
    last.current = open;
  }, [open]);
}
