import type { DataOf, QueryOf } from '@kianda/contract';
import type {
  ConnectorSummary,
  IngestJob,
  listIngestRuns,
} from '@kianda/contract/ingestion/connectors/connectors.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import { type ConnectorFigures, freshnessOf, summaryOf } from './connectors-summary.rules.ts';
import { createManualRuns, type ManualRunDependencies, type RunCommand } from './runs/manual-runs.ts';
import { jobOf, runOf } from './runs/run-view.ts';

/** Lists, runs and freshness of connectors, for operators and for other modules. */
export function createConnectorService(deps: ManualRunDependencies) {
  const { repository, registry, clock } = deps;
  const runManually = createManualRuns(deps);
  // Health, the dashboards and the screens all ask for the figures, and the totals read every run there ever was.
  const cache = createCache<ConnectorFigures>({
    name: 'connectors/figures',
    clock,
    ttlMs: 2_000,
    maxStaleMs: 0,
    maxEntries: 1,
  });

  async function figures(): Promise<ConnectorFigures> {
    const read = async () => {
      const [streams, totals, progress, access] = await Promise.all([
        repository.streams(),
        repository.totals(),
        repository.backfillProgress(),
        repository.accessStates(),
      ]);
      return { streams, totals, progress, access };
    };
    return (await cache.get('', read)).value;
  }

  /** Names on screen, by id. */
  const names = async () => new Map((await registry.all()).map(({ connector }) => [connector.id, connector.name]));

  return {
    /** Drops the cached figures after a change, so that the next reader sees it. */
    forget: () => cache.clear(),

    async list(): Promise<ConnectorSummary[]> {
      const [connectors, known] = await Promise.all([registry.all(), figures()]);
      return connectors.map((configured) => summaryOf(configured, known, clock.nowMs()));
    },

    /** Enqueues a run of one stream, or of all. Throws `not_found`, `already_running`, `unavailable` (no credential). */
    async run(connectorId: string, command: RunCommand, actorId: string): Promise<string[]> {
      try {
        return await runManually(connectorId, command, actorId);
      } finally {
        cache.clear();
      }
    },

    async jobs(filter: { limit: number; connector?: string | undefined }): Promise<IngestJob[]> {
      const [rows, known] = await Promise.all([
        repository.runs({ limit: filter.limit, connectorId: filter.connector }),
        names(),
      ]);
      return rows.map((row) => jobOf(row, known.get(row.connector_id) ?? row.connector_id, clock.nowMs()));
    },

    async page(query: QueryOf<typeof listIngestRuns>): Promise<DataOf<typeof listIngestRuns>> {
      const [{ rows, total }, known] = await Promise.all([repository.page(listPageOf(query)), names()]);
      const runs = rows.map((row) => runOf(row, known.get(row.connector_id) ?? row.connector_id, clock.nowMs()));
      return pageAnswer(runs, total, query);
    },

    /** Name on screen; the id of a connector that no longer exists. */
    nameOf: async (id: string): Promise<string> => (await registry.find(id))?.connector.name ?? id,

    /** Share (0–100) of streams within their limit of freshness; null before any data. */
    async freshnessPercent(): Promise<number | null> {
      const connectors = new Map((await registry.all()).map(({ connector }) => [connector.id, connector]));
      const areFresh = (await figures()).streams.flatMap((row) => {
        const connector = connectors.get(row.connector_id);
        const freshness = connector === undefined ? 'unknown' : freshnessOf(connector, row, clock.nowMs());
        return freshness === 'unknown' ? [] : [freshness === 'fresh'];
      });
      return areFresh.length === 0 ? null : (100 * areFresh.filter(Boolean).length) / areFresh.length;
    },
  };
}

export type ConnectorService = ReturnType<typeof createConnectorService>;
