import type { FlowerTask } from '@kianda/contract/operations/tasks/monitor.contract';
import type { z } from 'zod';
import { ProviderError } from '../../core/failures.ts';
import type { HttpResponse } from '../../core/http.ts';
import { decodeText, parseJson } from '../../core/parse.ts';
import { basicAuthorization, queryText, type ServiceClient } from '../service-client.ts';
import {
  causesOf,
  type FlowerFailureCause,
  type FlowerTypeTotals,
  type FlowerWorkerRow,
  latencyOf,
  mapState,
  mapTask,
  mapWorker,
  mapWorkerRow,
  totalsOfMetrics,
  totalsOfTasks,
} from './map.ts';
import {
  callWire,
  messageWire,
  queuesWire,
  resultWire,
  tasksWire,
  taskWire,
  typesWire,
  workersWire,
  workerTableWire,
} from './wire.ts';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Tasks read at most where Flower has to be counted task by task. */
const countedTasks = 10_000;

type FlowerOptions = {
  readonly serviceClient: ServiceClient;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
};

/** The API of a Flower (2.0 or later). Throws `ProviderError`. */
export function createFlower(options: FlowerOptions) {
  const requests = createRequests(options);
  return { ...taskQueries(requests), ...workerQueries(requests), ...statistics(requests), ...commands(requests) };
}

function createRequests({ serviceClient, username, password }: FlowerOptions) {
  const headers = { accept: 'application/json', ...basicAuthorization(username, password) };

  async function send(method: 'GET' | 'POST', path: string, query: Query = {}, body = ''): Promise<HttpResponse> {
    return serviceClient.http.request({
      url: `${serviceClient.baseUrl}${path}${queryText(query)}`,
      method,
      headers,
      ...(method === 'POST' ? { body } : {}),
    });
  }

  async function get<S extends z.ZodType>(path: string, schema: S, query: Query = {}): Promise<z.output<S>> {
    return parseJson(await send('GET', path, query), schema);
  }

  return {
    send,
    get,
    async tasks(query: Query): Promise<FlowerTask[]> {
      const found = await get('/api/tasks', tasksWire, query);
      return Object.values(found).flatMap((task) => (task === null ? [] : [mapTask(task)]));
    },
  };
}

type Requests = ReturnType<typeof createRequests>;

/** Counts of each task type; task by task where Flower has no metrics, or no event yet. */
async function totalsOf({ send, tasks }: Requests): Promise<FlowerTypeTotals[]> {
  const active = await tasks({ state: 'STARTED', limit: countedTasks });
  const metrics = await send('GET', '/metrics').catch((error: unknown) => {
    if (error instanceof ProviderError && (error.failure === 'request' || error.failure === 'auth')) return null;
    throw error;
  });
  const counted = metrics === null ? null : totalsOfMetrics(decodeText(metrics), active);
  return counted ?? totalsOfTasks(await tasks({ limit: countedTasks }));
}

function taskQueries(requests: Requests) {
  const { send, get, tasks } = requests;
  return {
    tasks,
    async types(): Promise<{ names: string[]; totals: FlowerTypeTotals[] }> {
      const [{ 'task-types': names }, counts] = await Promise.all([
        get('/api/task/types', typesWire),
        totalsOf(requests),
      ]);
      return { names: names.filter((name) => name !== null), totals: counts };
    },
    task: async (id: string): Promise<FlowerTask> =>
      mapTask(await get(`/api/task/info/${encodeURIComponent(id)}`, taskWire)),
    async result(id: string) {
      const { state, result, traceback } = await get(`/api/task/result/${encodeURIComponent(id)}`, resultWire);
      return { 'task-id': id, state: mapState(state), result, ...(traceback == null ? {} : { traceback }) };
    },
    async queues() {
      const { active_queues: queues } = await get('/api/queues/length', queuesWire);
      return { active_queues: queues.map(({ name, messages }) => ({ name, messages: messages ?? 0 })) };
    },
    async revoke(id: string, query: Query): Promise<void> {
      await send('POST', `/api/task/revoke/${encodeURIComponent(id)}`, query);
    },
  };
}

function workerQueries({ get }: Requests) {
  return {
    /** Flower lists no worker until a request makes it look, so that an empty list is asked for again with `refresh`. */
    async workers(query: {
      workername?: string | undefined;
      refresh?: string | undefined;
      status?: string | undefined;
    }) {
      let found = await get('/api/workers', workersWire, query);
      if (Object.keys(found).length === 0 && query.refresh === undefined && query.status === undefined) {
        found = await get('/api/workers', workersWire, { ...query, refresh: '1' });
      }
      return Object.fromEntries(
        Object.entries(found).map(([name, worker]) => [name, typeof worker === 'boolean' ? worker : mapWorker(worker)]),
      );
    },
    workerTable: async (): Promise<FlowerWorkerRow[]> =>
      (await get('/workers', workerTableWire, { json: '1' })).data.map(mapWorkerRow),
  };
}

function commands({ send }: Requests) {
  return {
    /** Calls a task: `apply` waits for its end, `async-apply` and `send-task` do not. `body` is JSON. */
    async call(act: 'apply' | 'async-apply' | 'send-task', name: string, body: string) {
      const answer = await send('POST', `/api/task/${act}/${encodeURIComponent(name)}`, {}, body);
      const { state, ...rest } = parseJson(answer, callWire);
      return { ...rest, state: mapState(state ?? 'PENDING') };
    },
    /** A command by its path below `/api`; resolves to Flower's sentence about it. */
    async command(path: readonly string[], query: Query = {}): Promise<string> {
      const answer = await send('POST', `/api/${path.map(encodeURIComponent).join('/')}`, query);
      return parseJson(answer, messageWire).message;
    },
    metrics: async (): Promise<string> => decodeText(await send('GET', '/metrics')),
  };
}

function statistics({ send, tasks }: Requests) {
  return {
    failures: async (): Promise<FlowerFailureCause[]> =>
      causesOf(await tasks({ state: 'FAILURE', limit: countedTasks })),
    /** Waiting and running times of the tasks received in the last `hours`. */
    async latency(hours: number, nowMs: number) {
      // `YYYY-MM-DD HH:MM`, in UTC.
      const since = new Date(nowMs - hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
      return latencyOf(await tasks({ received_start: since, limit: countedTasks }), nowMs);
    },
    healthcheck: async (): Promise<string> => decodeText(await send('GET', '/healthcheck')),
  };
}
