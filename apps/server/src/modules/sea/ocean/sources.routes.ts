import type { Sourced } from '@kianda/contract';
import { coastalStationSeries, listCoastalStations } from '@kianda/contract/sea/ocean/coastal.contract';
import {
  findProfile,
  listProducts,
  listProfiles,
  listTideGauges,
  tideGaugeSeries,
} from '@kianda/contract/sea/ocean/sources.contract';
import { type Answer, type Bindings, bind } from '../../../platform/http/bind.ts';
import type { CoastalStationService } from './coastal-stations.service.ts';
import type { ProductService } from './products.service.ts';
import type { ProfileService } from './profiles.service.ts';
import type { TideGaugeService } from './tide-gauges.service.ts';

const answer = <T>({ value, provenance }: Sourced<T>): Answer<T> => ({ data: value, provenance });

/** Observations of single providers: floats, gauges, coastal stations, satellite passes. */
export function sourceBindings(services: {
  readonly profiles: ProfileService;
  readonly gauges: TideGaugeService;
  readonly products: ProductService;
  readonly coast: CoastalStationService;
}): Bindings {
  return [
    bind(listProfiles, async ({ query }) => answer(await services.profiles.list(query))),
    bind(findProfile, async ({ params }) => answer(await services.profiles.find(params.id))),
    bind(listProducts, async ({ query }) => answer(await services.products.list(query))),
    bind(listTideGauges, async () => answer(await services.gauges.list())),
    bind(tideGaugeSeries, async ({ params, query }) => answer(await services.gauges.series(params.id, query))),
    bind(listCoastalStations, async () => answer(await services.coast.list())),
    bind(coastalStationSeries, async ({ params, query }) => answer(await services.coast.series(params.id, query))),
  ];
}
