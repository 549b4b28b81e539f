import type { CsvValue } from '@kianda/contract/core/csv';
import type { IngestJob } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { formatBytes, formatDuration } from '@kianda/format';
import { type Column, DataTable, RelativeTime } from '@kianda/ui';
import { useMemo } from 'react';
import { runTexts, triggerWord } from './run-texts.pt.ts';
import { RunStatus } from './status.tsx';
import { connectorStateTexts } from './texts.pt.ts';

const texts = runTexts.runs;

const started: Column<IngestJob> = {
  id: 'started',
  label: texts.started,
  value: (job) => job.startTime,
  render: (job) => (job.startTime === null ? texts.notStarted : <RelativeTime at={job.startTime} />),
};
const source: Column<IngestJob> = { id: 'connector', label: texts.connector, value: (job) => job.connectorName };
const further: readonly Column<IngestJob>[] = [
  { id: 'stream', label: texts.stream, value: (job) => job.stream },
  {
    id: 'status',
    label: texts.status,
    value: (job) => connectorStateTexts.runStatus[job.status],
    render: (job) => <RunStatus status={job.status} />,
  },
  {
    id: 'records',
    label: texts.records,
    value: (job) => job.recordsProcessed,
    align: 'end',
  },
  { id: 'written', label: texts.written, value: (job) => job.recordsWritten, align: 'end', hidden: true },
  { id: 'duplicates', label: texts.duplicates, value: (job) => job.recordsDuplicate, align: 'end', hidden: true },
  { id: 'rejected', label: texts.rejected, value: (job) => job.recordsRejected, align: 'end' },
  {
    id: 'duration',
    label: texts.duration,
    value: (job) => job.duration,
    render: (job) => formatDuration(job.duration),
    align: 'end',
  },
  { id: 'bytes', label: texts.bytes, value: (job) => job.bytes, render: (job) => formatBytes(job.bytes), align: 'end' },
  { id: 'mode', label: texts.mode, value: (job) => texts.modes[job.mode] },
  { id: 'trigger', label: texts.trigger, value: (job) => triggerWord(job.trigger), hidden: true },
  { id: 'requests', label: texts.requests, value: (job) => job.requests, align: 'end', hidden: true },
  { id: 'throttled', label: texts.throttled, value: (job) => job.throttled, align: 'end', hidden: true },
  {
    id: 'errorClass',
    label: texts.errorClass,
    value: (job) => (job.errorClass === null ? null : failureWord(job.errorClass)),
    hidden: true,
  },
  { id: 'message', label: texts.message, value: (job) => job.errors[0] ?? job.message, hidden: true },
];

/** Class of an error, in words; as it is where the server knows more classes. */
export function failureWord(failure: string): string {
  const words: Readonly<Record<string, string>> = texts.errorClasses;
  return words[failure] ?? failure;
}

type Props = {
  readonly id: string;
  readonly jobs: readonly IngestJob[];
  readonly onOpen?: (job: IngestJob) => void;
  readonly csvNotes?: () => readonly (readonly CsvValue[])[];
  /** Runs of several connectors: each row names its own. */
  readonly isMixed?: boolean;
  readonly height?: string;
};

/** Runs with what each brought, newest first. */
export function JobTable({ id, jobs, onOpen, csvNotes, isMixed = false, height }: Props) {
  const columns = useMemo(() => (isMixed ? [source, started, ...further] : [started, ...further]), [isMixed]);
  return (
    <DataTable
      id={id}
      label={texts.title}
      columns={columns}
      rows={jobs}
      rowId={(job) => job.id}
      csvNotes={csvNotes}
      height={height ?? '560px'}
      {...(onOpen === undefined ? {} : { onOpenRow: onOpen })}
    />
  );
}
