import { performance } from 'node:perf_hooks';
import type { BodyOf, DataOf } from '@kianda/contract';
import type { runCleanup } from '@kianda/contract/models/retention/policies.contract';
import { megabyte, type RetentionActor, type RetentionContext, recordAct } from '../retention.context.ts';
import type { PolicyRow } from '../retention.tables.ts';
import type { Cleanup, CleanupRepository, CleanupSummary } from './cleanup.repository.ts';
import type { PoliciesRepository } from './policies.repository.ts';
import { nextRunOf, noPolicy } from './policies.service.ts';

const dayMs = 86_400_000;

type Wish = BodyOf<typeof runCleanup>;
type Outcome = DataOf<typeof runCleanup>;

/** Runs of the policies, on order and by schedule, and their rehearsals. */
export function createCleanup(
  context: RetentionContext,
  { policies, cleanup }: { readonly policies: PoliciesRepository; readonly cleanup: CleanupRepository },
) {
  const { clock, storage, log } = context.platform;

  async function apply(
    wish: Wish,
    policyIds: readonly string[] | null,
    actor: RetentionActor | null,
  ): Promise<Outcome> {
    const begun = performance.now();
    const all = await policies.list();
    const now = new Date(clock.nowMs());
    const asked: Cleanup = { policies: all, policyIds, table: wish.table, force: wish.force, now };
    const summary = wish.dryRun ? await cleanup.rehearse(asked) : await cleanup.run(asked);
    const errors: string[] = [];
    if (!wish.dryRun) {
      for (const key of summary.contents) {
        try {
          await storage.delete(key);
        } catch (error) {
          // The record is gone: the file that is left is taken away by the next optimisation.
          log.warn({ reason: error instanceof Error ? error.message : '' }, 'retention: a content stayed behind');
          errors.push('Um ficheiro ficou no armazenamento: a otimização seguinte apaga-o.');
        }
      }
      await forgetMeasures(all, policyIds, now);
      await note(summary, actor);
    }
    return { ...outcomeOf(summary, wish.dryRun), duration_ms: performance.now() - begun, errors };
  }

  /** Measures are no records: their policy takes the hours that are over. */
  async function forgetMeasures(all: readonly PolicyRow[], policyIds: readonly string[] | null, now: Date) {
    for (const policy of all) {
      const isMeant = policy.table_name === 'ml_performance_metrics' && policy.enabled;
      if (!isMeant || (policyIds !== null && !policyIds.includes(policy.policy_id))) continue;
      await cleanup.forgetMeasures(new Date(now.getTime() - policy.retention_days * dayMs), false);
    }
  }

  /** One line of the audit trail for what each policy did. */
  async function note({ groups, first, fingerprint }: CleanupSummary, actor: RetentionActor | null): Promise<void> {
    for (const { policy_id, act, records, bytes } of groups) {
      const some = first.filter((one) => one.act === act && one.policy_id === policy_id).slice(0, 20);
      await recordAct(
        context,
        {
          event: act === 'archive' ? 'data.modify' : 'data.delete',
          severity: 'medium',
          resource: `retention/policy/${policy_id ?? 'purge'}`,
          metadata: { act, records, bytes, fingerprint, ids: some.map(({ id }) => id).join(' ') },
        },
        actor,
      );
    }
  }

  async function noteRuns(ran: readonly PolicyRow[], { by_policy }: Outcome): Promise<void> {
    const last_run_at = new Date(clock.nowMs());
    for (const { policy_id } of ran) {
      const own = by_policy.filter((one) => one.policy_id === policy_id);
      const last_result =
        own.length === 0 ? 'Nada a fazer.' : own.map(({ act, records }) => wordsOf(act, records)).join(' ');
      await policies.noteRun(policy_id, { last_run_at, last_result });
    }
  }

  return {
    /** A run by order of a person, or its rehearsal. */
    async order(wish: Wish, actor: RetentionActor): Promise<Outcome> {
      if (wish.policy !== undefined && (await policies.find(wish.policy)) === undefined) throw noPolicy(wish.policy);
      const policyIds = wish.policy === undefined ? null : [wish.policy];
      const outcome = await apply(wish, policyIds, actor);
      if (!wish.dryRun && wish.table === undefined) {
        const all = await policies.list();
        await noteRuns(
          all.filter(({ policy_id, enabled }) => enabled && (policyIds === null || policyIds.includes(policy_id))),
          outcome,
        );
      }
      return outcome;
    },

    /** Runs the policies that are due, and purges what had its time of grace. */
    async runDue(): Promise<{
      readonly policies: number;
      readonly archived: number;
      readonly expired: number;
      readonly purged: number;
    }> {
      const nowMs = clock.nowMs();
      const due = (await policies.list()).filter((policy) => nextRunOf(policy, nowMs) === nowMs);
      const outcome = await apply(
        { dryRun: false, force: false },
        due.map(({ policy_id }) => policy_id),
        null,
      );
      await noteRuns(due, outcome);
      return {
        ...{ policies: due.length, archived: outcome.archived_count, expired: outcome.expired_count },
        purged: outcome.deleted_count,
      };
    },
  };
}

export type CleanupService = ReturnType<typeof createCleanup>;

const wordsOf = (act: string, records: number): string =>
  act === 'archive' ? `Arquivou ${records}.` : `Expirou ${records}.`;

function outcomeOf({ groups, first, fingerprint }: CleanupSummary, dryRun: boolean) {
  const sumOf = (act: string) =>
    groups.filter((group) => group.act === act).reduce((sum, { records }) => sum + records, 0);
  return {
    ...{ dryRun, archived_count: sumOf('archive'), expired_count: sumOf('expire'), deleted_count: sumOf('purge') },
    freed_space_mb: groups.filter(({ act }) => act === 'purge').reduce((sum, { bytes }) => sum + bytes, 0) / megabyte,
    by_policy: groups.map(({ bytes, ...group }) => ({ ...group, size_mb: bytes / megabyte })),
    records: first.map(({ bytes, ...one }) => ({ ...one, size_mb: bytes / megabyte })),
    fingerprint,
  };
}
