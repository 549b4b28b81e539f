import { defineModule } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { placeBindings } from './places.routes.ts';
import { createPlaces } from './places.service.ts';

/** Front door of places: the ports, areas and stations that modules know, as one list with a page each. */
export const placesModule = defineModule({
  name: 'places',
  needs: { audit: auditModule },
  collects: ['places'],
  create({ platform, needs: { audit }, collected }) {
    const bindings = placeBindings({ places: createPlaces(collected.places), clock: platform.clock, audit });
    return { manifest: { name: 'places', migrations: [], bindings } };
  },
});
