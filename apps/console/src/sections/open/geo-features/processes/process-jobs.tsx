import type { DataOf } from '@kianda/contract';
import {
  dismissProcessJob,
  listProcessJobs,
  processJobResults,
} from '@kianda/contract/open/features/processes.contract';
import { formatInstant, type TimeZone } from '@kianda/format';
import {
  type Column,
  DataTable,
  Dialog,
  EmptyState,
  named,
  Panel,
  RelativeTime,
  StatusPill,
  type StatusTone,
  usePreferences,
} from '@kianda/ui';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import styles from '../page.module.css';
import { processTexts as texts } from '../texts.pt.ts';
import { ProcessResult } from './process-form.tsx';

type Job = DataOf<typeof listProcessJobs>['jobs'][number];
const refreshed = [listProcessJobs] as const;
const tones: Readonly<Record<Job['status'], StatusTone>> = {
  accepted: 'info',
  running: 'info',
  successful: 'good',
  failed: 'bad',
  dismissed: 'unknown',
};
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const isOpen = ({ status }: Job) => status === 'accepted' || status === 'running';

type Asked = { readonly job: Job; readonly act: 'see' | 'dismiss' };

/** Analyses in the background: their state, their results, and the way to give one up. */
export function ProcessJobs({ titles }: { readonly titles: ReadonlyMap<string, string> }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const jobs = useEndpoint(listProcessJobs, { query: { limit: '50' } }, { refetchSeconds: 5 });
  const { timeZone } = usePreferences();
  const columns = useMemo(() => columnsOf({ titles, timeZone, ask: setAsked }), [titles, timeZone]);
  const title = titles.get(textOf(asked?.job.processID)) ?? textOf(asked?.job.processID);
  return (
    <Panel
      id="execucoes"
      title={texts.jobs}
      description={texts.jobsNote}
      source={jobs}
      isEmpty={(value) => value.jobs.length === 0}
      empty={<EmptyState title={texts.noJobs}>{texts.noJobsText}</EmptyState>}
      flush
    >
      {(value) => (
        <>
          <DataTable
            id="execucoes"
            label={texts.jobs}
            columns={columns}
            rows={value.jobs}
            rowId={({ jobID }) => jobID}
          />
          {asked?.act === 'see' ? <Results job={asked.job} title={title} onClose={() => setAsked(null)} /> : null}
          {asked?.act === 'dismiss' ? <Dismiss job={asked.job} title={title} onClose={() => setAsked(null)} /> : null}
        </>
      )}
    </Panel>
  );
}

type Columns = {
  readonly titles: ReadonlyMap<string, string>;
  readonly timeZone: TimeZone;
  readonly ask: (asked: Asked) => void;
};

function columnsOf({ titles, timeZone, ask }: Columns): readonly Column<Job>[] {
  const titleOf = (job: Job) => titles.get(textOf(job.processID)) ?? textOf(job.processID);
  const nameOf = (job: Job) =>
    textOf(job.created) === ''
      ? titleOf(job)
      : `${titleOf(job)}, ${formatInstant(textOf(job.created), timeZone, true)}`;
  return [
    { id: 'process', label: texts.process, value: titleOf },
    {
      id: 'state',
      label: texts.state,
      value: ({ status }) => texts.states[status],
      render: ({ status }) => <StatusPill tone={tones[status]}>{texts.states[status]}</StatusPill>,
      width: '130px',
    },
    {
      id: 'created',
      label: texts.created,
      value: ({ created }) => textOf(created),
      render: ({ created }) => (textOf(created) === '' ? null : <RelativeTime at={textOf(created)} />),
      width: '140px',
    },
    { id: 'message', label: texts.message, value: ({ message }) => textOf(message) },
    {
      id: 'actions',
      label: texts.actions,
      render: (job) => (
        <span className={styles.row}>
          {job.status === 'successful' ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={named(texts.see, nameOf(job))}
              onClick={() => ask({ job, act: 'see' })}
            >
              {texts.see}
            </Button>
          ) : null}
          {isOpen(job) ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={named(texts.dismiss, nameOf(job))}
              onClick={() => ask({ job, act: 'dismiss' })}
            >
              {texts.dismiss}
            </Button>
          ) : null}
        </span>
      ),
      width: '140px',
    },
    { id: 'job', label: texts.job, value: ({ jobID }) => jobID, hidden: true },
  ];
}

type DialogProps = { readonly job: Job; readonly title: string; readonly onClose: () => void };

function Results({ job, title, onClose }: DialogProps) {
  const results = useEndpoint(processJobResults, { params: { jobId: job.jobID } }, { refetchSeconds: 0 });
  return (
    <Dialog onClose={onClose} title={texts.resultOf(title)}>
      <Panel title={texts.result} source={results}>
        {(value) => <ProcessResult id={job.jobID} title={title} result={value} />}
      </Panel>
    </Dialog>
  );
}

function Dismiss({ job, title, onClose }: DialogProps) {
  const { run } = useAction(dismissProcessJob, refreshed);
  const dismiss = async () => {
    const outcome = await run({ params: { jobId: job.jobID } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'info', message: texts.dismissed });
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.dismissTitle}
      body={texts.dismissBody(title)}
      confirm={texts.dismiss}
      isDangerous
      onConfirm={dismiss}
      onClose={onClose}
    />
  );
}
