import type { IngestJob, IngestRun } from '@kianda/contract/ingestion/connectors/runs.resource';
import type { Connector, ConnectorList } from './fallback.ts';

/** A connector as the server gives it. */
export function connector(change: Partial<Connector> = {}): Connector {
  return {
    id: 'obis',
    name: 'OBIS',
    provider: 'Ocean Biodiversity Information System',
    description: 'Ocorrências de espécies marinhas.',
    type: 'international',
    source: 'obis',
    status: 'active',
    statusReason: null,
    simulated: true,
    baseUrl: 'http://obis.test/v3',
    schedule: '0 */6 * * *',
    timeoutSeconds: 300,
    licence: 'CC BY-NC',
    citation: 'OBIS (2026)',
    homepage: 'https://obis.org',
    formatWitness: { kind: 'recorded', sources: ['iobis/pyobis'], newest: '2025-08-31' },
    lastRun: '2026-08-31T08:00:00.000Z',
    lastSuccess: '2026-08-31T08:00:00.000Z',
    nextRun: '2026-08-31T12:00:00.000Z',
    recordsProcessed: 1_000,
    recordsRejected: 3,
    failedRuns: 0,
    endedRuns: 12,
    hasDelivered: true,
    errorRate: 0.3,
    freshnessLimitHours: 192,
    freshnessBy: 'retrieval',
    newestObservation: '2026-08-31T07:00:00.000Z',
    currentAt: '2026-08-31T08:00:00.000Z',
    fresh: true,
    freshness: 'fresh',
    streams: [stream()],
    errorCount: 3,
    config: { api_endpoint: 'http://obis.test/v3' },
    paused: false,
    credentials: [{ name: 'token', isSet: true, required: true }],
    openDrifts: 0,
    ...change,
  };
}

/** A stream of a connector, in order. */
export function stream(change: Partial<Connector['streams'][number]> = {}): Connector['streams'][number] {
  return {
    id: 'occurrences',
    cursor: { after: 7 },
    backfill: null,
    newestObservation: '2026-08-31T07:00:00.000Z',
    currentAt: '2026-08-31T08:00:00.000Z',
    freshnessLimitHours: 192,
    freshness: 'fresh',
    circuit: 'closed',
    nextProbe: null,
    consecutiveFailures: 0,
    ...change,
  };
}

export function list(connectors: readonly Connector[]): ConnectorList {
  const count = (type: Connector['type']) => connectors.filter((connector) => connector.type === type).length;
  return {
    connectors: [...connectors],
    by_type: { international: count('international'), regional: count('regional'), national: count('national') },
    error_rate: null,
  };
}

export function job(change: Partial<IngestJob> = {}): IngestJob {
  return {
    id: '11111111-1111-4111-8111-111111111111',
    connectorId: 'obis',
    connectorName: 'OBIS',
    stream: 'occurrences',
    mode: 'incremental',
    trigger: 'cron',
    status: 'succeeded',
    startTime: '2026-08-31T08:00:00.000Z',
    endTime: '2026-08-31T08:00:40.000Z',
    duration: 40,
    recordsProcessed: 1_000,
    recordsWritten: 990,
    recordsDuplicate: 10,
    recordsRejected: 3,
    requests: 12,
    bytes: 2_000_000,
    throttled: 0,
    errors: [],
    errorClass: null,
    resumesAt: null,
    progress: 1,
    message: '1000 registos gravados',
    ...change,
  };
}

/** A run as the list of all has it. */
export function run(change: Partial<IngestRun> = {}): IngestRun {
  return {
    ...job(),
    createdAt: '2026-08-31T07:59:00.000Z',
    licence: 'CC BY-NC',
    citation: 'OBIS (2026)',
    simulated: true,
    ...change,
  };
}

/** A page of a list of runs. */
export const pageOfRuns = (data: readonly IngestRun[], change: object = {}) => ({
  ...{ data, total: data.length, page: 1, pageSize: 50, hasNext: false, hasPrev: false },
  ...change,
});

/** A quality report with one rule that failed. */
export const quality = {
  overall_score: 98.4,
  data_completeness: 99,
  accuracy_score: 97,
  timeliness_score: 100,
  issues_detected: 1,
  recommendations: ['OBIS: rever «Data não posterior ao presente».'],
  rules: [
    {
      connectorId: 'obis',
      connectorName: 'OBIS',
      rule: 'date_not_future',
      label: 'Data não posterior ao presente',
      dimension: 'accuracy',
      evaluated: 1_000,
      failing: 3,
      mostly: 1,
      passed: false,
      samples: [{ eventDate: '2127-01-01' }],
      basis: 'stored',
      evaluatedAt: '2026-08-31T08:00:40.000Z',
    },
  ],
};
