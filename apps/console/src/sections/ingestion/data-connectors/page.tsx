import { allows } from '@kianda/contract';
import { formatNumber } from '@kianda/format';
import {
  cx,
  EmptyState,
  More,
  PageHeader,
  PageStack,
  PanelFailure,
  ProvenanceBadge,
  SkeletonCards,
  SkeletonLines,
} from '@kianda/ui';
import { Button, Group, Tabs } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { phoneQuery, useMedia } from '../../../platform/use-media.ts';
import { useSectionId, useSectionSearch } from '../../../shell/use-section.ts';
import { FallbackNote } from '../../shared/card-source.tsx';
import type { Connector } from '../../shared/connectors/fallback.ts';
import type { LiveRun } from '../../shared/connectors/live-runs.ts';
import {
  connectorAnswers,
  useConnectors,
  useJobs,
  useLiveRuns,
  withNotice,
} from '../../shared/connectors/use-connectors.ts';
import { PhoneFirst } from '../../shared/phone-more.tsx';
import touch from '../../shared/touch.module.css';
import { useRefreshAll } from '../../shared/use-refresh-all.ts';
import { useSectionLink } from '../../shared/use-section-link.ts';
import { type Launches, useLaunch } from './api/use-launch.ts';
import { BatchButtons } from './components/batch-buttons.tsx';
import { ConnectorCard } from './components/connector-card.tsx';
import { SummaryTiles } from './components/summary-tiles.tsx';
import styles from './page.module.css';
import { connectorSearchSchema, connectorTypes, noItem } from './search.ts';
import { connectorTexts } from './texts.pt.ts';

/** Addresses of the platform's own APIs, which only the section «APIs e Conectores» shows. */
const ApiLinks = lazy(async () => ({
  default: (await import('../../shared/public-urls/public-urls.tsx')).PublicUrls,
}));
const ConnectorDetail = lazy(() => import('./detail/connector-detail.tsx'));

/** Section `data-connectors`: every provider, its data, and every action of an operator on it. */
export default function DataConnectorsPage() {
  const { role } = useAccount();
  const section = useSectionId();
  const [search, change] = useSectionSearch(connectorSearchSchema);
  const connectors = useConnectors();
  const jobs = useJobs();
  const { refresh } = useRefreshAll(connectorAnswers);
  const runs = useLiveRuns(jobs, refresh);
  const launches = useLaunch(refresh);
  const isPhone = useMedia(phoneQuery);
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
  const isOpen = search.connector !== undefined && !isFallback;
  const runsOf = (connector: Connector) => runs.filter(({ connectorId }) => connectorId === connector.id);
  const openConnector = (connector: string) => change({ ...noItem, connector });
  const batch = mayRun && !isOpen ? <BatchButtons connectors={value.connectors} launches={launches} /> : null;
  const close = () => change({ ...noItem, connector: undefined, view: undefined, trace: undefined });

  return (
    <div className={touch.touch}>
      <PageStack>
        <div className={cx(isOpen && styles.behind)}>
          <PageHeader
            description={connectorTexts.description}
            mark={<ProvenanceBadge provenance={provenance} />}
            actions={isPhone ? null : <Acts batch={batch} />}
          />
        </div>
        <FallbackNote result={withNotice(connectors)} />
        {isOpen ? null : <SummaryTiles result={connectors} />}
        {isPhone && !isOpen ? <FoldedActs batch={batch} /> : null}
        {section === 'apis-connectors' && !isOpen ? (
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <ApiLinks />
          </Suspense>
        ) : null}
        <Tabs
          value={tab}
          onChange={(next) => change({ tab: connectorTypes.find((type) => type === next) }, { replace: true })}
        >
          <TypeTabs counts={value.by_type} isBehind={isOpen} />
          <div className={cx(isOpen && styles.split)}>
            <Tabs.Panel value={tab} className={cx(styles.panel, isOpen && styles.behind)}>
              <ConnectorList
                connectors={value.connectors.filter(({ type }) => type === tab)}
                tab={tab}
                launches={mayRun ? launches : null}
                runsOf={runsOf}
                selectedId={selected?.id}
                isCompact={isOpen}
                onOpen={isFallback ? undefined : openConnector}
                onFirstTab={() => change({ tab: 'international' })}
              />
            </Tabs.Panel>
            {isOpen ? (
              <OpenConnector
                connector={selected}
                runs={selected === undefined ? [] : runsOf(selected)}
                launches={launches}
                onClose={close}
              />
            ) : null}
          </div>
        </Tabs>
      </PageStack>
    </div>
  );
}

