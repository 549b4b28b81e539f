import type { DataOf } from '@kianda/contract';
import type { dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { nowIso } from '../../../platform/clock/clock.ts';
import type { Answer } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { DashboardSources } from './dashboard.types.ts';

/** Counts of services, alerts and tasks, with the platform's own speed and hit rates. */
export async function statsAnswer(sources: DashboardSources): Promise<Answer<DataOf<typeof dashboardStats>>> {
  const { clock, queue, health, security, caches, models } = sources;
  const [alerts, observed, jobs, securityScore, condition, learned] = await Promise.all([
    health.service.alertCounts(),
    health.service.observed(30),
    queue.monitor.pending(),
    security.score(),
    health.condition(),
    models.stats(),
  ]);
  const cacheHitRate = caches.hitRate();
  const window = health.service.window();
  return {
    data: {
      servicesOnline: condition.services.online,
      totalServices: condition.services.total,
      apiLatency: window?.p95Ms ?? null,
      mlAccuracy: learned.average_accuracy,
      availability: observed.share,
      availabilitySince: observed.since,
      activeAlerts: alerts.active,
      asyncTasks: jobs.queued + jobs.running,
      cacheHitRate,
      securityScore,
      maxentModels: learned.maxentModels,
      verifiedAt: condition.checkedAt ?? nowIso(clock),
    },
    provenance: ownProvenance(clock, condition.checkedAt ?? undefined),
    ...(learned.average_accuracy === null ? {} : { fields: { mlAccuracy: models.provenance(learned.isSimulated) } }),
    missing: {
      ...(learned.average_accuracy === null ? { mlAccuracy: noModelReason(learned.models_loaded) } : {}),
      ...(cacheHitRate === null ? { cacheHitRate: 'Ainda ninguém pediu nada que se guarde em memória.' } : {}),
      ...(securityScore === null ? { securityScore: 'Nenhuma proteção pôde ser verificada.' } : {}),
      ...(window === null ? { apiLatency: 'Sem pedidos nos últimos 5 minutos.' } : {}),
      ...(observed.share === null ? { availability: 'Ainda sem verificações registadas.' } : {}),
    },
  };
}

function noModelReason(trained: number): string {
  return trained === 0 ? 'Ainda não há modelos treinados.' : 'Os modelos treinados esperam por quem os aprove.';
}
