import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ConnectorRepository } from '../connectors.repository.ts';
import type { Actor, ConnectorAudit } from '../operations/operations.types.ts';
import type { ConnectorRegistry } from '../registry/connector-registry.ts';
import type { DriftRepository } from './drift.repository.ts';
import type { DriftPolicy } from './schema-drift-monitor.ts';

/** Drifts as operators see them, and their decisions about them; every decision is audited. */
export function createDriftService(deps: {
  readonly drift: DriftRepository;
  readonly repository: ConnectorRepository;
  readonly registry: ConnectorRegistry;
  readonly clock: Clock;
  readonly audit: ConnectorAudit;
}) {
  const { drift, registry, clock, audit } = deps;
  const now = () => new Date(clock.nowMs());

  async function connectorNamed(id: string) {
    const found = await registry.find(id);
    if (found === null) throw new AppError('not_found', { detail: `Não existe o conector «${id}».` });
    return found;
  }

  return {
    async overview(id: string) {
      const { driftPaused } = await connectorNamed(id);
      const [policy, findings, shapes] = await Promise.all([
        drift.policyOf(id),
        drift.findings(id),
        drift.allShapes(id),
      ]);
      return {
        policy,
        pausedByDrift: driftPaused,
        open: findings.filter((finding) => finding.acknowledged_at === null).length,
        findings: findings.map(findingView),
        shapes: shapes.map(shapeView),
      };
    },

    async setPolicy(id: string, policy: DriftPolicy, actor: Actor): Promise<DriftPolicy> {
      await connectorNamed(id);
      await drift.savePolicy(id, policy, { by: actor.id, at: now() });
      registry.forget();
      await audit.record({ change: 'drift-policy', resource: `connector/${id}`, actor, metadata: { policy } });
      return policy;
    },

    /**
     * Acknowledges drifts. Where they are accepted, the shape is learned anew from the next answers, and a suspended
     * connector goes on.
     */
    async acknowledge(
      id: string,
      decision: { findingIds?: readonly number[] | undefined; accept: boolean },
      actor: Actor,
    ) {
      const { driftPaused } = await connectorNamed(id);
      const acknowledged = await drift.acknowledge(id, decision.findingIds, actor.name, now());
      // Where the policy was to accept, the shape was learned already; elsewhere the known shape is no longer true.
      if (decision.accept)
        await drift.forgetShapes(
          id,
          acknowledged.filter(({ outcome }) => outcome !== 'accepted'),
        );
      const open = (await drift.openCounts()).get(id) ?? 0;
      const resumed = driftPaused && open === 0;
      if (resumed) {
        await drift.setPaused(id, false, { by: actor.id, at: now() });
        await deps.repository.askProbe(id, now());
      }
      registry.forget();
      await audit.record({
        change: 'drift-acknowledge',
        resource: `connector/${id}`,
        actor,
        metadata: { findings: acknowledged.length, accept: decision.accept, resumed },
      });
      return { acknowledged: acknowledged.length, resumed };
    },
  };
}

export type DriftService = ReturnType<typeof createDriftService>;

type FindingRow = Awaited<ReturnType<DriftRepository['findings']>>[number];

function findingView(finding: FindingRow) {
  return {
    id: finding.id,
    stream: finding.stream_id,
    resource: finding.resource,
    field: finding.field,
    change: finding.change,
    before: finding.before_types,
    after: finding.after_types,
    outcome: finding.outcome,
    firstRunId: finding.first_run_id,
    lastRunId: finding.last_run_id,
    firstSeenAt: finding.first_seen_at.toISOString(),
    lastSeenAt: finding.last_seen_at.toISOString(),
    occurrences: finding.occurrences,
    acknowledgedAt: finding.acknowledged_at?.toISOString() ?? null,
    acknowledgedBy: finding.acknowledged_by,
  };
}

type ShapeRow = Awaited<ReturnType<DriftRepository['allShapes']>>[number];

/** A known shape; presence of a field is the share (0–1) of rows that had it. */
function shapeView(row: ShapeRow) {
  return {
    stream: row.stream_id,
    resource: row.resource,
    learnedAt: row.learned_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    fields: row.shape.map(({ field, types, seen, of }) => ({
      field,
      types: [...types],
      presence: of === 0 ? 0 : Math.min(1, seen / of),
    })),
  };
}
