import type { IngestJob } from '@kianda/contract/ingestion/connectors/connectors.contract';
import * as deadLetterContract from '@kianda/contract/ingestion/connectors/dead-letters.contract';
import * as engine from '@kianda/contract/ingestion/connectors/engine.contract';
import { backfillCost } from '@kianda/contract/ingestion/connectors/history-cost.contract';
import * as contract from '@kianda/contract/ingestion/connectors/operations.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { nowIso } from '../../../../platform/clock/clock.ts';
import { type Bindings, bind, type Principal } from '../../../../platform/http/bind.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { ConnectorService } from '../connectors.service.ts';
import { errorRateOf } from '../connectors-summary.rules.ts';
import type { DriftService } from '../drift/drift.service.ts';
import type { RejectedRows } from '../rejected-rows/rejected-rows.service.ts';
import type { ConnectorRetentionService } from '../retention/retention.service.ts';
import { jobOf } from '../runs/run-view.ts';
import type { ConnectorOperations } from './operations.service.ts';
import type { Actor } from './operations.types.ts';
import type { Trace } from './trace.service.ts';

export type OperationsParts = {
  readonly operations: ConnectorOperations;
  readonly service: ConnectorService;
  readonly rejectedRows: RejectedRows;
  readonly drift: DriftService;
  readonly retention: ConnectorRetentionService;
  readonly trace: Trace;
  readonly clock: Clock;
};

export function operationsBindings(parts: OperationsParts): Bindings {
  return [
    ...connectorBindings(parts),
    ...runBindings(parts),
    ...settingBindings(parts),
    ...historyBindings(parts),
    ...rejectedRowBindings(parts),
    ...driftBindings(parts),
    ...insightBindings(parts),
  ];
}

/** An answer whose origin is the platform itself. */
const answersAt =
  (clock: Clock) =>
  <T>(data: T) => ({ data, provenance: ownProvenance(clock) });

function connectorBindings({ operations, service, clock }: OperationsParts): Bindings {
  const answer = answersAt(clock);
  return [
    bind(contract.dataConnectors, async () => {
      const [list, configurations] = await Promise.all([service.list(), operations.configurations()]);
      const processed = list.reduce((sum, connector) => sum + connector.recordsProcessed, 0);
      const errorsOf = (connector: (typeof list)[number]) => connector.recordsRejected + connector.failedRuns;
      const errors = list.reduce((sum, connector) => sum + errorsOf(connector), 0);
      const count = (type: string) => list.filter((connector) => connector.type === type).length;
      return answer({
        connectors: list.map((connector) => ({
          ...connector,
          errorCount: errorsOf(connector),
          config: {
            provider: connector.provider,
            api_endpoint: connector.baseUrl,
            update_frequency: connector.schedule,
          },
          paused: configurations.get(connector.id)?.paused ?? false,
          credentials: configurations.get(connector.id)?.credentials ?? [],
          openDrifts: configurations.get(connector.id)?.openDrifts ?? 0,
        })),
        by_type: { international: count('international'), regional: count('regional'), national: count('national') },
        error_rate: errorRateOf(processed, errors),
      });
    }),
    bind(contract.runDataConnector, async ({ params, principal }) => ({
      ...answer({ runIds: await service.run(params.id, { mode: 'incremental' }, principal.accountId) }),
      status: 202 as const,
    })),
    bind(contract.processingJobs, async ({ query }) => answer({ jobs: await service.jobs(query) })),
  ];
}

function runBindings({ operations, service, retention, clock }: OperationsParts): Bindings {
  const answer = answersAt(clock);
  return [
    bind(contract.runDetail, async ({ params }) => {
      const { run, log, raw } = await operations.runDetail(params.runId);
      const job = jobOf(run, await service.nameOf(run.connector_id), clock.nowMs());
      return answer(runDetailView(job, run, { log, raw }));
    }),
    bind(contract.cancelRun, async (c) => answer({ cancelled: await operations.cancel(c.params.runId, actorOf(c)) })),
    bind(contract.rawPage, async ({ params }) => operations.rawBody(params.runId, params.seq)),
    bind(engine.rawRetention, async () => answer(await retention.overview())),
  ];
}

function settingBindings({ operations, clock }: OperationsParts): Bindings {
  const answer = answersAt(clock);
  return [
    bind(contract.setCursor, async (c) => {
      const { cursor = null, reason } = c.body;
      const change = { cursor, reason };
      return answer({ cursor: await operations.setCursor(c.params.id, c.params.stream, change, actorOf(c)) });
    }),
    bind(contract.setSchedule, async (c) => answer(await operations.setSchedule(c.params.id, c.body, actorOf(c)))),
    bind(contract.setCredentials, async (c) => {
      const set = await operations.setCredentials(c.params.id, c.body.credentials, actorOf(c));
      return answer({ set, updatedAt: nowIso(clock) });
    }),
  ];
}

