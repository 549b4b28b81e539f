import { performance } from 'node:perf_hooks';
import type { BodyOf, DataOf } from '@kianda/contract';
import type { runCleanup } from '@kianda/contract/models/retention/policies.contract';
import { measuresTable } from '@kianda/contract/models/retention/retention.contract';
import { megabyte, type RetentionActor, type RetentionContext, recordAct } from '../retention.context.ts';
import type { Cleanup, CleanupRepository, CleanupSummary, RunFollows, UnfinishedRun } from './cleanup.repository.ts';
import type { PoliciesRepository } from './policies.repository.ts';
import { nextRunOf, noPolicy } from './policies.service.ts';

const dayMs = 86_400_000;

type Wish = BodyOf<typeof runCleanup>;
type Outcome = DataOf<typeof runCleanup>;

type Parts = {
  readonly context: RetentionContext;
  readonly policies: PoliciesRepository;
  readonly cleanup: CleanupRepository;
};
type Run = {
  readonly wish: Wish;
  /** The policies that run; null: all. */
  readonly policyIds: readonly string[] | null;
  readonly actor: RetentionActor | null;
};

/** Runs of the policies, on order and by schedule, and their rehearsals. */
export function createCleanup(parts: Parts) {
  const { policies, cleanup, context } = parts;
  const { clock } = context.platform;
  return {
    /** A run by order of a person, or its rehearsal. */
    async order(wish: Wish, actor: RetentionActor): Promise<Outcome> {
      if (wish.policy !== undefined && (await policies.find(wish.policy)) === undefined) throw noPolicy(wish.policy);
      return apply(parts, { wish, policyIds: wish.policy === undefined ? null : [wish.policy], actor });
    },

    /** Ends the runs that a process left unfinished, runs the policies that are due, and purges what had its time of grace. */
    async runDue() {
      for (const id of await cleanup.unfinished()) await finish(parts, id);
      const nowMs = clock.nowMs();
      const due = (await policies.list()).filter((policy) => nextRunOf(policy, nowMs) === nowMs);
      const policyIds = due.map(({ policy_id }) => policy_id);
      const outcome = await apply(parts, { wish: { dryRun: false, force: false }, policyIds, actor: null });
      return {
        ...{ policies: due.length, archived: outcome.archived_count, expired: outcome.expired_count },
        purged: outcome.deleted_count,
      };
    },
  };
}

export type CleanupService = ReturnType<typeof createCleanup>;

async function apply(parts: Parts, { wish, policyIds, actor }: Run): Promise<Outcome> {
  const { policies, cleanup, context } = parts;
  const begun = performance.now();
  const all = await policies.list();
  const now = new Date(context.platform.clock.nowMs());
  const asked: Cleanup = { policies: all, policyIds, table: wish.table, force: wish.force, now };
  if (wish.dryRun) {
    return { ...outcomeOf(await cleanup.rehearse(asked), true), duration_ms: performance.now() - begun, errors: [] };
  }
  const { id, summary } = await cleanup.run(asked, { actor, ...followsOf(asked) });
  const errors = await finish(parts, id);
  return { ...outcomeOf(summary, false), duration_ms: performance.now() - begun, errors };
}

/** Policies that a run is told of by, and the measures that go with it: a run of one table alone is none of a policy. */
function followsOf({ policies, policyIds, table, now }: Cleanup): Pick<RunFollows, 'ran' | 'measuresBefore'> {
  if (table !== undefined) return { ran: [], measuresBefore: null };
  const ran = policies.filter(({ policy_id, enabled }) => enabled && (policyIds?.includes(policy_id) ?? true));
  // Measures are no records: their policy takes the hours that are over.
  const days = ran.filter(({ table_name }) => table_name === measuresTable).map(({ retention_days }) => retention_days);
  const before = days.length === 0 ? null : new Date(now.getTime() - Math.min(...days) * dayMs).toISOString();
  return { ran: ran.map(({ policy_id }) => policy_id), measuresBefore: before };
}

/** Consequences of a run that gave the records their fate; done again, it does what a killed process left. */
async function finish(parts: Parts, id: number): Promise<string[]> {
  const { cleanup, context } = parts;
  const errors: string[] = [];
  await cleanup.finish(id, async (run) => {
    errors.push(...(await deleteContents(context, run.summary.contents)));
    if (run.follows.measuresBefore !== null) await cleanup.forgetMeasures(new Date(run.follows.measuresBefore));
    await note(context, run.summary, run.follows.actor);
    await noteRuns(parts, run);
  });
  return errors;
}

/** Deletes the contents of purged records; answers what could not be deleted. */
async function deleteContents({ platform: { storage, log } }: RetentionContext, keys: readonly string[]) {
  let left = 0;
  for (const key of keys) {
    try {
      await storage.delete(key);
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : '' }, 'retention: a content stayed behind');
      left += 1;
    }
  }
  // Their records are gone: the next optimisation takes the files away.
  return left === 0 ? [] : [`${left} ficheiros ficaram no armazenamento: a otimização seguinte apaga-os.`];
}

/** One line of the audit trail for each thing that each policy did. */
async function note(
  context: RetentionContext,
  { groups, first, fingerprint }: CleanupSummary,
  actor: RetentionActor | null,
): Promise<void> {
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

async function noteRuns({ policies }: Parts, { at, summary, follows }: UnfinishedRun): Promise<void> {
  for (const policy_id of follows.ran) {
    const own = summary.groups.filter((one) => one.policy_id === policy_id);
    const words = own.map(({ act, records }) => wordsOf(act, records)).join(' ');
    await policies.noteRun(policy_id, { last_run_at: at, last_result: words === '' ? 'Nada a fazer.' : words });
  }
}

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
