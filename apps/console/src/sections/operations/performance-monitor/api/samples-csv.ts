import { toCsv } from '@kianda/contract/core/csv';
import type { MetricSample } from '@kianda/contract/operations/health/health.contract';
import { performanceTexts } from '../texts.pt.ts';

/** Columns of the export, with the unit in the name of each. */
const columns = [
  ['cpuPercent', 'CPU (%)'],
  ['memoryPercent', 'Memória (%)'],
  ['diskPercent', 'Disco (%)'],
  ['networkIn', 'Rede, entrada (B/s)'],
  ['networkOut', 'Rede, saída (B/s)'],
  ['activeConnections', 'Ligações ao servidor'],
  ['processMemoryBytes', 'Memória do processo (B)'],
  ['eventLoopDelayMs', 'Atraso do ciclo de eventos p99 (ms)'],
  ['databaseBytes', 'Base de dados (B)'],
  ['databaseConnections', 'Ligações à base de dados'],
  ['requestsPerSecond', 'Pedidos por segundo'],
  ['latencyP50Ms', 'Latência p50 (ms)'],
  ['latencyP95Ms', 'Latência p95 (ms)'],
  ['latencyP99Ms', 'Latência p99 (ms)'],
  ['errorRate', 'Taxa de erros (%)'],
] as const satisfies readonly (readonly [keyof MetricSample, string])[];

/** Every sample of a period, one a line, as a CSV that Portuguese spreadsheets open. */
export function samplesCsv(samples: readonly MetricSample[]): string {
  return toCsv(
    [performanceTexts.csv.time, ...columns.map(([, label]) => label)],
    samples.map((sample) => [sample.timestamp, ...columns.map(([name]) => sample[name])]),
  );
}
