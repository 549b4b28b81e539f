import type { Config } from '../config/env.ts';
import type { Audit } from '../modules/audit/index.ts';
import { createBiodiversity, createTracks } from '../modules/biodiversity/index.ts';
import type { ConfiguredConnector, createConnectors } from '../modules/connectors/index.ts';
import { createCopernicus } from '../modules/copernicus/index.ts';
import { createFisheries } from '../modules/fisheries/index.ts';
import { createGeography } from '../modules/geography/index.ts';
import { createOcean } from '../modules/ocean/index.ts';
import type { SurveillanceModule } from '../modules/surveillance/index.ts';
import { createVessels } from '../modules/vessels/index.ts';
import type { JobQueue } from '../platform/jobs/jobs.ts';
import type { Platform } from '../platform/module.ts';
import { copernicusAccess } from './connectors.ts';
import { derivedOptions } from './ocean.ts';
import { fillSinks, type Sinks } from './sinks.ts';

/** The modules that keep what connectors bring; from here on it is kept. */
export function composeData(options: {
  platform: Platform;
  config: Config;
  userAgent: () => string;
  audit: Audit;
  queue: () => JobQueue;
  connectors: ReturnType<typeof createConnectors>;
  connectorList: readonly ConfiguredConnector[];
  /** Who each connector's data are from. */
  providerOf: (connectorId: string) => string;
  sinks: Sinks;
  surveillance: () => Pick<SurveillanceModule, 'groupMembers' | 'licencePeriods'>;
}) {
  const { platform, config, audit, queue, connectors, connectorList, surveillance } = options;
  const { provenanceOf } = connectors;
  const ocean = createOcean({
    platform,
    provenanceOf,
    providerOf: options.providerOf,
    derived: derivedOptions(queue, audit, connectorList),
  });
  const biodiversity = createBiodiversity({ platform, provenanceOf });
  const vessels = createVessels({
    platform,
    provenanceOf,
    retention: config.positions,
    audit,
    groupMembers: (...asked) => surveillance().groupMembers(...asked),
    licencePeriods: () => surveillance().licencePeriods(),
    gfw: {
      connector: () => connectors.connector('gfw'),
      userAgent: options.userAgent,
    },
  });
  const fisheries = createFisheries({ platform, provenanceOf });
  const tracks = createTracks({ platform, provenanceOf });
  const geography = createGeography({ platform, vessels: vessels.service, provenanceOf });
  fillSinks(options.sinks, { ocean, biodiversity, vessels, fisheries, geography, tracks });
  const copernicus = createCopernicus({
    platform,
    ocean,
    connectors,
    access: copernicusAccess(config, connectorList, options.userAgent),
    hosts: config.oceanApiUrls,
    interfacesUrl: config.interfacesUrl,
  });
  return { ocean, biodiversity, vessels, fisheries, tracks, geography, copernicus };
}
