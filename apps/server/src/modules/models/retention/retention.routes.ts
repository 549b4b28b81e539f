import * as policyContract from '@kianda/contract/models/retention/policies.contract';
import * as contract from '@kianda/contract/models/retention/retention.contract';
import * as statistics from '@kianda/contract/models/retention/statistics.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { Alerts } from './alerts/alerts.service.ts';
import type { Care } from './cleanup/care.service.ts';
import type { CleanupService } from './cleanup/cleanup.service.ts';
import type { Policies } from './cleanup/policies.service.ts';
import type { Figures } from './figures/figures.service.ts';
import type { createForecast } from './figures/forecast.service.ts';
import type { createHealth } from './figures/health.service.ts';
import type { Records } from './records/records.service.ts';
import type { RetentionContext } from './retention.context.ts';

export type RetentionParts = {
  readonly records: Records;
  readonly policies: Policies;
  readonly cleanup: CleanupService;
  readonly care: Care;
  readonly figures: Figures;
  readonly forecast: ReturnType<typeof createForecast>;
  readonly health: ReturnType<typeof createHealth>;
  readonly alerts: Alerts;
};

export function retentionBindings(context: RetentionContext, parts: RetentionParts): Bindings {
  const { clock } = context.platform;
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  return [...recordBindings(parts, answer), ...policyBindings(parts, answer), ...figureBindings(parts, answer)];
}

type Answer = <T>(data: T) => { readonly data: T; readonly provenance: ReturnType<typeof ownProvenance> };

function recordBindings({ records }: RetentionParts, answer: Answer): Bindings {
  return [
    bind(contract.listRetained, async ({ query }) => answer(await records.list(query))),
    bind(contract.getRetained, async ({ params }) => answer(await records.detail(params.id))),
    bind(contract.archiveRetained, async (c) => answer(await records.archive(c.body.record_ids, c))),
    bind(contract.restoreRetained, async (c) => answer(await records.restore(c.body.record_ids, c))),
    bind(contract.expireRetained, async (c) => answer(await records.expire(c.body.record_ids, c))),
    bind(contract.holdRetained, async (c) => answer(await records.hold(c.params.id, c.body, c))),
    bind(contract.exportRetained, async (c) => answer(await records.export(c.body, c))),
    bind(contract.downloadRetained, async ({ params }) => records.download(params.token)),
  ];
}

function policyBindings({ policies, cleanup, care }: RetentionParts, answer: Answer): Bindings {
  return [
    bind(policyContract.listPolicies, async () => answer(await policies.list())),
    bind(policyContract.createPolicy, async (c) => ({
      ...answer(await policies.add(c.body, c)),
      status: 201 as const,
    })),
    bind(policyContract.changePolicy, async (c) => answer(await policies.change(c.params.id, c.body, c))),
    bind(policyContract.removePolicy, async (c) => answer(await policies.remove(c.params.id, c))),
    bind(policyContract.runCleanup, async (c) => answer(await cleanup.order(c.body, c))),
    bind(policyContract.optimizeRetention, async (c) => answer(await care.optimize(c.body.table_name, c))),
    bind(policyContract.validateRetention, async ({ body }) => answer(await care.validate(body.table_name))),
  ];
}

const nothingAsked = 'Nas últimas 24 horas nada foi pedido às tabelas.';

function figureBindings({ figures, forecast, health, alerts }: RetentionParts, answer: Answer): Bindings {
  const metrics = async () => {
    const data = await figures.metrics();
    const missing: Record<string, string> = {};
    for (const name of ['cache_hit_ratio', 'avg_response_time_ms', 'response_p50_ms', 'response_p95_ms'] as const) {
      if (data[name] === null) missing[name] = nothingAsked;
    }
    if (data.performance_gains_ms === null) {
      missing.performance_gains_ms = 'Ainda nada foi calculado nesta janela com que comparar os acertos.';
    }
    if (data.avg_quality_score === null) missing.avg_quality_score = 'As tabelas estão vazias.';
    if (data.last_cleanup === null) missing.last_cleanup = 'Nenhuma política correu ainda.';
    return { ...answer(data), missing };
  };
  const healthNow = async () => answer(await health());
  const caches = async () => answer(await figures.caches());
  return [
    bind(statistics.retentionMetrics, metrics),
    bind(statistics.dashboardRetentionMetrics, metrics),
    bind(statistics.retentionHealth, healthNow),
    bind(statistics.dashboardRetentionHealth, healthNow),
    bind(statistics.retentionCaches, caches),
    bind(statistics.dashboardRetentionCaches, caches),
    bind(statistics.retentionHistory, async ({ query }) => answer(await figures.history(query))),
    bind(statistics.retentionTables, async () => answer(await figures.byTable())),
    bind(statistics.retentionTypes, async () => answer(await figures.byType())),
    bind(statistics.retentionForecast, async ({ query }) => answer(await forecast(query.days))),
    bind(statistics.configureRetentionAlerts, async (c) => answer(await alerts.configure(c.body, c))),
    bind(statistics.retentionAlerts, async () => answer(await alerts.list())),
    bind(statistics.acknowledgeRetentionAlert, async (c) => answer(await alerts.acknowledge(c.params.id, c))),
    bind(statistics.muteRetentionAlert, async (c) => answer(await alerts.mute(c.params.id, c.body.hours, c))),
  ];
}
