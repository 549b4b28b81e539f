import { defineModule } from '../../../platform/modules/definition.ts';
import { surveillanceModule } from '../../fleet/surveillance/index.ts';
import { vesselsModule } from '../../fleet/vessels/index.ts';
import { connectorsModule } from '../../ingestion/connectors/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import { tracksModule } from '../../sea/tracks/index.ts';
import { temporalBindings } from './temporal.routes.ts';
import { createTemporalService } from './temporal.service.ts';

/** Front door of the temporal visualisation: six variables on one clock, out of what other modules store. */
export const temporalModule = defineModule({
  name: 'temporal',
  needs: {
    connectors: connectorsModule,
    ocean: oceanModule,
    surveillance: surveillanceModule,
    tracks: tracksModule,
    vessels: vesselsModule,
  },
  create({ platform: { clock }, needs: { connectors, ocean, surveillance, tracks, vessels } }) {
    const { creditOf } = connectors;
    const { frames, casts } = ocean;
    const fishing = { own: surveillance.ownFishing, gfw: vessels.gfwFishing };
    const service = createTemporalService({ frames, casts, tracks: tracks.service, fishing, creditOf, clock });
    return { manifest: { name: 'temporal', migrations: [], bindings: temporalBindings(service) } };
  },
});
