import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { EmptyState, FirstOf, Panel } from '@kianda/ui';
import { Button } from '@mantine/core';
import { cardSource } from '../../../shared/card-source.tsx';
import type { Connector } from '../../../shared/connectors/fallback.ts';
import type { LiveRun } from '../../../shared/connectors/live-runs.ts';
import { RunProgress } from '../../../shared/connectors/run-progress.tsx';
import { CancelButton } from '../../../shared/connectors/running-now.tsx';
import type { useJobs } from '../../../shared/connectors/use-connectors.ts';
import styles from '../../../shared/run-list.module.css';
import { ingestionTexts } from '../texts.pt.ts';

const texts = ingestionTexts.processing;
/** Runs shown at once. */
const firstRuns = 4;

type Props = {
  readonly jobs: ReturnType<typeof useJobs>;
  readonly runs: readonly LiveRun[];
  readonly connectors: readonly Connector[];
  readonly mayCancel: boolean;
  readonly onOpen: () => void;
};

/** Runs under way and waiting, with the progress they report and the way to stop each. */
export function ProcessingPanel({ jobs, runs, connectors, mayCancel, onOpen }: Props) {
  const nameOf = (id: string) => connectors.find((one) => one.id === id)?.name ?? id;
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={cardSource(jobs)}
      isEmpty={() => runs.length === 0}
      empty={
        <EmptyState
          title={texts.empty}
          action={
            <Button variant="default" onClick={onOpen}>
              {ingestionTexts.connectors}
            </Button>
          }
        >
          {texts.emptyBody}
        </EmptyState>
      }
    >
      {() => (
        <FirstOf items={runs} first={firstRuns} of={texts.title}>
          {(shown) => (
            <ul className={styles.runs}>
              {shown.map((run) => (
                <li key={run.id} className={styles.run}>
                  <div className={styles.runHead}>
                    <span className={styles.runName}>
                      {nameOf(run.connectorId)} <span className={styles.stream}>{streamTitle(run.streamId)}</span>
                    </span>
                    {mayCancel ? (
                      <CancelButton runId={run.id} name={`${nameOf(run.connectorId)} · ${streamTitle(run.streamId)}`} />
                    ) : null}
                  </div>
                  <RunProgress run={run} name={`${nameOf(run.connectorId)} · ${streamTitle(run.streamId)}`} />
                </li>
              ))}
            </ul>
          )}
        </FirstOf>
      )}
    </Panel>
  );
}
