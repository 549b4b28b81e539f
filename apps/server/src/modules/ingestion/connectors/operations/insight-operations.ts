import { dayMs } from '@kianda/geo';
import { scoresOf } from '../quality/report.ts';
import { evaluatedRules } from '../quality/run-rules.ts';
import { type CheckedRow, createCheckedRows } from '../quality/stored.ts';
import { nextRunsOf } from '../schedule/cron.ts';
import { probeConnection } from './connection-probe.ts';
import { lineageOf } from './lineage.ts';
import { manifestOf } from './manifest.ts';
import type { OperationsContext } from './operations.context.ts';

/** Looks into connectors that change nothing: activity, connection, manifest, lineage, quality. */
export function insightOperations(context: OperationsContext) {
  const { repository, operations, clock } = context;
  const judgedRows = createCheckedRows(operations.latestQuality, () => context.storedQuality(), clock);
  return {
    async activity(id: string, days: number) {
      const { cron, paused } = await context.connectorNamed(id);
      const rows = await operations.activity(id, new Date(clock.nowMs() - days * dayMs));
      return { days: rows, nextRuns: paused ? [] : nextRunsOf(cron, id, clock.nowMs(), 5) };
    },

    /** Bytes that a connector's runs received on each UTC day of the last `days`. */
    async bytesPerDay(id: string, days: number) {
      const rows = await operations.activity(id, new Date(clock.nowMs() - days * dayMs));
      return rows.map(({ date, bytes }) => ({ date, bytes: Number(bytes) }));
    },

    test: async (id: string) => probeConnection(await context.connectorNamed(id), context.engine),

    async manifest(id: string) {
      const configured = await context.connectorNamed(id);
      const judged = (await judgedRows()).filter((row) => row.connectorId === id);
      return manifestOf(configured, new Set(judged.map((row) => row.rule)));
    },

    async lineage(id: string) {
      const configured = await context.connectorNamed(id);
      const streams = (await repository.streams()).filter((row) => row.connector_id === id);
      const runs = await Promise.all(
        streams
          .flatMap((row) => (row.last_success_run_id === null ? [] : [row.last_success_run_id]))
          .map((runId) => operations.run(runId)),
      );
      const last = await Promise.all(
        runs
          .filter((run) => run !== undefined)
          .map(async (run) => ({
            streamId: run.stream_id,
            runId: run.id,
            at: run.created_at.toISOString(),
            rawPages: (await operations.rawPages(run.id)).length,
          })),
      );
      return lineageOf(configured, last, context.kinds);
    },

    quality: async () => qualityReport(context, await judgedRows()),
  };
}

/** Results of the quality rules, and the scores of all connectors together. */
async function qualityReport({ service, clock }: OperationsContext, rows: readonly CheckedRow[]) {
  const list = await service.list();
  const names = new Map(list.map((connector) => [connector.id, connector.name]));
  const rules = rows.flatMap((row) => {
    const rule = evaluatedRules.find((candidate) => candidate.id === row.rule);
    if (rule === undefined) return [];
    return [
      {
        connectorId: row.connectorId,
        connectorName: names.get(row.connectorId) ?? row.connectorId,
        rule: rule.id,
        label: rule.label,
        dimension: rule.dimension,
        evaluated: row.evaluated,
        failing: row.failing,
        mostly: rule.mostly,
        passed: row.evaluated === 0 || 1 - row.failing / row.evaluated >= rule.mostly,
        samples: [...row.samples],
        basis: row.basis,
        evaluatedAt: row.evaluatedAt.toISOString(),
      },
    ];
  });
  const freshness = list
    .filter((connector) => connector.status !== 'inactive')
    .map((connector) => ({
      connectorId: connector.id,
      connectorName: connector.name,
      fresh: connector.fresh,
      ageHours: connector.currentAt === null ? null : (clock.nowMs() - Date.parse(connector.currentAt)) / 3_600_000,
      limitHours: connector.freshnessLimitHours,
    }));
  return { ...scoresOf(rules, freshness), rules };
}
