import { allows } from '@kianda/contract';
import { EmptyState, PageHeader, PageStack, Panel, PanelGrid, ProvenanceBadge, useClock } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useAccount } from '../../../client/context.tsx';
import { useOpenSection } from '../../../shell/use-section.ts';
import { cardSource, FallbackNote } from '../../shared/card-source.tsx';
import { exportNotes } from '../../shared/connectors/export-note.ts';
import { JobTable } from '../../shared/connectors/job-table.tsx';
import {
  connectorAnswers,
  useConnectors,
  useJobs,
  useLiveRuns,
  withNotice,
} from '../../shared/connectors/use-connectors.ts';
import touch from '../../shared/touch.module.css';
import { useRefreshAll } from '../../shared/use-refresh-all.ts';
import { IngestionTiles } from './components/ingestion-tiles.tsx';
import { ProcessingPanel } from './components/processing-panel.tsx';
import { QualityPanel } from './components/quality-panel.tsx';
import { RetentionPanel } from './components/retention-panel.tsx';
import { SourcesTable } from './components/sources-table.tsx';
import { ingestionTexts } from './texts.pt.ts';

/** Most runs the server lists at once. */
const jobLimit = 500;

/** Section `data-ingestion`: the incoming data, their rate and quality, and the runs under way. */
export default function DataIngestionPage() {
  const { role } = useAccount();
  const open = useOpenSection();
  const connectors = useConnectors();
  const jobs = useJobs(jobLimit);
  const { refresh } = useRefreshAll(connectorAnswers);
  const runs = useLiveRuns(jobs, refresh);
  const openConnector = (connector: string) => open('data-connectors', { connector });
  const provenance = jobs.sourced?.provenance;
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={ingestionTexts.description}
          mark={provenance === undefined ? null : <ProvenanceBadge provenance={provenance} />}
          actions={
            <>
              <Button variant="subtle" onClick={() => open('processing')}>
                {ingestionTexts.processing.title}
              </Button>
              <Button variant="default" onClick={() => open('data-connectors')}>
                {ingestionTexts.connectors}
              </Button>
            </>
          }
        />
        <FallbackNote result={withNotice(connectors)} />
        <IngestionTiles connectors={connectors} jobs={jobs} jobLimit={jobLimit} runs={runs} />
        <PanelGrid minWidth={380}>
          <ProcessingPanel
            jobs={jobs}
            runs={runs}
            connectors={connectors.sourced?.value.connectors ?? []}
            mayCancel={allows('connectors:run', role)}
            onOpen={() => open('data-connectors')}
          />
          <QualityPanel />
          <RetentionPanel />
        </PanelGrid>
        <SourcesTable connectors={connectors} jobs={jobs} jobLimit={jobLimit} onOpen={openConnector} />
        <RecentRuns connectors={connectors} jobs={jobs} />
      </PageStack>
    </div>
  );
}

type RecentProps = { readonly connectors: ReturnType<typeof useConnectors>; readonly jobs: ReturnType<typeof useJobs> };

function RecentRuns({ connectors, jobs }: RecentProps) {
  const open = useOpenSection();
  const clock = useClock();
  const openRun = (connector: string, run: string) => open('data-connectors', { connector, view: 'runs', run });
  return (
    <Panel
      title={ingestionTexts.recent.title}
      source={cardSource(jobs)}
      flush
      isEmpty={(value) => value.jobs.length === 0}
      empty={
        <EmptyState
          title={ingestionTexts.recent.empty}
          action={
            <Button variant="default" onClick={() => open('data-connectors')}>
              {ingestionTexts.connectors}
            </Button>
          }
        >
          {ingestionTexts.recent.emptyBody}
        </EmptyState>
      }
    >
      {(value) => (
        <JobTable
          id="execucoes"
          jobs={value.jobs}
          isMixed
          onOpen={(job) => openRun(job.connectorId, job.id)}
          csvNotes={() =>
            exportNotes(
              (connectors.sourced?.value.connectors ?? []).filter(({ id }) =>
                value.jobs.some(({ connectorId }) => connectorId === id),
              ),
              clock(),
            )
          }
        />
      )}
    </Panel>
  );
}
