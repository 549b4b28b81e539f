import { type RetainedTable, retainedTables } from '@kianda/contract/models/retention/retention.contract';
import type { RetentionHealth } from '@kianda/contract/models/retention/statistics.contract';
import type { PoliciesRepository } from '../cleanup/policies.repository.ts';
import type { RetentionContext } from '../retention.context.ts';
import { contentFolder } from '../stores/contents.ts';
import type { FiguresRepository } from './figures.repository.ts';
import { statsOf } from './figures.rules.ts';

const hourMs = 3_600_000;
/** A policy that is later than this was forgotten: the schedule looks every hour. */
const lateMs = 3 * hourMs;

type Component = RetentionHealth['components']['pipeline'];
const well = (detail: string): Component => ({ status: 'healthy', detail });
const rank = { healthy: 0, degraded: 1, critical: 2 } as const;

/** Health of the stores, piece by piece; a piece that fails is told, and the others are looked at all the same. */
export function createHealth(
  { platform: { clock, storage } }: RetentionContext,
  parts: {
    readonly figures: FiguresRepository;
    readonly policies: Pick<PoliciesRepository, 'list'>;
    readonly activeAlerts: () => Promise<number>;
  },
) {
  const { figures, policies } = parts;

  async function manager(): Promise<Component> {
    const totals = await figures.totals();
    const records = totals.reduce((sum, row) => sum + row.records, 0);
    return well(`${records} registos em ${Object.keys(retainedTables).length} tabelas.`);
  }

  async function pipeline(): Promise<Component> {
    const measures = await figures.measures(new Date(clock.nowMs() - hourMs));
    const of = (outcome: string) =>
      measures.filter((row) => row.outcome === outcome).reduce((sum, { answers }) => sum + answers, 0);
    const [asked, errors] = [of('hit') + of('miss'), of('error')];
    if (errors === 0) return well(asked === 0 ? 'Sem consultas na última hora.' : `${asked} consultas na última hora.`);
    const detail = `${errors} consultas falharam na última hora: foram calculadas de novo.`;
    return { status: errors > asked ? 'critical' : 'degraded', detail };
  }

  async function policyManager(): Promise<Component> {
    const all = (await policies.list()).filter(({ enabled }) => enabled);
    const late = all.filter(
      ({ last_run_at, every_hours }) =>
        last_run_at !== null && last_run_at.getTime() + every_hours * hourMs + lateMs < clock.nowMs(),
    );
    if (late.length === 0) return well(`${all.length} políticas ativas, a horas.`);
    return { status: 'degraded', detail: `Atrasadas: ${late.map(({ name }) => name).join(', ')}.` };
  }

  async function integrator(): Promise<Component> {
    const table: RetainedTable = 'ml_training_cache';
    // To ask for an object that is not there tells that the storage answers.
    await storage.stat(`${contentFolder}${table}/sonda`);
    return well('O armazenamento dos conteúdos responde.');
  }

  return async function health(): Promise<RetentionHealth> {
    const of = async (look: () => Promise<Component>, failing: string): Promise<Component> => {
      try {
        return await look();
      } catch {
        return { status: 'critical', detail: failing };
      }
    };
    const components = {
      retention_manager: await of(manager, 'As tabelas não respondem.'),
      pipeline: await of(pipeline, 'As medidas não se leem.'),
      policy_manager: await of(policyManager, 'As políticas não se leem.'),
      integrator: await of(integrator, 'O armazenamento não responde.'),
    };
    const all = Object.values(components);
    const status = all.reduce<Component['status']>(
      (worst, one) => (rank[one.status] > rank[worst] ? one.status : worst),
      'healthy',
    );
    const now = new Date(clock.nowMs()).toISOString();
    const measures = await figures.measures(new Date(clock.nowMs() - 24 * hourMs));
    return {
      ...{ overall_status: status, status, components, last_update: now, last_check: now, monitoring_active: true },
      ...{ active_alerts: await parts.activeAlerts(), cache_performance: statsOf(measures).hit_ratio },
      checks: {
        database: components.retention_manager.status !== 'critical',
        storage: components.integrator.status !== 'critical',
        processing: components.policy_manager.status !== 'critical',
        cache: components.pipeline.status !== 'critical',
      },
      issues: all.filter((one) => one.status !== 'healthy').map(({ detail }) => detail),
    };
  };
}
