import { defineModule } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { createAlertsRepository } from './alerts/alerts.repository.ts';
import { type Alerts, createAlerts } from './alerts/alerts.service.ts';
import { createCareRepository } from './cleanup/care.repository.ts';
import { createCare } from './cleanup/care.service.ts';
import { createCleanupRepository } from './cleanup/cleanup.repository.ts';
import { createCleanup } from './cleanup/cleanup.service.ts';
import { createPoliciesRepository } from './cleanup/policies.repository.ts';
import { createPolicies } from './cleanup/policies.service.ts';
import { createFiguresRepository } from './figures/figures.repository.ts';
import { createFigures, type Figures } from './figures/figures.service.ts';
import { createForecast } from './figures/forecast.service.ts';
import { createHealth } from './figures/health.service.ts';
import { createRecordsRepository } from './records/records.repository.ts';
import { createRecords } from './records/records.service.ts';
import type { RetentionContext } from './retention.context.ts';
import { retentionJobs } from './retention.jobs.ts';
import { retentionMigrations } from './retention.migrations.ts';
import { type RetentionParts, retentionBindings } from './retention.routes.ts';
import { createRecorder } from './stores/recorder.ts';
import { createStoreRepository } from './stores/stores.repository.ts';
import { createStores } from './stores/stores.service.ts';

export type { FeatureRow, LearningRetention } from './stores/stores.service.ts';

const hourMs = 3_600_000;
/** Space that the stores may take until the alerts' settings say otherwise. */
const usualQuotaGb = 10;

function partsOf(context: RetentionContext): RetentionParts {
  const { database } = context.platform;
  const policies = createPoliciesRepository(database);
  const figures = createFiguresRepository(database);
  let shown: Figures | null = null;
  const alerts: Alerts = createAlerts(context, {
    alerts: createAlertsRepository(database),
    figures: () => present(shown),
  });
  shown = createFigures(context, { figures, policies, quotaGb: alerts.quotaGb });
  return {
    records: createRecords({ context, policies, records: createRecordsRepository(database) }),
    policies: createPolicies(context, policies),
    cleanup: createCleanup({ context, policies, cleanup: createCleanupRepository(database) }),
    care: createCare(context, createCareRepository(database)),
    figures: shown,
    forecast: createForecast(context, { figures, quotaGb: alerts.quotaGb }),
    health: createHealth(context, { figures, policies, activeAlerts: alerts.active }),
    alerts,
  };
}

function present<T>(value: T | null): T {
  if (value === null) throw new Error('the figures are made before anyone asks');
  return value;
}

/** Front door of retention: the stores that models learn and predict from, and what becomes of what is in them. */
export const retentionModule = defineModule({
  name: 'retention',
  needs: { audit: auditModule },
  offers: ['stores'],
  create({ platform, needs: { audit } }) {
    const { database, clock } = platform;
    const repository = createStoreRepository(database);
    const recorder = createRecorder(platform, repository);
    const context: RetentionContext = { platform, audit, recorder, quotaGb: usualQuotaGb };
    const parts = partsOf(context);
    const figures = createFiguresRepository(database);
    return {
      manifest: {
        name: 'retention',
        migrations: retentionMigrations,
        bindings: retentionBindings(context, parts),
        alerts: [parts.alerts.rule],
        jobs: retentionJobs({
          cleanUp: async () => ({ ...(await parts.cleanup.runDue()), files: await parts.records.forgetExports() }),
          async lookAt() {
            await recorder.flush();
            await figures.snapshot(new Date(Math.floor(clock.nowMs() / hourMs) * hourMs));
            return { alerts: await parts.alerts.judge() };
          },
        }),
        start: async () => recorder.start(),
        stop: () => recorder.stop(),
      },
      offers: { stores: createStores({ platform, repository, recorder }) },
    };
  },
});
