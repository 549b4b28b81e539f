import {
  angolaMarine,
  copernicusAuth,
  copernicusIntegration,
  copernicusMaps,
  copernicusMonitoring,
  copernicusOData,
  copernicusOpenSearch,
} from '@kianda/contract/sea/ocean/copernicus.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { OceanModule } from '../ocean/index.ts';
import type { CopernicusAccess } from './copernicus.client.ts';
import type { CopernicusService } from './copernicus.service.ts';
import { linksOf, mapAddress } from './links.rules.ts';
import type { readMonitoring } from './monitoring.service.ts';
import { odataDocument, restoDocument } from './product-search/answers.ts';

/** One line for each endpoint of the two Copernicus sections. */
export function copernicusBindings(deps: {
  readonly service: CopernicusService;
  readonly monitoring: (query: Parameters<typeof readMonitoring>[0]) => ReturnType<typeof readMonitoring>;
  readonly ocean: Pick<OceanModule, 'catalogue'>;
  readonly access: CopernicusAccess;
  readonly hosts: readonly string[];
  readonly interfacesUrl: string;
  readonly clock: Clock;
}): Bindings {
  const { service, ocean, access, clock } = deps;
  const products = async () => service.productProvenance(await ocean.catalogue.newest());
  return [
    bind(angolaMarine, () => service.angolaMarine()),
    bind(copernicusIntegration, async () => ({
      data: { hosts: [...deps.hosts, null], links: linksOf(access) },
      provenance: ownProvenance(clock),
    })),
    bind(copernicusMonitoring, async ({ query }) => ({
      data: await deps.monitoring(query),
      provenance: await products(),
      fields: { probes: await service.probesProvenance(), connectors: ownProvenance(clock) },
    })),
    bind(copernicusOData, async ({ query }) => odataDocument(ocean.catalogue, await products(), query)),
    bind(copernicusOpenSearch, async ({ params, query }) =>
      restoDocument(ocean.catalogue, await products(), params.collection, query),
    ),
    bind(copernicusAuth, () => service.identity()),
    bind(copernicusMaps, async ({ query }) => ({ location: mapAddress(deps.interfacesUrl, query.q) })),
  ];
}
