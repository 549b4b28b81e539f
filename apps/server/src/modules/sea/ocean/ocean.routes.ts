import type { Sourced } from '@kianda/contract';
import { fieldTile } from '@kianda/contract/sea/ocean/field-tiles.contract';
import {
  fieldGrid,
  listFields,
  listStations,
  pointSeries,
  stationSeries,
  zeeSeries,
} from '@kianda/contract/sea/ocean/ocean.contract';
import { type Answer, type Bindings, bind } from '../../../platform/http/bind.ts';
import type { OceanService } from './ocean.service.ts';

const answer = <T>({ value, provenance }: Sourced<T>): Answer<T> => ({ data: value, provenance });

export function oceanBindings(service: OceanService): Bindings {
  return [
    bind(listFields, async ({ query }) => {
      const fields = await service.fieldList(query);
      return { data: { fields: fields.value }, provenance: fields.provenance };
    }),
    bind(fieldGrid, async ({ params, query }) => answer(await service.grid(params.variable, query.time, query.stride))),
    bind(fieldTile, ({ params: { variable, ...address }, query }) => service.fieldTile(variable, address, query)),
    bind(pointSeries, async ({ query }) =>
      answer(await service.point([query.lon, query.lat], query.variable, query.days)),
    ),
    bind(zeeSeries, async ({ params, query }) => answer(await service.zeeSeries(params.variable, query.days))),
    bind(listStations, async () => {
      const stations = await service.stations();
      return { data: { stations: stations.value }, provenance: stations.provenance };
    }),
    bind(stationSeries, async ({ params, query }) =>
      answer(await service.stationSeries(params.id, query.variable, query.hours)),
    ),
  ];
}
