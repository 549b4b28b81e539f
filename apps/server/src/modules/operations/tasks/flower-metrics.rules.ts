import { type JobRunStatistics, type JobWorkerProcess, runtimeBounds } from '../../../platform/jobs/jobs.ts';
import { nodeName } from './flower.rules.ts';

/** Flower's names of the outcomes of a run, by the count that holds them. */
const events = {
  started: 'task-started',
  retried: 'task-retried',
  succeeded: 'task-succeeded',
  failed: 'task-failed',
  cancelled: 'task-revoked',
} as const;

type Labels = Readonly<Record<string, string>>;

/** A sample in Prometheus' text format; values of labels escape `\`, `"` and line ends. */
function sample(name: string, labels: Labels, value: number): string {
  const written = Object.entries(labels).map(
    ([label, text]) => `${label}="${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return `${name}{${written.join(',')}} ${value}`;
}

function family(name: string, type: 'counter' | 'gauge' | 'histogram', help: string, samples: string[]): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples];
}

/**
 * Tasks and processes in Prometheus' text format 0.0.4, under the names of Flower 2 (`docs/prometheus-integration.rst`).
 * Counters begin with their process, as Flower's do.
 */
export function flowerMetricsText(
  statistics: readonly JobRunStatistics[],
  workers: readonly JobWorkerProcess[],
): string {
  const labelsOf = ({ name, worker }: JobRunStatistics): Labels => ({ task: name, worker: nodeName(worker) });
  const counted = statistics.flatMap((row) =>
    Object.entries(events).map(([count, type]) =>
      sample('flower_events_total', { ...labelsOf(row), type }, row[count as keyof typeof events]),
    ),
  );
  const runtimes = statistics.flatMap((row) => [
    ...runtimeBounds.map((bound, index) =>
      sample('flower_task_runtime_seconds_bucket', { ...labelsOf(row), le: String(bound) }, row.atMost[index] ?? 0),
    ),
    sample('flower_task_runtime_seconds_bucket', { ...labelsOf(row), le: '+Inf' }, row.succeeded),
    sample('flower_task_runtime_seconds_sum', labelsOf(row), row.runtimeSeconds),
    sample('flower_task_runtime_seconds_count', labelsOf(row), row.succeeded),
  ]);
  const ofWorkers = (name: string, value: (worker: JobWorkerProcess) => number) =>
    workers.map((worker) => sample(name, { worker: nodeName(worker.name) }, value(worker)));
  const executing = 'flower_worker_number_of_currently_executing_tasks';
  return [
    ...family('flower_events_total', 'counter', 'Number of events', counted),
    ...family('flower_task_runtime_seconds', 'histogram', 'Task runtime', runtimes),
    ...family(
      'flower_worker_online',
      'gauge',
      'Worker online status',
      ofWorkers('flower_worker_online', ({ alive }) => (alive ? 1 : 0)),
    ),
    ...family(
      executing,
      'gauge',
      'Number of tasks currently executing at a worker',
      ofWorkers(executing, ({ active }) => active),
    ),
    '',
  ].join('\n');
}
