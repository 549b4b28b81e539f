import { defineModule } from '../../../platform/modules/definition.ts';
import { geographyModule } from '../geography/index.ts';
import { limitFeatures } from './features.collections.ts';
import type { LimitContext } from './limits.context.ts';
import { limitJobs } from './limits.jobs.ts';
import { limitMigrations } from './limits.migrations.ts';
import { createLimitRepository } from './limits.repository.ts';
import { limitBindings } from './limits.routes.ts';
import { createLimits } from './limits.service.ts';

/** Front door of the maritime limits: zones by geodesic distance from a baseline, and the lines between neighbours. */
export const limitsModule = defineModule({
  name: 'limits',
  needs: { geography: geographyModule },
  create({ platform, jobs, needs: { geography } }) {
    const repository = createLimitRepository(platform.database);
    const context: LimitContext = {
      ...{ platform, repository, regionalLines: geography.regionalLines, queue: () => jobs },
    };
    const limits = createLimits(context);
    return {
      manifest: {
        name: 'limits',
        migrations: limitMigrations,
        bindings: limitBindings(context, limits),
        jobs: limitJobs(limits),
        featureCollections: limitFeatures(repository, limits),
      },
    };
  },
});
