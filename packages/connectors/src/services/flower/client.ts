import type { FlowerTask } from '@kianda/contract/operations/tasks/monitor.contract';
import type { z } from 'zod';
import { ProviderError } from '../../core/failures.ts';
import type { HttpResponse } from '../../core/http.ts';
import { decodeText, parseJson } from '../../core/parse.ts';
import { basicAuthorization, queryText, type ServiceReach } from '../reach.ts';
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
import { queuesWire, resultWire, tasksWire, taskWire, typesWire, workersWire, workerTableWire } from './wire.ts';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Tasks read at most where Flower has to be counted task by task. */
const countedTasks = 10_000;

/** The API of a Flower (2.0 or later). Throws `ProviderError`. */
export function createFlower(options: {
  reach: ServiceReach;
  username?: string | undefined;
  password?: string | undefined;
}) {
  const { reach } = options;
  const headers = { accept: 'application/json', ...basicAuthorization(options.username, options.password) };

  async function ask(method: 'GET' | 'POST', path: string, query: Query = {}): Promise<HttpResponse> {
    return reach.http.request({
      url: `${reach.baseUrl}${path}${queryText(query)}`,
      method,
      headers,
      ...(method === 'POST' ? { body: '' } : {}),
    });
  }
  const get = async <S extends z.ZodType>(path: string, schema: S, query: Query = {}): Promise<z.output<S>> =>
    parseJson(await ask('GET', path, query), schema);

  async function tasks(query: Query): Promise<FlowerTask[]> {
    const found = await get('/api/tasks', tasksWire, query);
    return Object.values(found).flatMap((task) => (task === null ? [] : [mapTask(task)]));
  }

  /** Flower without its metrics, or without any event yet, is counted task by task. */
  async function totals(): Promise<FlowerTypeTotals[]> {
    const active = await tasks({ state: 'STARTED', limit: countedTasks });
    const metrics = await ask('GET', '/metrics').catch((error: unknown) => {
      if (error instanceof ProviderError && (error.failure === 'request' || error.failure === 'auth')) return null;
      throw error;
    });
    const counted = metrics === null ? null : totalsOfMetrics(decodeText(metrics), active);
    return counted ?? totalsOfTasks(await tasks({ limit: countedTasks }));
  }

  return {
    tasks,
    async types(): Promise<{ names: string[]; totals: FlowerTypeTotals[] }> {
      const [{ 'task-types': names }, counts] = await Promise.all([get('/api/task/types', typesWire), totals()]);
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

    /** Flower knows nothing of its workers until somebody asks it to look: it is asked to when it tells none. */
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
        Object.entries(found).map(([name, told]) => [name, typeof told === 'boolean' ? told : mapWorker(told)]),
      );
    },
    workerTable: async (): Promise<FlowerWorkerRow[]> =>
      (await get('/workers', workerTableWire, { json: '1' })).data.map(mapWorkerRow),

    async revoke(id: string, query: Query): Promise<void> {
      await ask('POST', `/api/task/revoke/${encodeURIComponent(id)}`, query);
    },
    failures: async (): Promise<FlowerFailureCause[]> =>
      causesOf(await tasks({ state: 'FAILURE', limit: countedTasks })),
    /** Of the tasks received in the last hours. */
    async latency(hours: number, nowMs: number) {
      // `YYYY-MM-DD HH:MM`, in UTC.
      const since = new Date(nowMs - hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
      return latencyOf(await tasks({ received_start: since, limit: countedTasks }), nowMs);
    },
    healthcheck: async (): Promise<string> => decodeText(await ask('GET', '/healthcheck')),
  };
}
