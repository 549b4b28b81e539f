import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { vesselsModule } from '../../fleet/vessels/index.ts';
import { connectorsModule } from '../../ingestion/connectors/index.ts';
import { modelsModule } from '../../models/models/index.ts';
import { biodiversityModule } from '../../sea/biodiversity/index.ts';
import { geographyModule } from '../../sea/geography/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import { cachesModule } from '../caches/index.ts';
import { healthModule } from '../health/index.ts';
import { securityModule } from '../security/index.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import type { InstallationInfo } from './dashboard.types.ts';
import { createOverview } from './overview.service.ts';

/** Front door of the dashboards: every figure is another module's measurement, with its origin. */
export const dashboardModule = defineModule({
  name: 'dashboard',
  needs: {
    ocean: oceanModule,
    biodiversity: biodiversityModule,
    vessels: vesselsModule,
    geography: geographyModule,
    connectors: connectorsModule,
    health: healthModule,
    models: modelsModule,
    caches: cachesModule,
    security: securityModule,
  },
  settings: settingsOf<{ readonly installation: InstallationInfo }>(),
  create({ platform, jobs, settings, needs }) {
    const sources = { clock: platform.clock, queue: jobs, ...needs };
    const overview = createOverview(sources, platform.events);
    return {
      manifest: {
        name: 'dashboard',
        migrations: [],
        bindings: dashboardRoutes(sources, overview, settings.installation),
        async start() {
          overview.start();
        },
        async stop() {
          overview.stop();
        },
      },
    };
  },
});
