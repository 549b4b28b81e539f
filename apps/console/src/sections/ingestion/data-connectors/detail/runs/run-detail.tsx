import { runDetail } from '@kianda/contract/ingestion/connectors/operations.contract';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { formatBytes, formatDuration, formatNumber } from '@kianda/format';
import { FactList, Instant, Panel, PanelGrid, RelativeTime } from '@kianda/ui';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { CodeBox } from '../../../../shared/code-box.tsx';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import { failureWord, runTexts, triggerWord } from '../../../../shared/connectors/run-texts.pt.ts';
import { CancelButton } from '../../../../shared/connectors/running-now.tsx';
import { RunStatus } from '../../../../shared/connectors/status.tsx';
import styles from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';
import { RawPages } from './raw-pages.tsx';
import type { RunAnswer } from './run-answer.ts';
import { RunLog } from './run-log.tsx';

const texts = detailTexts.run;

type Props = {
  readonly runId: string;
  readonly connector: Connector;
  readonly mayRun: boolean;
  readonly onClose: () => void;
};

/** One run: counters, cursor before and after, its log, and the pages as the provider sent them. */
export default function RunDetail({ runId, connector, mayRun, onClose }: Props) {
  const detail = useEndpoint(runDetail, { params: { runId } }, { refetchSeconds: 10, staleSeconds: 60 });
  const run = detail.sourced?.value.run;
  const isActive = run?.status === 'running' || run?.status === 'queued' || run?.status === 'waiting_provider';
  return (
    <Panel
      title={texts.title(run === undefined ? '…' : streamTitle(run.stream))}
      source={detail}
      footer={run === undefined ? undefined : `${run.licence} · ${run.citation}`}
      actions={
        <>
          {mayRun && isActive ? (
            <CancelButton runId={runId} name={texts.title(run === undefined ? '…' : streamTitle(run.stream))} />
          ) : null}
          <ActionIcon variant="subtle" color="gray" aria-label={texts.close} onClick={onClose}>
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </>
      }
    >
      {(value) => (
        <div className={styles.stack}>
          <RunFacts run={value.run} />
          <RunLog run={value.run} log={value.log} connector={connector} />
          <RawPages runId={runId} pages={value.rawPages} connector={connector} />
        </div>
      )}
    </Panel>
  );
}

function RunFacts({ run }: { readonly run: RunAnswer['run'] }) {
  const count = (value: number) => formatNumber(value, { maxDecimals: 0 });
  const error = run.errors[0];
  return (
    <>
      {error === undefined ? null : (
        <p className={styles.failure} role="note">
          {error}
        </p>
      )}
      <PanelGrid minWidth={280}>
        <FactList
          items={[
            [runTexts.runs.status, <RunStatus key="status" status={run.status} />],
            [
              runTexts.runs.started,
              run.startTime === null ? runTexts.runs.notStarted : <RelativeTime key="start" at={run.startTime} />,
            ],
            [runTexts.runs.duration, formatDuration(run.duration)],
            [runTexts.runs.mode, runTexts.runs.modes[run.mode]],
            [runTexts.runs.trigger, triggerWord(run.trigger)],
            [runTexts.runs.records, count(run.recordsProcessed)],
            [runTexts.runs.written, count(run.recordsWritten)],
            [texts.duplicates, count(run.duplicates)],
            [runTexts.runs.rejected, count(run.recordsRejected)],
          ]}
        />
        <FactList
          items={[
            [texts.pages, count(run.pages)],
            [runTexts.runs.requests, count(run.requests)],
            [runTexts.runs.bytes, formatBytes(run.bytes)],
            [runTexts.runs.throttled, count(run.throttled)],
            [texts.retries, count(run.retries)],
            [texts.attempt, count(run.attempt)],
            ...(run.resumesAt === null
              ? []
              : ([[runTexts.runs.resumes, <RelativeTime key="resumes" at={run.resumesAt} />]] as const)),
            ...(run.failure === null && run.errorClass === null
              ? []
              : ([[texts.failure, failureWord(run.failure ?? run.errorClass ?? '')]] as const)),
            ...(run.windowFrom === null
              ? []
              : ([
                  [
                    texts.window,
                    <span key="window">
                      <Instant at={run.windowFrom} /> – <Instant at={run.windowTo} />
                    </span>,
                  ],
                ] as const)),
            [texts.provider, run.simulated ? texts.simulated : texts.real],
            [texts.codeVersion, run.codeVersion],
          ]}
        />
      </PanelGrid>
      <Cursor label={texts.cursorBefore} value={run.cursorBefore} />
      <Cursor label={texts.cursorAfter} value={run.cursorAfter} />
    </>
  );
}

function Cursor({ label, value }: { readonly label: string; readonly value: unknown }) {
  if (value === null || value === undefined) {
    return (
      <p className={styles.note}>
        {label}: {texts.none}
      </p>
    );
  }
  return (
    <details className={styles.details}>
      <summary>{label}</summary>
      <CodeBox label={label} text={JSON.stringify(value, null, 2)} />
    </details>
  );
}
