import type { QueryOf } from '@kianda/contract';
import { exportPlaces, listPlaces, placeById } from '@kianda/contract/sea/places/places.contract';
import { placesResource } from '@kianda/contract/sea/places/places.resource';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { type ListRecorder, listExport } from '../../../platform/http/list-file.ts';
import type { Places } from './places.service.ts';

export function placeBindings({
  places,
  clock,
  audit,
}: {
  readonly places: Places;
  readonly clock: Clock;
  readonly audit: ListRecorder;
}): Bindings {
  return [
    bind(listPlaces, ({ query, principal }) => places.page(query, principal)),
    bind(
      exportPlaces,
      listExport(placesResource, {
        clock,
        audit,
        read: async (query: QueryOf<typeof listPlaces>, principal) => {
          const { data, provenance } = await places.page(query, principal);
          return { ...data, provenance };
        },
      }),
    ),
    bind(placeById, ({ params, principal }) => places.byId(params, principal)),
  ];
}
