import { allows } from '@kianda/contract';
import { ingestRunResource } from '@kianda/contract/ingestion/connectors/runs.resource';
import { EmptyState, PageHeader, PageStack, PanelGrid, ProvenanceBadge } from '@kianda/ui';
import { Button } from '@mantine/core';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { useOpenSection } from '../../../shell/use-section.ts';
import { FallbackNote } from '../../shared/card-source.tsx';
import { RunList } from '../../shared/connectors/run-list.tsx';
import {
  connectorAnswers,
  useConnectors,
  useJobs,
  useLiveRuns,
  withNotice,
} from '../../shared/connectors/use-connectors.ts';
import { listSearchOf, useSectionList } from '../../shared/resource/list-state.ts';
import touch from '../../shared/touch.module.css';
import { useRefreshAll } from '../../shared/use-refresh-all.ts';
import { IngestionTiles } from './components/ingestion-tiles.tsx';
import { ProcessingPanel } from './components/processing-panel.tsx';
import { QualityPanel } from './components/quality-panel.tsx';
import { RetentionPanel } from './components/retention-panel.tsx';
import { SourcesTable } from './components/sources-table.tsx';
import { ingestionTexts } from './texts.pt.ts';

const searchSchema = z.object(listSearchOf(ingestRunResource));

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
        <RecentRuns connectors={connectors} />
      </PageStack>
    </div>
  );
}

function RecentRuns({ connectors }: { readonly connectors: ReturnType<typeof useConnectors> }) {
  const open = useOpenSection();
  const { state } = useSectionList(searchSchema);
  return (
    <RunList
      title={ingestionTexts.recent.title}
      state={state}
      connectors={connectors.sourced?.value.connectors ?? []}
      onOpen={({ connectorId, id }) => open('data-connectors', { connector: connectorId, view: 'runs', run: id })}
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
    />
  );
}
