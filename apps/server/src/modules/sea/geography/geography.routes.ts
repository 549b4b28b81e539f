import {
  listFishingZones,
  listMapLayerFeatures,
  listMapLayers,
  listPorts,
  listProtectedAreas,
  zeeBoundary,
} from '@kianda/contract/sea/geography/geography.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import type { VesselService } from '../../fleet/vessels/index.ts';
import type { createLayers } from './layers.service.ts';
import type { createProtectedAreas } from './protected-areas.service.ts';
import { fishingZonesAnswer, portsAnswer, zeeAnswer } from './reference.service.ts';

export function geographyBindings({
  vessels,
  areas,
  layers,
}: {
  vessels: Pick<VesselService, 'byZone'>;
  areas: ReturnType<typeof createProtectedAreas>;
  layers: ReturnType<typeof createLayers>;
}): Bindings {
  return [
    bind(zeeBoundary, async () => zeeAnswer()),
    bind(listPorts, async () => portsAnswer()),
    bind(listFishingZones, () => fishingZonesAnswer(vessels)),
    bind(listProtectedAreas, ({ query }) => areas(query)),
    bind(listMapLayers, ({ query }) => layers.list(query)),
    bind(listMapLayerFeatures, ({ params, query }) => layers.features(params.id, query)),
  ];
}
