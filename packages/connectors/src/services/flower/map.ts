import type { DataOf } from '@kianda/contract';
import type { queueLatency } from '@kianda/contract/operations/tasks/dead-letters.contract';
import {
  type FlowerTask,
  type flowerTaskTypes,
  type flowerWorkerRowSchema,
  taskStates,
} from '@kianda/contract/operations/tasks/monitor.contract';
import type { z } from 'zod';
import type { taskWire, workerRowWire, workerWire } from './wire.ts';

export type FlowerTypeTotals = DataOf<typeof flowerTaskTypes>['totals'][number];
export type FlowerWorkerRow = z.output<typeof flowerWorkerRowSchema>;

/** Celery lets programs invent states: all of them are of tasks under way. */
export function mapState(state: string | null | undefined): FlowerTask['state'] {
  return taskStates.find((known) => known === state) ?? (state == null ? 'PENDING' : 'STARTED');
}

/** A task, with null for fields that Flower left out. */
export function mapTask(wire: z.output<typeof taskWire>): FlowerTask {
  const instants = [wire.timestamp, wire.succeeded, wire.failed, wire.started, wire.received, wire.sent];
  return {
    uuid: wire.uuid,
    name: wire.name ?? null,
    state: mapState(wire.state),
    args: asText(wire.args),
    kwargs: asText(wire.kwargs),
    result: asText(wire.result),
    exception: wire.exception ?? null,
    traceback: wire.traceback ?? null,
    received: wire.received ?? null,
    sent: wire.sent ?? null,
    started: wire.started ?? null,
    succeeded: wire.succeeded ?? null,
    failed: wire.failed ?? null,
    retried: wire.retried ?? null,
    revoked: wire.revoked ?? null,
    rejected: wire.rejected ?? null,
    timestamp: instants.find((instant) => instant != null) ?? 0,
    runtime: wire.runtime ?? null,
    eta: wire.eta ?? null,
    expires: wire.expires == null ? null : String(wire.expires),
    retries: wire.retries ?? null,
    clock: wire.clock ?? null,
    client: wire.client ?? null,
    exchange: wire.exchange ?? null,
    routing_key: wire.routing_key ?? null,
    worker: wire.worker ?? null,
    root_id: wire.root_id ?? null,
    parent_id: wire.parent_id ?? null,
  };
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function mapWorker(wire: z.output<typeof workerWire>) {
  const { stats } = wire;
  const processes = stats?.pool?.processes;
  return {
    active_queues: (wire.active_queues ?? []).map(({ name }) => ({ name })),
    conf: {},
    registered: wire.registered ?? [],
    stats: {
      broker: { transport: stats?.broker?.transport ?? '' },
      pool: {
        'max-concurrency': stats?.pool?.['max-concurrency'] ?? 0,
        processes: Array.isArray(processes) ? processes : [],
      },
      prefetch_count: stats?.prefetch_count ?? 0,
      total: stats?.total ?? {},
      pid: stats?.pid ?? 0,
      uptime: stats?.uptime ?? 0,
    },
    timestamp: wire.timestamp ?? 0,
    // Their arguments may be anything that a program was given.
    active: (wire.active ?? []).map(({ id, name }) => ({ id: id ?? null, name: name ?? null })),
    reserved: (wire.reserved ?? []).map(({ id, name }) => ({ id, name })),
    scheduled: (wire.scheduled ?? []).map(({ eta, priority }) => ({ eta, priority })),
    revoked: (wire.revoked ?? []).map(String),
  };
}

export function mapWorkerRow(wire: z.output<typeof workerRowWire>): FlowerWorkerRow {
  return {
    hostname: wire.hostname,
    pid: wire.pid ?? 0,
    freq: wire.freq ?? 0,
    heartbeats: wire.heartbeats ?? [],
    clock: wire.clock ?? 0,
    active: wire.active ?? 0,
    processed: wire.processed ?? 0,
    loadavg: wire.loadavg ?? [],
    sw_ident: wire.sw_ident ?? '',
    sw_ver: wire.sw_ver ?? '',
    sw_sys: wire.sw_sys ?? '',
    status: wire.status ?? false,
    'task-received': wire['task-received'] ?? 0,
    'task-succeeded': wire['task-succeeded'] ?? 0,
    'task-failed': wire['task-failed'] ?? 0,
    'task-retried': wire['task-retried'] ?? 0,
  };
}

const counted = {
  'task-received': 'total',
  'task-succeeded': 'success',
  'task-failed': 'failure',
  'task-retried': 'retry',
} as const;

/**
 * Totals by task of Flower's Prometheus text: `flower_events_total{task="a.b",type="task-failed",worker="celery@x"} 3.0`.
 * Counted since Flower began. Null when the text has no such series.
 */
export function totalsOfMetrics(prometheus: string, active: readonly FlowerTask[]): FlowerTypeTotals[] | null {
  const totals = new Map<string, FlowerTypeTotals>();
  for (const [, labels = '', value = ''] of prometheus.matchAll(/^flower_events_total\{([^}]*)\}\s+(\S+)/gm)) {
    const name = /(?:^|,)task="([^"]*)"/.exec(labels)?.[1];
    const kind = /(?:^|,)type="([^"]*)"/.exec(labels)?.[1];
    const field = Object.entries(counted).find(([event]) => event === kind)?.[1];
    if (name === undefined || field === undefined || !Number.isFinite(Number(value))) continue;
    const known = totals.get(name) ?? emptyTotals(name);
    totals.set(name, { ...known, [field]: known[field] + Math.round(Number(value)) });
  }
  if (totals.size === 0) return null;
  return [...totals.values()].map((entry) => ({ ...entry, active: countActive(active, entry.name) }));
}

