import type { DataOf } from '@kianda/contract';
import type { biomassOverview } from '@kianda/contract/space/biomass/biomass.contract';
import type { BiomassType } from '@kianda/contract/space/biomass/biomass.schemas';
import { PageHeader, PageStack, PanelFailure, PanelGrid, ProvenanceBadge, SkeletonCards } from '@kianda/ui';
import { Alert, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { PhoneMore } from '../../shared/phone-more.tsx';
import { sharedTexts } from '../../shared/texts.pt.ts';
import touch from '../../shared/touch.module.css';
import { useRefreshAll } from '../../shared/use-refresh-all.ts';
import { biomassAnswers, useBiomass } from './api/use-biomass.ts';
import { ArithmeticPanel } from './components/arithmetic-panel.tsx';
import { CatchPanel } from './components/catch-panel.tsx';
import { InputPanel } from './components/input-panel.tsx';
import { RunList, ZoneList } from './components/lists.tsx';
import { MapPanel } from './components/map-panel.tsx';
import { Recalculate, RunHead } from './components/run-head.tsx';
import { SeriesPanel } from './components/series-panel.tsx';
import { TotalsPanel } from './components/totals-panel.tsx';
import { TypeCards } from './components/type-cards.tsx';
import styles from './page.module.css';
import { type BiomassSearch, biomassSearchSchema } from './search.ts';
import { biomassTexts as texts } from './texts.pt.ts';

const usualType: BiomassType = 'marine_phytoplankton';
const cardCount = 5;

type Change = (part: Partial<BiomassSearch>) => void;

/** Section `qgis-biomass-calculator`: five types with their arithmetic, zones, map, series and calculations. */
export default function BiomassPage() {
  const [search, change] = useSectionSearch(biomassSearchSchema);
  const biomass = useBiomass(search.calculo);
  const { refresh, isRefreshing } = useRefreshAll(biomassAnswers);
  const { sourced, error } = biomass;
  const isFallback = sourced?.provenance.state === 'fallback' && biomass.failure !== null;
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          mark={sourced === undefined ? null : <ProvenanceBadge provenance={sourced.provenance} />}
          actions={
            <>
              {isFallback ? null : <Recalculate newest={sourced?.value.newest ?? null} />}
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
        {isFallback ? <FallbackNotice message={biomass.failure?.message ?? ''} onRetry={biomass.refresh} /> : null}
        {sourced === undefined ? (
          error === null ? (
            <SkeletonCards count={cardCount} />
          ) : (
            <PanelFailure
              error={{ ...error, message: `${texts.loadError}: ${error.message}` }}
              onRetry={biomass.refresh}
            />
          )
        ) : (
          <Content
            overview={sourced.value}
            reason={sourced.provenance.state === 'fallback' ? sourced.provenance.reason : ''}
            isFallback={isFallback}
            search={search}
            onChange={change}
          />
        )}
      </PageStack>
    </div>
  );
}

/** Says that examples stand where values would, why, and how to try again. */
function FallbackNotice({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <Alert color="yellow" title={texts.usingFallback} role="status">
      <div className={styles.stack}>
        <p>
          {texts.loadError}: {message}
        </p>
        <div>
          <Button size="xs" variant="default" onClick={onRetry}>
            {sharedTexts.retry}
          </Button>
        </div>
      </div>
    </Alert>
  );
}

type ContentProps = {
  readonly overview: DataOf<typeof biomassOverview>;
  /** Why there is no value. */
  readonly reason: string;
  readonly isFallback: boolean;
  readonly search: BiomassSearch;
  readonly onChange: Change;
};

function Content({ overview, reason, isFallback, search, onChange }: ContentProps) {
  const { run, absence } = overview;
  const type = search.tipo ?? usualType;
  const result = isFallback ? null : overview.result;
  const records = result?.records ?? [];
  const why = absence ?? (reason === '' ? texts.unknown : reason);
  const open = (calculo: number | undefined) => onChange({ calculo });
  return (
    <>
      {isFallback ? null : (
        <RunHead overview={overview} isOlder={search.calculo !== undefined} onNewest={() => open(undefined)} />
      )}
      <TypeCards records={records} absence={why} chosen={type} onChoose={(tipo) => onChange({ tipo })} />
      <ArithmeticPanel
        type={type}
        record={records.find(({ biomass_type }) => biomass_type === type)}
        absence={why}
        result={result}
      />
      {result === null || run === null ? null : (
        <>
          <MapPanel number={run.number} type={type} />
          <PhoneMore of={texts.rest}>
            <PanelGrid minWidth={420}>
              <SeriesPanel series={result.series} type={type} />
              <CatchPanel result={result} />
            </PanelGrid>
            <ZoneList key={run.number} number={run.number} />
            <PanelGrid minWidth={420}>
              <TotalsPanel totals={result.totals} />
              <InputPanel inputs={result.inputs} />
            </PanelGrid>
          </PhoneMore>
        </>
      )}
      {isFallback ? null : <RunList onOpen={open} />}
    </>
  );
}
