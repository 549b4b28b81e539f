import { allows } from '@kianda/contract';
import {
  analyzeCoast,
  type CoastDetail,
  type CoastRegion,
  type CoastWork,
  coastRegions,
} from '@kianda/contract/sea/coast/coast.contract';
import { formatCount, formatNumber } from '@kianda/format';
import { EmptyState, PageHeader, PageStack, Panel, ProvenanceBadge, SkeletonBar } from '@kianda/ui';
import { Alert, Button, NativeSelect, Progress } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { CardColumns, CardSide } from '../../shared/card/card.tsx';
import { SectionLinks } from '../../shared/section-links.tsx';
import touch from '../../shared/touch.module.css';
import styles from './coastline.module.css';
import { type CoastSearch, coastSearchSchema } from './search.ts';
import { SummaryPanel } from './summary-panel.tsx';
import { SurveyPanel } from './survey-panel.tsx';
import { coastTexts as texts } from './texts.pt.ts';
import { TransectPanel } from './transect-panel.tsx';
import { TransectTable } from './transect-table.tsx';
import { useAnalyse, useCoast, useSurveys } from './use-coast.ts';
import { VulnerabilityPanel } from './vulnerability-panel.tsx';

const CoastMap = lazy(() => import('./coast-map.tsx'));

/** Section `coastline`: one region's shoreline change, its vulnerability, and the surveys that there are. */
export default function CoastlinePage() {
  const [search, change] = useSectionSearch(coastSearchSchema);
  const region = search.troco;
  const { detail, isRunning } = useCoast(region);
  const held = detail.sourced?.value;
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          mark={detail.sourced === undefined ? null : <ProvenanceBadge provenance={detail.sourced.provenance} />}
        />
        <Acts
          key={region}
          region={region}
          isRunning={isRunning}
          onRegion={(troco) => change({ troco, transeto: undefined })}
        />
        {held?.work == null ? null : <WorkLine work={held.work} />}
        {held !== undefined && held.analysis === null && !isRunning ? <None /> : null}
        {held === undefined || held.analysis !== null ? (
          <Analysis
            source={detail}
            analysis={held?.analysis ?? null}
            search={search}
            onOpen={(transeto) => change({ transeto })}
          />
        ) : null}
        <SurveyPanel />
      </PageStack>
    </div>
  );
}

function None() {
  const { role } = useAccount();
  const may = allows(analyzeCoast.access, role);
  return <EmptyState title={texts.none}>{may ? texts.noneText : `${texts.noneText} ${texts.noneReader}`}</EmptyState>;
}

const spacings = [50, 100, 200, 500, 1000] as const;
const usualSpacing = 200;

type ActProps = {
  readonly region: CoastRegion;
  readonly isRunning: boolean;
  readonly onRegion: (region: CoastRegion) => void;
};

/** The region, and, for those who may, the survey and the spacing of an analysis. */
function Acts({ region, isRunning, onRegion }: ActProps) {
  const { role } = useAccount();
  const surveys = useSurveys().sourced?.value ?? [];
  const [survey, setSurvey] = useState('');
  const [spacing, setSpacing] = useState<number>(usualSpacing);
  const { analyse, isAsking } = useAnalyse(region);
  const regions = Object.entries(coastRegions).map(([value, label]) => ({ value, label }));
  return (
    <div className={styles.acts}>
      <NativeSelect
        label={texts.region}
        value={region}
        data={regions}
        onChange={({ currentTarget }) => onRegion(currentTarget.value as CoastRegion)}
      />
      {allows(analyzeCoast.access, role) ? (
        <>
          <NativeSelect
            label={texts.survey}
            value={survey}
            data={[
              { value: '', label: texts.newest },
              ...surveys.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={({ currentTarget }) => setSurvey(currentTarget.value)}
          />
          <NativeSelect
            label={texts.spacing}
            value={String(spacing)}
            data={spacings.map((meters) => ({ value: String(meters), label: texts.spacings(formatNumber(meters)) }))}
            onChange={({ currentTarget }) => setSpacing(Number(currentTarget.value))}
          />
          <Button
            loading={isAsking || isRunning}
            title={texts.shared}
            onClick={() => void analyse({ spacing, ...(survey === '' ? {} : { survey }) })}
          >
            {texts.analyse}
          </Button>
        </>
      ) : null}
    </div>
  );
}

function WorkLine({ work }: { readonly work: CoastWork }) {
  if (work.state === 'failed' || work.state === 'cancelled')
    return (
      <Alert color="yellow" title={texts.failed} role="status">
        {work.error}
      </Alert>
    );
  return (
    <div className={styles.work} role="status">
      <span>{work.message ?? texts.analysing}</span>
      <Progress value={(work.progress ?? 0) * 100} aria-label={texts.analysing} />
    </div>
  );
}

type AnalysisProps = {
  readonly source: ReturnType<typeof useCoast>['detail'];
  readonly analysis: CoastDetail | null;
  readonly search: CoastSearch;
  readonly onOpen: (transect: number) => void;
};

function Analysis({ source, analysis, search, onOpen }: AnalysisProps) {
  const transects = analysis?.transects ?? [];
  const hasTransects = analysis === null || transects.length > 0;
  return (
    <>
      {analysis?.absence == null ? null : (
        <Alert color="yellow" title={texts.absence} role="status">
          <div className={styles.absence}>
            <p>{analysis.absence}</p>
            <div>
              <SectionLinks ids={['geo-features']} />
            </div>
          </div>
        </Alert>
      )}
      {hasTransects ? (
        <CardColumns>
          <Panel
            id="mapa"
            title={texts.map.title}
            description={
              analysis === null
                ? null
                : texts.map.description(
                    formatCount(transects.length, texts.summary.transect, texts.summary.transects),
                    texts.spacings(formatNumber(analysis.spacing)),
                  )
            }
            source={source}
            skeleton={<SkeletonBar height={520} />}
          >
            {({ analysis: shown }) => (
              <Suspense fallback={<SkeletonBar height={520} />}>
                <CoastMap transects={shown?.transects ?? []} open={search.transeto} onOpen={onOpen} />
              </Suspense>
            )}
          </Panel>
          <CardSide>
            <TransectPanel transect={transects.find(({ id }) => id === search.transeto)} />
          </CardSide>
        </CardColumns>
      ) : null}
      <SummaryPanel source={source} />
      {hasTransects ? <TransectTable source={source} onOpen={onOpen} /> : null}
      <VulnerabilityPanel source={source} />
    </>
  );
}
