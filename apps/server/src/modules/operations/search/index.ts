import { defineModule } from '../../../platform/modules/definition.ts';
import { searchRoutes } from './search.routes.ts';
import { createSearchService } from './search.service.ts';

/** Front door of the search over everything that modules let people find. */
export const searchModule = defineModule({
  name: 'search',
  collects: ['searches'],
  create({ platform, collected }) {
    const service = createSearchService({ sources: collected.searches, log: platform.log });
    return { manifest: { name: 'search', migrations: [], bindings: searchRoutes(service, platform.clock) } };
  },
});