function historyBindings({ operations, clock }: OperationsParts): Bindings {
  const answer = answersAt(clock);
  return [
    bind(contract.backfillGrid, async ({ params }) => {
      const windows = await operations.backfill(params.id);
      return answer({
        windows: windows.map((window) => ({
          stream: window.stream_id,
          from: window.from_at.toISOString(),
          to: window.to_at.toISOString(),
          state: window.state,
          attempts: window.attempts,
          error: window.error,
          runId: window.run_id,
        })),
      });
    }),
    bind(contract.planBackfill, async (c) =>
      answer({ planned: await operations.planBackfill(c.params.id, c.body, actorOf(c)) }),
    ),
    bind(backfillCost, async ({ params, query }) => answer(await operations.backfillCost(params.id, query))),
    bind(contract.cancelBackfill, async (c) =>
      answer({ cancelled: await operations.cancelBackfill(c.params.id, c.params.stream, actorOf(c)) }),
    ),
  ];
}

function rejectedRowBindings({ rejectedRows, clock }: OperationsParts): Bindings {
  const answer = answersAt(clock);
  return [
    bind(deadLetterContract.deadLetters, async ({ params, query }) =>
      answer(await rejectedRows.list(params.id, query)),
    ),
    bind(deadLetterContract.discardDeadLetter, async (c) => {
      await rejectedRows.discard(c.params.letterId, c.body.reason, actorOf(c));
      return answer({ id: c.params.letterId, state: 'discarded' as const });
    }),
    bind(engine.replayDeadLetter, async (c) => {
      const edited = c.body.raw === undefined ? null : { row: c.body.raw };
      return answer(await rejectedRows.replayOne(c.params.letterId, edited, actorOf(c)));
    }),
    bind(engine.replayDeadLetters, async (c) => answer(await rejectedRows.replayMany(c.params.id, c.body, actorOf(c)))),
  ];
}

function driftBindings({ drift, clock }: OperationsParts): Bindings {
  const answer = answersAt(clock);
  return [
    bind(engine.connectorDrift, async ({ params }) => answer(await drift.overview(params.id))),
    bind(engine.setDriftPolicy, async (c) =>
      answer({ policy: await drift.setPolicy(c.params.id, c.body.policy, actorOf(c)) }),
    ),
    bind(engine.acknowledgeDrift, async (c) => answer(await drift.acknowledge(c.params.id, c.body, actorOf(c)))),
  ];
}

function insightBindings({ operations, trace, clock }: OperationsParts): Bindings {
  const answer = answersAt(clock);
  return [
    bind(contract.connectorActivity, async ({ params, query }) =>
      answer(await operations.activity(params.id, query.days)),
    ),
    bind(contract.testConnection, async ({ params }) => answer(await operations.test(params.id))),
    bind(contract.qualityReport, async () => {
      const report = await operations.quality();
      const pending = 'Ainda nenhuma execução avaliou as regras.';
      const scores = ['overall_score', 'data_completeness', 'accuracy_score', 'timeliness_score'] as const;
      const missing = Object.fromEntries(scores.filter((name) => report[name] === null).map((name) => [name, pending]));
      return { ...answer(report), missing };
    }),
    bind(contract.connectorLineage, async ({ params }) => answer(await operations.lineage(params.id))),
    bind(engine.connectorManifest, async ({ params }) => answer(await operations.manifest(params.id))),
    bind(engine.traceObservation, async ({ query }) => answer(await trace(query))),
  ];
}

type RunDetail = Awaited<ReturnType<ConnectorOperations['runDetail']>>;

function runDetailView(job: IngestJob, run: RunDetail['run'], { log, raw }: Pick<RunDetail, 'log' | 'raw'>) {
  return {
    run: {
      ...job,
      cursorBefore: run.cursor_before,
      cursorAfter: run.cursor_after,
      windowFrom: run.window_from?.toISOString() ?? null,
      windowTo: run.window_to?.toISOString() ?? null,
      failure: run.failure,
      simulated: run.simulated_seed !== null,
      licence: run.licence,
      citation: run.citation,
      codeVersion: run.code_version,
      attempt: run.attempt,
      pages: run.pages,
      duplicates: run.records_duplicate,
      retries: run.retries,
    },
    log: log.map((entry) => ({
      seq: entry.seq,
      at: entry.at.toISOString(),
      level: entry.level as 'debug' | 'info' | 'warn' | 'error',
      message: entry.message,
      fields: entry.fields,
    })),
    rawPages: raw.map((page) => ({
      seq: page.seq,
      url: page.url,
      status: page.status,
      contentType: page.content_type,
      bytes: page.bytes,
      storedAt: page.stored_at.toISOString(),
      expiredAt: page.expired_at?.toISOString() ?? null,
    })),
  };
}

function actorOf({
  principal,
  ipAddress,
  userAgent,
}: {
  principal: Principal;
  ipAddress: string;
  userAgent: string;
}): Actor {
  return { id: principal.accountId, name: principal.email, ipAddress, userAgent };
}
