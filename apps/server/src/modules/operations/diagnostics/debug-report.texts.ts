import type { DataOf } from '@kianda/contract';
import type { DebugState, failedRequests } from '@kianda/contract/operations/diagnostics/debug.contract';
import type { clientErrors } from '@kianda/contract/operations/diagnostics/logs.contract';

type Failed = DataOf<typeof failedRequests>['requests'];
type ClientErrors = DataOf<typeof clientErrors>['errors'];

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MiB`;
const duration = (value: number | null) => (value === null ? '—' : `${value.toFixed(1)} ms`);

/**
 * The state as text to send to a helper. Of settings it has names, never values; of failed requests, their first
 * line: details of an error may quote a person's input.
 */
export function reportText(at: string, state: DebugState, failed: Failed, errors: ClientErrors): string {
  const { build, runtime, realtime } = state;
  const { eventLoop, heap, pool } = runtime;
  const sections: readonly (readonly [string, readonly string[]])[] = [
    [
      'Versão',
      [
        `Kianda ${build.version} (${build.mode}; ${build.roles.join(', ')})`,
        `Node ${build.node}, V8 ${build.v8}, ${build.platform}`,
        `PostgreSQL ${build.postgres}${build.hasPostgis ? ' com PostGIS' : ''}`,
        `Páginas construídas: ${build.pagesBuiltAt ?? '—'}`,
        `Processo ${state.instance}, desde ${state.startedAt}`,
      ],
    ],
    [
      'Processo',
      [
        `Ciclo de eventos: p50 ${duration(eventLoop.p50Ms)}, p99 ${duration(eventLoop.p99Ms)}, máximo ${duration(eventLoop.maxMs)}, ocupado ${(eventLoop.utilization * 100).toFixed(0)} %`,
        `Memória: ${megabytes(heap.usedBytes)} usados de ${megabytes(heap.limitBytes)}, ${megabytes(heap.residentBytes)} residentes`,
        ...runtime.collections.map(
          ({ kind, runs, totalMs, longestMs }) =>
            `Recolha ${kind}: ${runs} vezes, ${duration(totalMs)} ao todo, a mais longa ${duration(longestMs)}`,
        ),
        `Ligações à base de dados: ${pool.open} abertas (máximo ${pool.max}), ${pool.idle} livres, ${pool.waiting} pedidos à espera`,
        `Abertos: ${runtime.handles.map(({ kind, count }) => `${kind} ${count}`).join(', ')}`,
      ],
    ],
    [
      'Tempo real',
      [
        `Ligações: ${realtime.connections ?? '—'}`,
        ...realtime.channels.map(({ channel, clients }) => `${channel}: ${clients}`),
      ],
    ],
    [
      'Fila',
      state.queue
        .filter(({ queued, running, failed: failures }) => queued + running + failures > 0)
        .map(
          ({ name, queued, running, failed: failures }) =>
            `${name}: ${queued} à espera, ${running} em curso, ${failures} falhadas`,
        ),
    ],
    [
      'Caches',
      state.caches.map(
        ({ name, entries, hits, misses }) => `${name}: ${entries} entradas, ${hits}/${hits + misses} acertos`,
      ),
    ],
    [
      'Definições mudadas (sem valores)',
      state.settings.map(
        ({ name, origin, isPending }) => `${name}: ${origin}${isPending ? ', à espera do arranque' : ''}`,
      ),
    ],
    ['Funções desligadas', state.switchedOff],
    [
      'Pedidos falhados',
      failed.map(
        ({ at: when, requestId, lines }) => `${when} ${requestId} ${lines.map(({ message }) => message).join(' · ')}`,
      ),
    ],
    ['Erros da consola', errors.map(({ lastAt, occurrences, error }) => `${lastAt} ×${occurrences} ${error}`)],
  ];
  return [
    `# Diagnóstico da Kianda, ${at}`,
    ...sections.flatMap(([title, lines]) => ['', `## ${title}`, ...(lines.length === 0 ? ['—'] : lines)]),
    '',
  ].join('\n');
}
