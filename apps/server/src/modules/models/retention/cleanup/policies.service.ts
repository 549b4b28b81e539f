import { randomUUID } from 'node:crypto';
import type { PolicyWrite, RetentionPolicy } from '@kianda/contract/models/retention/policies.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { type RetentionActor, type RetentionContext, recordAct } from '../retention.context.ts';
import type { PolicyRow } from '../retention.tables.ts';
import type { PoliciesRepository, PolicyParts } from './policies.repository.ts';

const hourMs = 3_600_000;

/** When a policy is next due: now, where it never ran or missed its hour. */
export function nextRunOf({ last_run_at, every_hours, enabled }: PolicyRow, nowMs: number): number | null {
  if (!enabled) return null;
  return last_run_at === null ? nowMs : Math.max(nowMs, last_run_at.getTime() + every_hours * hourMs);
}

/** The policies: those of the platform, and those that people add. */
export function createPolicies(context: RetentionContext, repository: PoliciesRepository) {
  const { clock } = context.platform;
  const view = (row: PolicyRow): RetentionPolicy => {
    const next = nextRunOf(row, clock.nowMs());
    return {
      ...{ policy_id: row.policy_id, name: row.name, table_name: row.table_name, enabled: row.enabled },
      ...{ retention_days: row.retention_days, every_hours: row.every_hours, action: row.action },
      ...{ counts_from: row.counts_from, grace_days: row.grace_days, is_builtin: row.is_builtin },
      conditions: {
        ...{ min_quality_score: row.min_quality, min_access_count: row.min_access, max_age_days: row.retention_days },
      },
      next_execution: next === null ? null : new Date(next).toISOString(),
      ...{ last_execution: row.last_run_at?.toISOString() ?? null, last_result: row.last_result },
    };
  };
  const noted = (row: PolicyRow, act: string, actor: RetentionActor) =>
    recordAct(
      context,
      {
        ...{ event: 'system.config.change', severity: 'high', resource: `retention/policy/${row.policy_id}` },
        metadata: {
          ...{ act, table: row.table_name, days: row.retention_days, enabled: row.enabled, action: row.action },
        },
      },
      actor,
    );

  return {
    list: async (): Promise<RetentionPolicy[]> => (await repository.list()).map(view),

    async add(policy: PolicyWrite, actor: RetentionActor): Promise<RetentionPolicy> {
      const row = await repository.add(`own_${randomUUID().slice(0, 8)}`, policy);
      await noted(row, 'add', actor);
      return view(row);
    },

    async change(id: string, parts: PolicyParts, actor: RetentionActor): Promise<RetentionPolicy> {
      const row = await repository.change(id, parts);
      if (row === undefined) throw noPolicy(id);
      await noted(row, 'change', actor);
      return view(row);
    },

    async remove(id: string, actor: RetentionActor) {
      const row = await repository.find(id);
      if (row === undefined) throw noPolicy(id);
      if (!(await repository.remove(id))) {
        throw new AppError('conflict', { detail: 'As nove políticas da plataforma não se eliminam: desative-a.' });
      }
      await noted(row, 'remove', actor);
      return { policy_id: id };
    },
  };
}

export type Policies = ReturnType<typeof createPolicies>;

export const noPolicy = (id: string) =>
  new AppError('not_found', { detail: `Não existe a política «${id.slice(0, 60)}».` });
