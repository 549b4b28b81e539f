import { allows } from '@kianda/contract';
import {
  cancelAnalysis,
  createAnalysis,
  exportAnalyses,
  listAnalyses,
} from '@kianda/contract/space/spatial/analyses.contract';
import { analysisResource } from '@kianda/contract/space/spatial/analyses.resource';
import { type AnalysisSummary, analysisStates } from '@kianda/contract/space/spatial/analysis-results';
import { formatQuantity } from '@kianda/format';
import { type Column, EmptyState, named, StatusPill } from '@kianda/ui';
import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import type { ListState } from '../../../shared/resource/list-state.ts';
import { ResourceList } from '../../../shared/resource/resource-list.tsx';
import type { OpenMade } from '../../../shared/spatial/analysis-form.tsx';
import { stateTones } from '../../../shared/spatial/state-tones.ts';
import { analysisAnswers, isUnderWay } from '../../../shared/spatial/use-analyses.ts';
import { ChainsPanel } from '../chains/chains-panel.tsx';
import styles from '../page.module.css';
import { listTexts as texts } from '../texts.pt.ts';
import { pace } from '../use-summary.ts';
import { BatchesPanel } from './batches-panel.tsx';
import { CreateButtons } from './create-buttons.tsx';
import { SchedulesPanel } from './schedules-panel.tsx';

/** While an analysis runs, the list is asked for this often. */
const runningSeconds = 3;

type Props = { readonly state: ListState; readonly onOpen: OpenMade };

/** Buttons that create analyses, and every analysis that the account may read. */
export default function AnalysesTab({ state, onOpen }: Props) {
  const { role } = useAccount();
  const refetchSeconds = usePace();
  const mayRun = allows(createAnalysis.access, role);
  const act: Column<AnalysisSummary> = {
    id: 'act',
    label: texts.act,
    render: (row) => (mayRun && row.isManageable && isUnderWay(row) ? <Cancel row={row} /> : null),
  };
  return (
    <div className={styles.stack}>
      {mayRun ? <CreateButtons onOpen={onOpen} /> : null}
      <ResourceList
        list={analysisResource}
        endpoint={listAnalyses}
        file={exportAnalyses}
        state={state}
        refetchSeconds={refetchSeconds}
        title={texts.title}
        description={() => texts.text}
        rowId={({ id }) => id}
        cells={{
          name: ({ id, name, createdAt }) => (
            <Anchor
              component="button"
              type="button"
              ta="start"
              aria-label={named(name, createdAt)}
              onClick={() => onOpen(id)}
            >
              {name}
            </Anchor>
          ),
          status: (row) => <State row={row} />,
        }}
        columns={[act]}
        empty={<EmptyState title={texts.empty} />}
      />
      <ChainsPanel onOpen={(id) => onOpen(id, 'chain')} />
      <BatchesPanel onOpen={(id) => onOpen(id, 'batch')} />
      <SchedulesPanel onOpen={onOpen} />
    </div>
  );
}

/** Often while something runs, at the specification's pace otherwise. */
function usePace(): number {
  const [isBusy, setBusy] = useState(false);
  const running = useEndpoint(
    listAnalyses,
    { query: { states: 'running,pending', page: 1, pageSize: 10, sort: 'created', order: 'desc' } },
    { refetchSeconds: isBusy ? runningSeconds : 30 },
  );
  const now = (running.sourced?.value.total ?? 0) > 0;
  if (now !== isBusy) setBusy(now);
  return now ? runningSeconds : pace.refetchSeconds;
}

const hundred = 100;

function State({ row: { status, progress } }: { readonly row: AnalysisSummary }) {
  const share =
    status === 'running' && progress !== null
      ? ` · ${formatQuantity(progress * hundred, '%', { maxDecimals: 0 })}`
      : '';
  return (
    <StatusPill tone={stateTones[status]}>
      {analysisStates[status]}
      {share}
    </StatusPill>
  );
}

function Cancel({ row: { id, name } }: { readonly row: AnalysisSummary }) {
  const { run, isRunning } = useAction(cancelAnalysis, analysisAnswers);
  const stop = async () => {
    const outcome = await run({ params: { id } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'info', message: texts.cancelled });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={isRunning}
      aria-label={named(texts.cancel, name)}
      onClick={() => void stop()}
    >
      {texts.cancel}
    </Button>
  );
}
