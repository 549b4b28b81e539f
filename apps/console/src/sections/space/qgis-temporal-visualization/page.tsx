import type { DataOf } from '@kianda/contract';
import { temporalRecords } from '@kianda/contract/space/temporal/temporal.contract';
import type { TemporalVariableId } from '@kianda/contract/space/temporal/temporal-variables';
import { EmptyState, PageHeader, PageStack, ProvenanceBadge, SkeletonCards } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { phoneQuery, useMedia } from '../../../platform/use-media.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { PhoneMore } from '../../shared/phone-more.tsx';
import touch from '../../shared/touch.module.css';
import { AnalysisPanel } from './analysis/analysis-panel.tsx';
import { ClockBar } from './clock/clock-bar.tsx';
import { AvailabilityStrip } from './clock/strip.tsx';
import { useClock } from './clock/use-clock.ts';
import { VariableCards } from './clock/variable-cards.tsx';
import { coloursOf, ofVariable, temporalSearchSchema } from './search.ts';
import { StagePanel } from './stage/stage-panel.tsx';
import { StatTiles } from './stat-tiles.tsx';
import { temporalTexts as texts } from './texts.pt.ts';
import { TrackCards } from './track-cards.tsx';
import { VariablePicker } from './variable-picker.tsx';
import type { View } from './view.ts';

/** Minutes between looks for new dates, as the specification has it. */
const refreshSeconds = 600;
const InteractionsPanel = lazy(() => import('./interactions/interactions-panel.tsx'));
const nothing = new Map<TemporalVariableId, never>();

/** Section `qgis-temporal-visualization`: six variables on one clock. */
export default function TemporalPage() {
  const [search, change] = useSectionSearch(temporalSearchSchema);
  const source = useEndpoint(temporalRecords, {}, { refetchSeconds: refreshSeconds, staleSeconds: refreshSeconds });
  const answer = source.sourced?.value;
  const records = useMemo(
    () => (answer === undefined ? nothing : new Map(answer.variables.map((record) => [record.variable_id, record]))),
    [answer],
  );
  const clock = useClock(records, search, change);
  const isPhone = useMedia(phoneQuery);
  const view: View = { search, change, records, clock, colours: coloursOf(search.variable, search) };
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          mark={source.sourced === undefined ? null : <ProvenanceBadge provenance={source.sourced.provenance} />}
          actions={
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden="true" />}
              loading={source.isRefreshing}
              onClick={source.refresh}
            >
              {texts.refresh}
            </Button>
          }
        />
        {answer === undefined && source.error !== null ? (
          <div role="alert">
            <EmptyState
              title={texts.loadError}
              action={
                <Button variant="default" onClick={source.refresh}>
                  {texts.retry}
                </Button>
              }
            >
              {source.error.message}
            </EmptyState>
          </div>
        ) : answer === undefined ? (
          <SkeletonCards count={6} />
        ) : (
          <>
            {isPhone ? null : <Stats answer={answer} isPlaying={clock.playing} />}
            <VariablePicker value={search.variable} onChange={(variable) => change(ofVariable(variable))} />
            <StagePanel view={view} />
            <ClockBar view={view} />
            {isPhone ? null : <AvailabilityStrip view={view} />}
            <VariableCards view={view} />
            <PhoneMore of={texts.rest}>
              {isPhone ? <Stats answer={answer} isPlaying={clock.playing} /> : null}
              {isPhone ? <AvailabilityStrip view={view} /> : null}
              <AnalysisPanel view={view} />
              {search.variable === 'migration' ? (
                <Suspense fallback={<SkeletonCards count={1} />}>
                  <InteractionsPanel view={view} />
                </Suspense>
              ) : null}
              <TrackCards
                tracks={answer.tracks}
                reason={records.get('migration')?.reason ?? null}
                onShow={(track) =>
                  change({ ...ofVariable('migration'), from: undefined, to: undefined, at: track.end_date })
                }
              />
            </PhoneMore>
          </>
        )}
      </PageStack>
    </div>
  );
}

type StatsProps = { readonly answer: DataOf<typeof temporalRecords>; readonly isPlaying: boolean };

function Stats({ answer: { stats, variables }, isPlaying }: StatsProps) {
  return <StatTiles stats={stats} records={variables} playing={isPlaying ? 1 : 0} />;
}
