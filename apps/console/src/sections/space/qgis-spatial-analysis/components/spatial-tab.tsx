import { allows } from '@kianda/contract';
import { createAnalysis, getAnalysis, listAnalyses } from '@kianda/contract/space/spatial/analyses.contract';
import { analysisQuestions, analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { EmptyState, FactList, Instant, Panel, PanelFailure, PanelFrame, SkeletonCards, StatusPill } from '@kianda/ui';
import { Button, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { SectionLinks } from '../../../shared/section-links.tsx';
import type { OpenMade } from '../../../shared/spatial/analysis-form.tsx';
import { connectivityTone } from '../../../shared/spatial/connectivity-tone.ts';
import { ResultPanel } from '../../../shared/spatial/result-panel.tsx';
import tabbed from '../../../shared/tabbed.module.css';
import styles from '../page.module.css';
import { type ViewType, viewTypes } from '../search.ts';
import { viewTexts as texts } from '../texts.pt.ts';
import { pace, type Summary } from '../use-summary.ts';

const AnalysisForm = lazy(() => import('../../../shared/spatial/analysis-form.tsx'));

type Props = {
  readonly type: ViewType;
  readonly stats: Summary['stats'];
  readonly onType: (type: ViewType) => void;
  readonly onOpen: OpenMade;
};

/** One kind of analysis at a time: its question, its newest result in full, and the way to a new one. */
export default function SpatialTab({ type, stats, onType, onOpen }: Props) {
  const { role } = useAccount();
  const [isCreating, setCreating] = useState(false);
  const mayRun = allows(createAnalysis.access, role);
  return (
    <div className={styles.stack}>
      <div className={tabbed.tabs}>
        <SegmentedControl<ViewType>
          size="xs"
          aria-label={texts.types}
          value={type}
          data={viewTypes.map((value) => ({ value, label: analysisTypes[value] }))}
          onChange={onType}
        />
      </div>
      <PanelFrame
        id="tipo"
        title={analysisTypes[type]}
        description={analysisQuestions[type]}
        actions={
          type === 'mcda' ? (
            <SectionLinks ids={['mcda-analysis']} />
          ) : mayRun ? (
            <Button size="xs" onClick={() => setCreating(true)}>
              {texts.create}
            </Button>
          ) : null
        }
      >
        <Newest type={type} mayRun={mayRun} onOpen={onOpen} />
      </PanelFrame>
      <NewestResult type={type} />
      <Totals stats={stats} />
      {isCreating ? (
        <Suspense>
          <AnalysisForm type={type} onClose={() => setCreating(false)} onDone={onOpen} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The newest completed analysis of a kind. */
function useNewest(type: ViewType) {
  const list = useEndpoint(
    listAnalyses,
    { query: { types: type, states: 'completed', page: 1, pageSize: 10, sort: 'completed', order: 'desc' } },
    pace,
  );
  return { list, newest: list.sourced?.value.data[0] };
}

function Newest({ type, mayRun, onOpen }: Pick<Props, 'type' | 'onOpen'> & { readonly mayRun: boolean }) {
  const { list, newest } = useNewest(type);
  if (list.sourced === undefined) {
    return list.error === null ? (
      <SkeletonCards count={1} />
    ) : (
      <PanelFailure error={list.error} onRetry={list.refresh} />
    );
  }
  if (newest === undefined) {
    return (
      <EmptyState title={texts.none}>
        {type === 'mcda' ? texts.mcda : mayRun ? texts.noneText : texts.noneReadOnly}
      </EmptyState>
    );
  }
  return (
    <div className={styles.row}>
      <span>
        {texts.newest}: <strong>{newest.name}</strong>
      </span>
      {newest.completedAt === null ? null : (
        <span className={styles.quiet}>
          <Instant at={newest.completedAt} />
        </span>
      )}
      <Button size="xs" variant="default" onClick={() => onOpen(newest.id)}>
        {texts.open}
      </Button>
    </div>
  );
}

/** Map and table of the newest result of a kind. */
function NewestResult({ type }: Pick<Props, 'type'>) {
  const { newest } = useNewest(type);
  const detail = useEndpoint(
    getAnalysis,
    { params: { id: newest?.id ?? '' } },
    { ...pace, enabled: newest !== undefined },
  );
  const analysis = detail.sourced?.value;
  if (newest === undefined || analysis === undefined || analysis.results === null) return null;
  return <ResultPanel key={analysis.id} analysis={analysis} results={analysis.results} />;
}

/** Figures over every analysis that the account may read. */
function Totals({ stats }: Pick<Props, 'stats'>) {
  const whole = (value: number) => formatNumber(value, { maxDecimals: 0 });
  const { facts } = texts;
  return (
    <Panel id="totais" title={texts.stats} source={stats}>
      {(all) => (
        <FactList
          items={[
            [facts.regions, whole(all.total_regions)],
            [facts.buffers, whole(all.total_buffer_zones)],
            [facts.hotspots, whole(all.hotspots_identified)],
            [facts.corridors, whole(all.corridors_analyzed)],
            [
              facts.index,
              all.connectivity_index === null ? (
                <abbr key="indice" title={texts.noIndex}>
                  {UNKNOWN}
                </abbr>
              ) : (
                <StatusPill key="indice" tone={connectivityTone(all.connectivity_index)}>
                  {formatNumber(all.connectivity_index, { decimals: 2 })}
                </StatusPill>
              ),
            ],
            [
              facts.last,
              all.last_analysis === null ? (
                <abbr key="ultima" title={texts.noLast}>
                  {UNKNOWN}
                </abbr>
              ) : (
                <Instant key="ultima" at={all.last_analysis} />
              ),
            ],
          ]}
        />
      )}
    </Panel>
  );
}
