import { surveillanceModule } from '../modules/fleet/surveillance/index.ts';
import { vesselsModule } from '../modules/fleet/vessels/index.ts';
import { fieldModule } from '../modules/ingestion/field/index.ts';
import { filtersModule } from '../modules/models/filters/index.ts';
import { modelsModule } from '../modules/models/models/index.ts';
import { retentionModule } from '../modules/models/retention/index.ts';
import { studiesModule } from '../modules/models/studies/index.ts';
import { biodiversityModule } from '../modules/sea/biodiversity/index.ts';
import { coastModule } from '../modules/sea/coast/index.ts';
import { copernicusModule } from '../modules/sea/copernicus/index.ts';
import { fisheriesModule } from '../modules/sea/fisheries/index.ts';
import { geographyModule } from '../modules/sea/geography/index.ts';
import { infrastructureModule } from '../modules/sea/infrastructure/index.ts';
import { limitsModule } from '../modules/sea/limits/index.ts';
import { oceanModule } from '../modules/sea/ocean/index.ts';
import { placesModule } from '../modules/sea/places/index.ts';
import { tracksModule } from '../modules/sea/tracks/index.ts';
import { biomassModule } from '../modules/space/biomass/index.ts';
import { spatialModule } from '../modules/space/spatial/index.ts';
import { temporalModule } from '../modules/space/temporal/index.ts';
import { configured, type ModuleEntry } from '../platform/modules/definition.ts';
import { copernicusAccess } from './connectors.ts';
import type { Setup } from './setup.ts';

/** The modules that store what connectors bring, in the order in which the catalogue shows their products. */
export function dataModules({ config, connectors, userAgent, version }: Setup): readonly ModuleEntry[] {
  return [
    configured(oceanModule),
    configured(biodiversityModule),
    configured(vesselsModule, {
      retention: config.positions,
      stations: config.aisStations,
      userAgent,
    }),
    configured(fisheriesModule),
    configured(tracksModule),
    configured(geographyModule),
    configured(limitsModule),
    configured(coastModule, { simulatorSeed: config.seed }),
    configured(copernicusModule, {
      access: copernicusAccess(config, connectors, userAgent),
      hosts: config.oceanApiUrls,
      interfacesUrl: config.interfacesUrl,
    }),
    configured(surveillanceModule, {
      detects: config.roles.includes('worker'),
      demonstrationSeed: config.mode === 'demo' ? config.seed : null,
    }),
    configured(placesModule),
    configured(infrastructureModule),
    configured(fieldModule),
    configured(retentionModule),
    configured(modelsModule, {
      trainsFirst: config.models.trainsFirst && config.roles.includes('worker'),
      allowsOwnApproval: config.models.allowsOwnApproval,
      foreignFileBytes: config.models.foreignFileBytes,
      trees: config.models.trees,
      codeVersion: version,
      simulatorSeed: config.seed,
      operatorName: () => config.operator.name,
      interfacesUrl: config.interfacesUrl,
    }),
    configured(filtersModule, { simulatorSeed: config.seed }),
    configured(studiesModule, { codeVersion: version }),
    configured(temporalModule),
    configured(biomassModule),
    configured(spatialModule, { codeVersion: version, limits: config.spatial, simulatorSeed: config.seed }),
  ];
}
