import { runDetail } from '@kianda/contract/connectors/operations.contract';
import {
  FactList,
  formatBytes,
  formatDuration,
  formatInstant,
  formatNumber,
  Panel,
  PanelGrid,
  RelativeTime,
  usePreferences,
} from '@kianda/ui';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import type { Connector } from '../../api/fallback.ts';
import { CodeBox } from '../../components/code-box.tsx';
import { failureWord, triggerWord } from '../../components/job-table.tsx';
import { RunStatus } from '../../components/status.tsx';
import styles from '../detail.module.css';
import { CancelButton } from '../running-now.tsx';
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
      title={texts.title(run?.stream ?? '…')}
      source={detail}
      footer={run === undefined ? undefined : `${run.licence} · ${run.citation}`}
      actions={
        <>
          {mayRun && isActive ? <CancelButton runId={runId} /> : null}
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
  const { timeZone } = usePreferences();
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
            [detailTexts.runs.status, <RunStatus key="status" status={run.status} />],
            [
              detailTexts.runs.started,
              run.startTime === null ? detailTexts.runs.notStarted : <RelativeTime key="start" at={run.startTime} />,
            ],
            [detailTexts.runs.duration, formatDuration(run.duration)],
            [detailTexts.runs.mode, detailTexts.runs.modes[run.mode]],
            [detailTexts.runs.trigger, triggerWord(run.trigger)],
            [detailTexts.runs.records, count(run.recordsProcessed)],
            [detailTexts.runs.written, count(run.recordsWritten)],
            [texts.duplicates, count(run.duplicates)],
            [detailTexts.runs.rejected, count(run.recordsRejected)],
          ]}
        />
        <FactList
          items={[
            [texts.pages, count(run.pages)],
            [detailTexts.runs.requests, count(run.requests)],
            [detailTexts.runs.bytes, formatBytes(run.bytes)],
            [detailTexts.runs.throttled, count(run.throttled)],
            [texts.retries, count(run.retries)],
            [texts.attempt, count(run.attempt)],
            ...(run.resumesAt === null
              ? []
              : ([[detailTexts.runs.resumes, <RelativeTime key="resumes" at={run.resumesAt} />]] as const)),
            ...(run.failure === null && run.errorClass === null
              ? []
              : ([[texts.failure, failureWord(run.failure ?? run.errorClass ?? '')]] as const)),
            ...(run.windowFrom === null
              ? []
              : ([
                  [
                    texts.window,
                    `${formatInstant(run.windowFrom, timeZone)} – ${formatInstant(run.windowTo, timeZone)}`,
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
