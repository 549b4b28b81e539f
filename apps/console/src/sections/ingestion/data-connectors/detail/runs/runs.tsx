import type { IngestJob } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { listIngestJobs } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { EmptyState, Panel, SkeletonLines, useClock } from '@kianda/ui';
import { lazy, Suspense } from 'react';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../../../shell/use-section.ts';
import { exportNote } from '../../../../shared/connectors/export-note.ts';
import { JobTable } from '../../../../shared/connectors/job-table.tsx';
import { runTexts } from '../../../../shared/connectors/run-texts.pt.ts';
import { connectorSearchSchema } from '../../search.ts';
import styles from '../detail.module.css';
import type { ViewProps } from '../view-props.ts';

const RunDetail = lazy(() => import('./run-detail.tsx'));
const texts = runTexts.runs;

/** Runs of one connector, newest first, and the one that the address names. */
export default function Runs({ connector, mayRun }: ViewProps) {
  const clock = useClock();
  const [search, change] = useSectionSearch(connectorSearchSchema);
  const jobs = useEndpoint(
    listIngestJobs,
    { query: { connector: connector.id, limit: 200 } },
    { refetchSeconds: 30, staleSeconds: 60 },
  );
  return (
    <div className={styles.stack}>
      {search.run === undefined ? null : (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <RunDetail
            key={search.run}
            runId={search.run}
            connector={connector}
            mayRun={mayRun}
            onClose={() => change({ run: undefined })}
          />
        </Suspense>
      )}
      <Panel
        title={texts.title}
        source={jobs}
        flush
        isEmpty={(value) => value.jobs.length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
      >
        {(value) => (
          <JobTable
            id={`${connector.id}-execucoes`}
            jobs={value.jobs}
            onOpen={(job: IngestJob) => change({ run: job.id })}
            csvNotes={() => exportNote(connector, clock())}
          />
        )}
      </Panel>
    </div>
  );
}
