import type { Shape } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { ConnectorTables } from '../connectors.tables.ts';
import type { ChangeAuthor } from '../connectors.types.ts';
import type { DriftPolicy, FoundDrift } from './schema-drift-monitor.ts';

export type DriftRun = { readonly connectorId: string; readonly streamId: string; readonly runId: string };

const outcomes = { accept: 'accepted', ignore: 'ignored', pause: 'paused' } as const;

/** SQL of the known shapes, of their drifts and of the policy about them. */
export function createDriftRepository(database: Database) {
  const db = database.for<ConnectorTables>();
  return { ...policyQueries(db), ...shapeQueries(db), ...findingQueries(db) };
}

export type DriftRepository = ReturnType<typeof createDriftRepository>;

function policyQueries(db: Kysely<ConnectorTables>) {
  return {
    async policyOf(connectorId: string): Promise<DriftPolicy> {
      const row = await db
        .selectFrom('connectors.settings')
        .select('drift_policy')
        .where('connector_id', '=', connectorId)
        .executeTakeFirst();
      return row?.drift_policy ?? 'accept';
    },

    savePolicy: (connectorId: string, policy: DriftPolicy, author: ChangeAuthor) =>
      saveSettings(db, connectorId, { drift_policy: policy }, author),

    /** Suspends a connector whose shape drifted, or lets it go on. */
    setPaused: (connectorId: string, isPaused: boolean, author: ChangeAuthor) =>
      saveSettings(db, connectorId, { drift_paused: isPaused }, author),
  };
}

async function saveSettings(
  db: Kysely<ConnectorTables>,
  connectorId: string,
  values: { drift_policy?: DriftPolicy; drift_paused?: boolean },
  { by, at }: ChangeAuthor,
): Promise<void> {
  const row = { ...values, updated_at: at, updated_by: by };
  await db
    .insertInto('connectors.settings')
    .values({ connector_id: connectorId, cron: null, ...row })
    .onConflict((conflict) => conflict.column('connector_id').doUpdateSet(row))
    .execute();
}

function shapeQueries(db: Kysely<ConnectorTables>) {
  return {
    async shapesOf(connectorId: string, streamId: string): Promise<ReadonlyMap<string, Shape>> {
      const rows = await db
        .selectFrom('connectors.stream_shapes')
        .select(['resource', 'shape'])
        .where('connector_id', '=', connectorId)
        .where('stream_id', '=', streamId)
        .execute();
      return new Map(rows.map((row) => [row.resource, row.shape]));
    },

    allShapes: (connectorId: string) =>
      db
        .selectFrom('connectors.stream_shapes')
        .selectAll()
        .where('connector_id', '=', connectorId)
        .orderBy('stream_id')
        .orderBy('resource')
        .execute(),

    async saveShapes(run: Omit<DriftRun, 'runId'>, shapes: ReadonlyMap<string, Shape>, at: Date): Promise<void> {
      if (shapes.size === 0) return;
      await db
        .insertInto('connectors.stream_shapes')
        .values(
          [...shapes].map(([resource, shape]) => ({
            connector_id: run.connectorId,
            stream_id: run.streamId,
            resource,
            shape: JSON.stringify(shape),
            learned_at: at,
            updated_at: at,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['connector_id', 'stream_id', 'resource']).doUpdateSet((eb) => ({
            shape: eb.ref('excluded.shape'),
            updated_at: at,
          })),
        )
        .execute();
    },

    /** Deletes the known shapes of the resources named, so that their next answers are learned anew. */
    async forgetShapes(
      connectorId: string,
      resources: readonly { readonly streamId: string; readonly resource: string }[],
    ): Promise<void> {
      for (const { streamId, resource } of resources) {
        await db
          .deleteFrom('connectors.stream_shapes')
          .where('connector_id', '=', connectorId)
          .where('stream_id', '=', streamId)
          .where('resource', '=', resource)
          .execute();
      }
    },
  };
}

function findingQueries(db: Kysely<ConnectorTables>) {
  return {
    async saveFindings(run: DriftRun, findings: readonly FoundDrift[], policy: DriftPolicy, at: Date): Promise<void> {
      if (findings.length === 0) return;
      await db
        .insertInto('connectors.drift_findings')
        .values(
          findings.map((finding) => ({
            connector_id: run.connectorId,
            stream_id: run.streamId,
            resource: finding.resource,
            field: finding.field,
            change: finding.change,
            before_types: [...finding.before],
            after_types: [...finding.after],
            outcome: outcomes[policy],
            first_run_id: run.runId,
            last_run_id: run.runId,
            first_seen_at: at,
            last_seen_at: at,
            acknowledged_at: null,
            acknowledged_by: null,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['connector_id', 'stream_id', 'resource', 'field', 'change', 'after_types'])
            .where('acknowledged_at', 'is', null)
            .doUpdateSet({
              last_run_id: run.runId,
              last_seen_at: at,
              outcome: outcomes[policy],
              // A run taken up again meets its own drift once more.
              occurrences: sql`connectors.drift_findings.occurrences
                + (connectors.drift_findings.last_run_id <> excluded.last_run_id)::int`,
            }),
        )
        .execute();
    },

    findings: (connectorId: string) =>
      db
        .selectFrom('connectors.drift_findings')
        .selectAll()
        .where('connector_id', '=', connectorId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id')
        .limit(500)
        .execute(),

    /** Findings still to be acknowledged, per connector. */
    async openCounts(): Promise<ReadonlyMap<string, number>> {
      const rows = await db
        .selectFrom('connectors.drift_findings')
        .select(['connector_id', sql<number>`count(*)::int`.as('open')])
        .where('acknowledged_at', 'is', null)
        .groupBy('connector_id')
        .execute();
      return new Map(rows.map((row) => [row.connector_id, row.open]));
    },

    /** Acknowledges open findings, all or those named; returns them. */
    acknowledge: (connectorId: string, ids: readonly number[] | undefined, by: string, at: Date) => {
      let query = db
        .updateTable('connectors.drift_findings')
        .set({ acknowledged_at: at, acknowledged_by: by })
        .where('connector_id', '=', connectorId)
        .where('acknowledged_at', 'is', null);
      if (ids !== undefined) query = query.where('id', 'in', ids.length === 0 ? [-1] : [...ids]);
      return query.returning(['id', 'stream_id as streamId', 'resource', 'outcome']).execute();
    },
  };
}
