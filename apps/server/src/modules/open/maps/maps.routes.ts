import { mapCategories, mapCategoryIds } from '@kianda/contract/open/maps/layers';
import {
  createMap,
  deleteMap,
  findMap,
  listMaps,
  mapBaseLayers,
  mapStats,
  mapTemplates,
  mapToolCategories,
  openMap,
  optimizeMap,
  suggestMapLayers,
  updateMap,
  validateMap,
} from '@kianda/contract/open/maps/maps.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { MapLayersService } from './layers.service.ts';
import { templates } from './map-templates.texts.ts';
import type { MapsService } from './maps.service.ts';

export function mapBindings({
  service,
  layers,
  clock,
}: {
  service: MapsService;
  layers: MapLayersService;
  clock: Clock;
}): Bindings {
  const own = () => ownProvenance(clock);
  return [
    bind(listMaps, async ({ query, principal }) => ({
      data: { maps: await service.list(query, principal) },
      provenance: own(),
    })),
    bind(findMap, async ({ params, principal }) => ({
      data: await service.find(params.id, principal),
      provenance: own(),
    })),
    bind(createMap, async (request) => ({
      data: await service.create(request.body, request),
      provenance: own(),
      status: 201 as const,
    })),
    bind(updateMap, async (request) => ({
      data: await service.update(request.params.id, request.body, request),
      provenance: own(),
    })),
    bind(deleteMap, async (request) => {
      await service.remove(request.params.id, request);
      return { data: { deleted: true as const }, provenance: own() };
    }),
    bind(openMap, async ({ params, principal }) => ({
      data: { opens: await service.open(params.id, principal) },
      provenance: own(),
    })),
    bind(mapStats, async ({ principal }) => ({ data: await service.stats(principal), provenance: own() })),
    bind(mapTemplates, async () => ({ data: { templates: templates() }, provenance: own() })),
    bind(mapToolCategories, async ({ principal }) => {
      const counts = await service.countsByCategory(principal);
      return {
        data: { categories: mapCategoryIds.map((id) => ({ id, title: mapCategories[id], maps: counts[id] })) },
        provenance: own(),
      };
    }),
    bind(mapBaseLayers, () => layers.bases()),
    bind(validateMap, ({ body }) => layers.validate(body.definition)),
    bind(suggestMapLayers, ({ params }) => layers.suggest(params.category)),
    bind(optimizeMap, ({ body }) => layers.optimize(body.definition)),
  ];
}