type ActsProps = {
  /** Absent where no batch may be started. */
  readonly batch: ReactNode;
};

function Acts({ batch }: ActsProps) {
  return (
    <>
      <OtherSections />
      {batch}
    </>
  );
}

/** On a phone five buttons stand below the figures, and only where somebody asks for them. */
function FoldedActs({ batch }: ActsProps) {
  return (
    <More of={connectorTexts.batch.label}>
      <Group gap="xs">
        <Acts batch={batch} />
      </Group>
    </More>
  );
}

/** Links to the sections beside this one. */
function OtherSections() {
  const section = useSectionId();
  const openIngestion = useSectionLink('data-ingestion');
  const openGateway = useSectionLink('api-gateway');
  const openFirstDay = useSectionLink('first-day');
  return (
    <>
      {openFirstDay === undefined ? null : (
        <Button variant="subtle" onClick={openFirstDay}>
          {connectorTexts.firstDay}
        </Button>
      )}
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
    </>
  );
}

type TypeTabsProps = {
  readonly counts: Readonly<Record<(typeof connectorTypes)[number], number>>;
  /** True while an open connector covers the list on a narrow screen. */
  readonly isBehind: boolean;
};

function TypeTabs({ counts, isBehind }: TypeTabsProps) {
  return (
    <Tabs.List aria-label={connectorTexts.tabs} className={cx(styles.tabs, isBehind && styles.behind)}>
      {connectorTypes.map((type) => (
        <Tabs.Tab key={type} value={type}>
          {connectorTexts.types[type]} <span className={styles.count}>({formatNumber(counts[type])})</span>
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

/** Connectors before «Ver mais» on a phone. */
const firstConnectors = 6;

type ListProps = {
  readonly connectors: readonly Connector[];
  readonly tab: (typeof connectorTypes)[number];
  /** Null where the account may not start runs. */
  readonly launches: Launches | null;
  readonly runsOf: (connector: Connector) => readonly LiveRun[];
  readonly selectedId: string | undefined;
  readonly isCompact: boolean;
  /** Absent while the list is the fallback. */
  readonly onOpen: ((connectorId: string) => void) | undefined;
  readonly onFirstTab: () => void;
};

function ConnectorList(props: ListProps) {
  const { connectors, tab, launches, runsOf, selectedId, isCompact, onOpen, onFirstTab } = props;
  if (connectors.length === 0) {
    return (
      <EmptyState
        title={connectorTexts.empty(connectorTexts.types[tab])}
        action={
          <Button variant="default" onClick={onFirstTab}>
            {connectorTexts.emptyAction}
          </Button>
        }
      >
        {connectorTexts.emptyBody}
      </EmptyState>
    );
  }
  return (
    <PhoneFirst items={connectors} first={firstConnectors} of={connectorTexts.types[tab]}>
      {(shown) => (
        <ul className={isCompact ? styles.column : styles.grid}>
          {shown.map((connector) => (
            <ConnectorCard
              key={connector.id}
              connector={connector}
              runs={runsOf(connector)}
              isLaunching={launches?.isLaunching(connector.id) === true}
              onRun={launches === null ? undefined : () => void launches.launch(connector)}
              onOpen={onOpen === undefined ? undefined : () => onOpen(connector.id)}
              isSelected={connector.id === selectedId}
              compact={isCompact}
            />
          ))}
        </ul>
      )}
    </PhoneFirst>
  );
}

type OpenProps = {
  /** Absent where the address names no connector of the list. */
  readonly connector: Connector | undefined;
  readonly runs: readonly LiveRun[];
  readonly launches: Launches;
  readonly onClose: () => void;
};

function OpenConnector({ connector, runs, launches, onClose }: OpenProps) {
  return (
    <div className={styles.opened}>
      {connector === undefined ? (
        <EmptyState
          title={connectorTexts.unknown}
          action={
            <Button variant="default" onClick={onClose}>
              {connectorTexts.back}
            </Button>
          }
        >
          {connectorTexts.unknownBody}
        </EmptyState>
      ) : (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <ConnectorDetail key={connector.id} connector={connector} runs={runs} launches={launches} onClose={onClose} />
        </Suspense>
      )}
    </div>
  );
}

/** Moves the focus back to a connector's card when the connector is closed, so that the keyboard's place is not lost. */
function useReturnedFocus(open: string | undefined): void {
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (open === undefined && last.current !== undefined) {
      document.querySelector<HTMLElement>(`[data-connector="${CSS.escape(last.current)}"] button`)?.focus();
    }
    last.current = open;
  }, [open]);
}
