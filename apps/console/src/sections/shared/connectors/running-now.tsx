import { cancelRun } from '@kianda/contract/ingestion/connectors/operations.contract';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { named } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import type { LiveRun } from './live-runs.ts';
import { RunProgress } from './run-progress.tsx';
import { runTexts } from './run-texts.pt.ts';
import styles from './running-now.module.css';
import { connectorAnswers } from './use-connectors.ts';

type Props = { readonly runs: readonly LiveRun[]; readonly mayCancel: boolean };

/** Runs under way, stream by stream, with the way to stop each. */
export function RunningNow({ runs, mayCancel }: Props) {
  return (
    <section className={styles.running} aria-label={runTexts.runningNow}>
      {runs.map((run) => (
        <div key={run.id} className={styles.row}>
          <span className={styles.name}>{streamTitle(run.streamId)}</span>
          <div className={styles.bar}>
            <RunProgress run={run} name={streamTitle(run.streamId)} />
          </div>
          {mayCancel ? <CancelButton runId={run.id} name={streamTitle(run.streamId)} /> : null}
        </div>
      ))}
    </section>
  );
}

/** Asks for the end of a run. */
export function CancelButton({ runId, name }: { readonly runId: string; readonly name: string }) {
  const cancel = useAction(cancelRun, connectorAnswers);
  const stop = async () => {
    const outcome = await cancel.run({ params: { runId } }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
    else notify({ tone: 'info', message: runTexts.cancelled });
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={cancel.isRunning}
      aria-label={named(runTexts.cancel, name)}
      onClick={() => void stop()}
    >
      {runTexts.cancel}
    </Button>
  );
}
