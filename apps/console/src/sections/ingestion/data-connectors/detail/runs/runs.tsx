import { EmptyState, SkeletonLines } from '@kianda/ui';
import { lazy, Suspense } from 'react';
import { RunList } from '../../../../shared/connectors/run-list.tsx';
import { runTexts } from '../../../../shared/connectors/run-texts.pt.ts';
import { useSectionList } from '../../../../shared/resource/list-state.ts';
import { connectorSearchSchema } from '../../search.ts';
import styles from '../detail.module.css';
import type { ViewProps } from '../view-props.ts';

const RunDetail = lazy(() => import('./run-detail.tsx'));
const texts = runTexts.runs;

/** Runs of one connector, and the one that the address names. */
export default function Runs({ connector, mayRun }: ViewProps) {
  const { search, change, state } = useSectionList(connectorSearchSchema);
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
      <RunList
        title={texts.title}
        state={state}
        connectors={connector}
        onOpen={({ id }) => change({ run: id })}
        empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
      />
    </div>
  );
}