/** Totals by task of the tasks themselves: as far as Flower still remembers them. */
export function totalsOfTasks(tasks: readonly FlowerTask[]): FlowerTypeTotals[] {
  const names = [...new Set(tasks.flatMap(({ name }) => (name === null ? [] : [name])))];
  return names.map((name) => {
    const tasksOfType = tasks.filter((task) => task.name === name);
    const inState = (state: FlowerTask['state']) => tasksOfType.filter((task) => task.state === state).length;
    return {
      ...emptyTotals(name),
      total: tasksOfType.length,
      success: inState('SUCCESS'),
      failure: inState('FAILURE'),
      retry: tasksOfType.filter(({ retries }) => (retries ?? 0) > 0).length,
      active: countActive(tasksOfType, name),
    };
  });
}

function emptyTotals(name: string): FlowerTypeTotals {
  return { name, label: name, total: 0, success: 0, failure: 0, retry: 0, active: 0 };
}

function countActive(tasks: readonly FlowerTask[], name: string): number {
  return tasks.filter((task) => task.name === name && task.state === 'STARTED').length;
}

export type FlowerFailureCause = {
  readonly name: string;
  readonly label: string;
  readonly pattern: string;
  readonly failures: number;
  readonly lastRunId: string;
  readonly lastError: string;
  readonly lastFailedAt: string;
};

/** Failures with the same task and the same message, identifiers and numbers apart; the most frequent first. */
export function causesOf(tasks: readonly FlowerTask[]): FlowerFailureCause[] {
  const causes = new Map<string, FlowerFailureCause>();
  for (const task of tasks.filter(({ state }) => state === 'FAILURE')) {
    const lastError = task.exception ?? '';
    const pattern = lastError.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+/g, '#');
    const name = task.name ?? '';
    const lastFailedAt = new Date((task.failed ?? task.timestamp) * 1000).toISOString();
    const known = causes.get(`${name} ${pattern}`);
    const newest = known === undefined || lastFailedAt > known.lastFailedAt;
    causes.set(`${name} ${pattern}`, {
      ...(newest ? { name, label: name, pattern, lastRunId: task.uuid, lastError, lastFailedAt } : known),
      failures: (known?.failures ?? 0) + 1,
    });
  }
  return [...causes.values()].toSorted((a, b) => b.failures - a.failures);
}

type QueueLatency = DataOf<typeof queueLatency>['queues'][number];

/** Time that tasks wait (from received to started) and run, by name; seconds, of the tasks that Flower still knows. */
export function latencyOf(tasks: readonly FlowerTask[], nowMs: number): QueueLatency[] {
  const names = [...new Set(tasks.flatMap(({ name }) => (name === null ? [] : [name])))];
  return names.map((name) => {
    const tasksOfType = tasks.filter((task) => task.name === name);
    const waiting = tasksOfType.filter(({ state }) => state === 'PENDING' || state === 'RECEIVED');
    const since = waiting.flatMap(({ received }) => (received === null ? [] : [received]));
    const waits = tasksOfType.flatMap(({ received, started }) =>
      received === null || started === null ? [] : [Math.max(0, started - received)],
    );
    const runs = tasksOfType.flatMap(({ runtime }) => (runtime === null ? [] : [runtime]));
    return {
      name,
      label: name,
      waiting: waiting.length,
      oldestWaitSeconds: since.length === 0 ? null : Math.max(0, nowMs / 1000 - Math.min(...since)),
      begun: waits.length,
      waitP50Seconds: percentile(waits, 0.5),
      waitP95Seconds: percentile(waits, 0.95),
      runP50Seconds: percentile(runs, 0.5),
      runP95Seconds: percentile(runs, 0.95),
    };
  });
}

/** Nearest rank; null of none. */
function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
