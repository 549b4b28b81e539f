import { formatPlainNumber } from '@kianda/format';
import type { RequestMetrics } from '../../../platform/http/request-metrics.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { HealthCheck } from '../../../platform/module.ts';

/** Share of requests answered without a server fault, over five minutes. */
export function apiCheck(requests: RequestMetrics): HealthCheck {
  return {
    id: 'admin-api',
    label: 'Admin API',
    async check() {
      const window = requests.window();
      if (window === null) return { state: 'online', detail: 'Sem pedidos nos últimos 5 minutos', latencyMs: null };
      const share = formatPlainNumber(window.errorShare * 100, { maxDecimals: 2 });
      return {
        state: window.errorShare >= 0.05 ? 'warning' : 'online',
        detail: `${window.requests} pedidos em 5 min, ${share} % com erro`,
        latencyMs: window.p95Ms,
      };
    },
  };
}

/** The queue answers, and how much waits in it. */
export function queueCheck(queue: Pick<JobQueue, 'list'>): HealthCheck {
  return {
    id: 'tasks',
    label: 'Fila de tarefas',
    async check() {
      const startedMs = performance.now();
      const recent = await queue.list({ limit: 100 });
      const active = recent.filter((run) => run.state === 'queued' || run.state === 'running').length;
      return {
        state: 'online',
        detail: `${active} ${active === 1 ? 'tarefa' : 'tarefas'} em curso ou em espera`,
        latencyMs: performance.now() - startedMs,
      };
    },
  };
}

/** A page that is asked for as a browser would. */
export type CheckedPage = { readonly id: string; readonly label: string; readonly url: string };

export function pageCheck({ id, label, url }: CheckedPage): HealthCheck {
  return {
    id,
    label,
    async check(signal) {
      const startedMs = performance.now();
      const response = await fetch(url, { signal });
      await response.body?.cancel();
      const latencyMs = performance.now() - startedMs;
      if (response.ok) return { state: 'online', detail: 'Responde', latencyMs };
      return { state: response.status >= 500 ? 'offline' : 'warning', detail: `HTTP ${response.status}`, latencyMs };
    },
  };
}
