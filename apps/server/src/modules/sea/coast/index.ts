import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { connectorsModule } from '../../ingestion/connectors/index.ts';
import { layersModule } from '../../open/layers/index.ts';
import { geographyModule } from '../geography/index.ts';
import { oceanModule } from '../ocean/index.ts';
import type { CoastContext, CoastSettings } from './coast.context.ts';
import { coastJobs } from './coast.jobs.ts';
import { coastMigrations } from './coast.migrations.ts';
import { createCoastRepository } from './coast.repository.ts';
import { coastBindings } from './coast.routes.ts';
import { createCoast } from './coast.service.ts';
import { coastFeatures } from './features.collections.ts';
import { createSurveys } from './surveys/survey-sources.ts';

/** Front door of the coast: surveys of the shoreline, its change, and its vulnerability. */
export const coastModule = defineModule({
  name: 'coast',
  needs: { connectors: connectorsModule, layers: layersModule, geography: geographyModule, ocean: oceanModule },
  settings: settingsOf<CoastSettings>(),
  create({ platform, jobs, settings, needs: { connectors, layers, geography, ocean } }) {
    const repository = createCoastRepository(platform.database);
    const context: CoastContext = {
      ...{ platform, repository, settings, queue: () => jobs, providerOf: connectors.providerOf },
      ...{ climate: ocean.climate, coastFigures: ocean.coastFigures },
      surveys: createSurveys({
        ...{ database: platform.database, layers: layers.layerCollections, regionalLines: geography.regionalLines },
      }),
    };
    const coast = createCoast(context);
    return {
      manifest: {
        name: 'coast',
        migrations: coastMigrations,
        bindings: coastBindings(context, coast),
        jobs: coastJobs(coast),
        featureCollections: coastFeatures(repository, coast),
      },
    };
  },
});
