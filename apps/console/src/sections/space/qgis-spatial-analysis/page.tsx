import { PageHeader, PageStack, ProvenanceBadge, SkeletonCards, SkeletonLines } from '@kianda/ui';
import { Alert, Button, Tabs } from '@mantine/core';
import { IconMap2, IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSectionList } from '../../shared/resource/list-state.ts';
import { SectionLinks } from '../../shared/section-links.tsx';
import type { OpenMade } from '../../shared/spatial/analysis-form.tsx';
import { analysisAnswers } from '../../shared/spatial/use-analyses.ts';
import tabbed from '../../shared/tabbed.module.css';
import { sharedTexts } from '../../shared/texts.pt.ts';
import touch from '../../shared/touch.module.css';
import { useRefreshAll } from '../../shared/use-refresh-all.ts';
import { OtherTab } from './components/other-tab.tsx';
import { QuickLinks } from './components/quick-links.tsx';
import { SummaryTiles } from './components/summary-tiles.tsx';
import styles from './page.module.css';
import { spatialSearchSchema, tabs } from './search.ts';
import { spatialTexts as texts } from './texts.pt.ts';
import { useSummary } from './use-summary.ts';

const SpatialTab = lazy(() => import('./components/spatial-tab.tsx'));
const AnalysesTab = lazy(() => import('./components/analyses-tab.tsx'));
const AnalysisPage = lazy(() => import('../../shared/spatial/analysis-page.tsx'));
const BatchPage = lazy(() => import('./components/batch-page.tsx'));
const ChainPage = lazy(() => import('./chains/chain-page.tsx'));
const MapModal = lazy(() => import('./components/map-modal.tsx'));

/** Section `qgis-spatial-analysis`: the QGIS panel, the spatial page by kind, every analysis, and the page of one. */
export default function SpatialAnalysisPage() {
  const { search, change, state } = useSectionList(spatialSearchSchema);
  const { analise, lote, cadeia } = search;
  return (
    <div className={touch.touch}>
      <PageStack>
        {analise === undefined && lote !== undefined ? (
          <>
            <PageHeader description={texts.description} />
            <Suspense fallback={<SkeletonCards count={2} />}>
              <BatchPage
                key={lote}
                id={lote}
                onOpen={(next) => change({ analise: next })}
                onBack={() => change({ lote: undefined })}
              />
            </Suspense>
          </>
        ) : analise === undefined && cadeia !== undefined ? (
          <>
            <PageHeader description={texts.description} />
            <Suspense fallback={<SkeletonCards count={2} />}>
              <ChainPage
                key={cadeia}
                id={cadeia}
                onOpen={(next) => change({ analise: next })}
                onBack={() => change({ cadeia: undefined })}
              />
            </Suspense>
          </>
        ) : analise === undefined ? (
          <SpatialPanel search={search} change={change} state={state} />
        ) : (
          <>
            <PageHeader description={texts.description} />
            <Suspense fallback={<SkeletonCards count={3} />}>
              <AnalysisPage
                key={analise}
                id={analise}
                other={search.comparar}
                onOther={(comparar) => change({ comparar })}
                onOpen={(next) => change({ analise: next, comparar: undefined })}
                onBack={() => change({ analise: undefined, comparar: undefined })}
              />
            </Suspense>
          </>
        )}
      </PageStack>
    </div>
  );
}

/** Where the address says which thing is open. */
const opened = { batch: 'lote', chain: 'cadeia' } as const;

type PanelProps = ReturnType<typeof useSectionList<typeof spatialSearchSchema>>;

function FallbackNote({ summary: { spatial } }: { readonly summary: ReturnType<typeof useSummary> }) {
  return (
    <Alert color="yellow" title={texts.usingFallback} role="status">
      <div className={styles.fallback}>
        {spatial.failure === null ? null : <p>{texts.loadError(spatial.failure.message)}</p>}
        <div>
          <Button size="xs" variant="default" onClick={spatial.refresh}>
            {sharedTexts.retry}
          </Button>
        </div>
      </div>
    </Alert>
  );
}

function SpatialPanel({ search, change, state }: PanelProps) {
  const summary = useSummary();
  const { refresh, isRefreshing } = useRefreshAll(analysisAnswers);
  const [isMapOpen, setMapOpen] = useState(false);
  // Before the first analysis the way to begin one comes first, and four zeros last.
  const isUnused = summary.stats.figure('by_status.completed')?.value === 0;
  const isFallback = summary.spatial.sourced?.provenance.state === 'fallback';
  const open: OpenMade = (id, kind = 'analysis') =>
    change(kind === 'analysis' ? { analise: id } : { [opened[kind]]: id, separador: 'analises' });
  return (
    <>
      <PageHeader
        description={texts.description}
        mark={
          summary.spatial.sourced === undefined ? null : (
            <ProvenanceBadge provenance={summary.spatial.sourced.provenance} />
          )
        }
        actions={
          <>
            <SectionLinks ids={['mcda-analysis']} />
            <Button
              variant="default"
              leftSection={<IconMap2 size={16} aria-hidden="true" />}
              onClick={() => setMapOpen(true)}
            >
              {texts.mapButton}
            </Button>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              loading={isRefreshing}
              onClick={refresh}
            >
              {texts.refresh}
            </Button>
          </>
        }
      />
      {isFallback ? <FallbackNote summary={summary} /> : null}
      {isUnused ? null : <SummaryTiles summary={summary} />}
      <QuickLinks />
      <Tabs
        value={search.separador}
        onChange={(next) => change({ separador: tabs.find((tab) => tab === next) ?? 'espacial' })}
        keepMounted={false}
      >
        <Tabs.List aria-label={texts.tabsLabel} className={tabbed.tabs ?? ''}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {texts.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <Tabs.Panel value="espacial" className={tabbed.panel ?? ''}>
            <SpatialTab type={search.vista} stats={summary.stats} onType={(vista) => change({ vista })} onOpen={open} />
          </Tabs.Panel>
          <Tabs.Panel value="temporal" className={tabbed.panel ?? ''}>
            <OtherTab of="temporal" />
          </Tabs.Panel>
          <Tabs.Panel value="biomassa" className={tabbed.panel ?? ''}>
            <OtherTab of="biomass" />
          </Tabs.Panel>
          <Tabs.Panel value="analises" className={tabbed.panel ?? ''}>
            <AnalysesTab state={state} onOpen={open} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
      {isUnused ? <SummaryTiles summary={summary} /> : null}
      {isMapOpen ? (
        <Suspense>
          <MapModal onClose={() => setMapOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
