import { defineModule } from '../../../platform/modules/definition.ts';
import { connectorsModule } from '../../ingestion/connectors/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { fisheriesModule } from '../../sea/fisheries/index.ts';
import { geographyModule } from '../../sea/geography/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import type { BiomassContext } from './biomass.context.ts';
import { biomassJobs } from './biomass.jobs.ts';
import { biomassMigrations } from './biomass.migrations.ts';
import { createBiomassRepository } from './biomass.repository.ts';
import { biomassBindings } from './biomass.routes.ts';
import { createBiomassService } from './biomass.service.ts';
import { createRuns } from './runs.service.ts';

/** Front door of biomass: estimates with their arithmetic, by calculation, and the file of satellite means. */
export const biomassModule = defineModule({
  name: 'biomass',
  needs: {
    ...{ audit: auditModule, connectors: connectorsModule, ocean: oceanModule },
    ...{ fisheries: fisheriesModule, geography: geographyModule },
  },
  create({ platform, jobs, needs: { audit, connectors, ocean, fisheries, geography } }) {
    const { absenceOf, providerOf, provenanceOf } = connectors;
    const context: BiomassContext = {
      ...{ platform, audit, absenceOf, providerOf, provenanceOf, queue: () => jobs },
      repository: createBiomassRepository(platform.database),
      ocean: ocean.service,
      stores: {
        daysOf: ocean.daysOf,
        seabed: () => ocean.climate.climate('seabedDepth'),
        mark: async () => {
          const marks = await ocean.fieldMarks(['analysedSst', 'chlorophyll', 'ndvi']);
          const hasSea = marks.has('analysedSst') || marks.has('chlorophyll');
          return hasSea ? [...marks.values()].sort().join(' ') : '';
        },
        newestCatch: fisheries.newestCatch,
        protectedAreas: geography.protectedSea,
      },
    };
    const runs = createRuns(context);
    const service = createBiomassService(context, runs);
    return {
      manifest: {
        name: 'biomass',
        migrations: biomassMigrations,
        bindings: biomassBindings(context, { service, runs }),
        jobs: biomassJobs(runs),
      },
    };
  },
});
