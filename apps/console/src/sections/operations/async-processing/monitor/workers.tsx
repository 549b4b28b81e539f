import type { DataOf } from '@kianda/contract';
import { queueLatency } from '@kianda/contract/operations/tasks/dead-letters.contract';
import { flowerTaskTypes, flowerWorkerTable } from '@kianda/contract/operations/tasks/monitor.contract';
import { formatCount, formatDuration, formatMilliseconds, formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, StatusPill } from '@kianda/ui';
import { useMemo } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { monitorTexts } from './texts.pt.ts';

type Worker = DataOf<typeof flowerWorkerTable>['data'][number];
type Latency = DataOf<typeof queueLatency>['queues'][number];
type Totals = DataOf<typeof flowerTaskTypes>['totals'][number];
type Queue = Latency & { readonly totals: Totals | undefined };

const { workers: texts, queues } = monitorTexts;
const wholeNumber = { maxDecimals: 0 } as const;

/** Processes that do tasks, and how long each kind of task waits and takes. */
export function WorkersView() {
  const workers = useEndpoint(flowerWorkerTable, { query: { json: '1' } }, { refetchSeconds: 10 });
  const latency = useEndpoint(queueLatency, {}, { refetchSeconds: 30 });
  const totals = useEndpoint(flowerTaskTypes, {}, { refetchSeconds: 30 }).sourced?.value.totals;
  const byName = useMemo(() => new Map(totals?.map((one) => [one.name, one])), [totals]);
  const hours = latency.sourced?.value.hours;
  return (
    <>
      <Panel
        id="processos"
        title={texts.title}
        description={texts.note}
        source={workers}
        isEmpty={({ data }) => data.length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
        flush
      >
        {({ data }) => (
          <DataTable
            id="processos"
            label={texts.title}
            columns={workerColumns}
            rows={data}
            rowId={({ hostname, heartbeats }) => `${hostname} ${heartbeats[0] ?? ''}`}
          />
        )}
      </Panel>
      <Panel
        id="filas"
        title={queues.title}
        description={hours === undefined ? undefined : queues.note(formatCount(hours, ...queues.hours))}
        source={latency}
        isEmpty={(value) => value.queues.length === 0}
        empty={<EmptyState title={queues.empty} />}
        flush
      >
        {(value) => (
          <DataTable
            id="filas"
            label={queues.title}
            columns={queueColumns}
            rows={value.queues.map((queue): Queue => ({ ...queue, totals: byName.get(queue.name) }))}
            rowId={({ name }) => name}
            initialSort="-wait-p95"
          />
        )}
      </Panel>
    </>
  );
}

const heartbeatOf = ({ heartbeats }: Worker) => {
  const last = heartbeats.at(-1);
  return last === undefined ? null : new Date(last * 1000).toISOString();
};
const loadOf = ({ loadavg }: Worker) => loadavg.map((load) => formatNumber(load, { decimals: 2 })).join(' · ');
const aliveText = ({ status }: Worker) => (status ? texts.alive : texts.silent);

const workerColumns: readonly Column<Worker>[] = [
  { id: 'name', label: texts.name, value: ({ hostname }) => hostname },
  {
    id: 'state',
    label: texts.state,
    value: aliveText,
    render: (worker) => <StatusPill tone={worker.status ? 'good' : 'bad'}>{aliveText(worker)}</StatusPill>,
    width: '120px',
  },
  { id: 'active', label: texts.active, value: ({ active }) => active, align: 'end', width: '100px' },
  { id: 'processed', label: texts.processed, value: ({ processed }) => processed, align: 'end', width: '110px' },
  { id: 'failed', label: texts.failed, value: (worker) => worker['task-failed'], align: 'end', width: '100px' },
  { id: 'load', label: texts.load, value: loadOf, align: 'end', width: '190px' },
  {
    id: 'heartbeat',
    label: texts.heartbeat,
    value: heartbeatOf,
    render: (worker) => {
      const at = heartbeatOf(worker);
      return at === null ? UNKNOWN : <RelativeTime at={at} />;
    },
    width: '130px',
  },
  { id: 'pid', label: texts.pid, value: ({ pid }) => String(pid), width: '90px', hidden: true },
];

const secondsText = (seconds: number) => (seconds < 10 ? formatMilliseconds(seconds * 1000) : formatDuration(seconds));

function seconds(id: string, label: string, value: (queue: Queue) => number | null, none: string): Column<Queue> {
  return {
    id,
    label,
    value,
    render: (queue) => {
      const given = value(queue);
      return given === null ? <abbr title={none}>{UNKNOWN}</abbr> : secondsText(given);
    },
    align: 'end',
    width: '120px',
  };
}

function total(id: 'total' | 'success' | 'failure' | 'retry', isHidden: boolean): Column<Queue> {
  return {
    id,
    label: queues[id],
    value: ({ totals }) => totals?.[id] ?? null,
    render: ({ totals }) => formatNumber(totals?.[id], wholeNumber),
    align: 'end',
    width: '110px',
    hidden: isHidden,
  };
}

const queueColumns: readonly Column<Queue>[] = [
  { id: 'task', label: queues.task, value: ({ label }) => label },
  { id: 'waiting', label: queues.waiting, value: ({ waiting }) => waiting, align: 'end', width: '90px' },
  seconds('oldest', queues.oldest, ({ oldestWaitSeconds }) => oldestWaitSeconds, queues.noWait),
  seconds('wait-p50', queues.waitP50, ({ waitP50Seconds }) => waitP50Seconds, queues.none),
  seconds('wait-p95', queues.waitP95, ({ waitP95Seconds }) => waitP95Seconds, queues.none),
  seconds('run-p50', queues.runP50, ({ runP50Seconds }) => runP50Seconds, queues.none),
  seconds('run-p95', queues.runP95, ({ runP95Seconds }) => runP95Seconds, queues.none),
  { id: 'begun', label: queues.begun, value: ({ begun }) => begun, align: 'end', width: '100px' },
  total('total', true),
  total('success', true),
  total('failure', false),
  total('retry', true),
  { id: 'name', label: queues.name, value: ({ name }) => name, hidden: true },
];
