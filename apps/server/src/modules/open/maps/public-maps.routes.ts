import {
  createMapLink,
  listMapLinks,
  previewMapLink,
  publicMap,
  publicMapFields,
  publicMapGrid,
  publicMapPorts,
  publicMapStations,
  publicMapZee,
  revokeMapLink,
} from '@kianda/contract/open/maps/public-maps.contract';
import { listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { listStations } from '@kianda/contract/sea/ocean/ocean.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { LinksService } from './links.service.ts';
import type { MapsService } from './maps.service.ts';
import type { Publishing } from './maps.types.ts';
import type { PublicMapsService } from './public-maps.service.ts';

export function publicMapBindings({
  maps,
  links,
  publicMaps,
  publishing,
  clock,
}: {
  maps: Pick<MapsService, 'editable'>;
  links: LinksService;
  publicMaps: PublicMapsService;
  publishing: Pick<Publishing, 'embedOrigins'>;
  clock: Clock;
}): Bindings {
  const own = () => ownProvenance(clock);
  return [
    bind(listMapLinks, async ({ query, principal }) => ({
      data: {
        links: await links.list(query.map ?? null, principal),
        embedOrigins: [...publishing.embedOrigins()],
      },
      provenance: own(),
    })),
    bind(previewMapLink, async ({ params, principal }) => {
      const { shown, refused } = await publicMaps.viewOf(await maps.editable(params.id, principal));
      return { data: { shown: [...shown], refused: [...refused] }, provenance: own() };
    }),
    bind(createMapLink, async (request) => {
      const map = await maps.editable(request.params.id, request.principal);
      return { data: await links.create(map, request.body, request), provenance: own(), status: 201 as const };
    }),
    bind(revokeMapLink, async (request) => {
      await links.revoke(request.params.linkId, request);
      return { data: { revoked: true as const }, provenance: own() };
    }),
    bind(publicMap, ({ params }) => publicMaps.open(params.token)),
    bind(publicMapFields, ({ params, query, ...call }) => publicMaps.fields(params.token, query, call)),
    bind(publicMapGrid, ({ params, query, ...call }) => publicMaps.grid(params, query, call)),
    bind(publicMapStations, ({ params, ...call }) => publicMaps.layer(params.token, 'stations', listStations, call)),
    bind(publicMapZee, ({ params, ...call }) => publicMaps.layer(params.token, 'zee', zeeBoundary, call)),
    bind(publicMapPorts, ({ params, ...call }) => publicMaps.layer(params.token, 'ports', listPorts, call)),
  ];
}
