import type { createBiodiversity, createTracks } from '../modules/biodiversity/index.ts';
import type { createConnectors } from '../modules/connectors/index.ts';
import type { createFisheries } from '../modules/fisheries/index.ts';
import type { createGeography } from '../modules/geography/index.ts';
import type { OceanModule } from '../modules/ocean/index.ts';
import type { createVessels } from '../modules/vessels/index.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Where connectors put what they bring, by its kind; filled in once the modules that own them exist. */
export type Sinks = Mutable<Parameters<typeof createConnectors>[0]['sinks']>;

/** Each kind of record to the module that keeps it. */
export function fillSinks(
  sinks: Sinks,
  modules: {
    readonly ocean: OceanModule;
    readonly biodiversity: ReturnType<typeof createBiodiversity>;
    readonly vessels: ReturnType<typeof createVessels>;
    readonly fisheries: ReturnType<typeof createFisheries>;
    readonly geography: ReturnType<typeof createGeography>;
    readonly tracks: ReturnType<typeof createTracks>;
  },
): void {
  const { ocean, biodiversity, vessels, fisheries, geography, tracks } = modules;
  sinks['grid-slice'] = ocean.sinks.gridSlice;
  sinks['station-series'] = ocean.sinks.stationSeries;
  sinks.profile = ocean.sinks.profile;
  sinks.product = ocean.sinks.product;
  sinks.occurrence = biodiversity.sink;
  sinks.taxon = biodiversity.taxonSink;
  sinks['vessel-presence'] = vessels.sink;
  sinks['vessel-position'] = vessels.positionSink;
  sinks['vessel-identity'] = vessels.identitySink;
  sinks['vessel-event'] = vessels.eventSink;
  sinks.landing = fisheries.sink;
  sinks.catch = fisheries.catchSink;
  sinks['protected-area'] = geography.sinks.protectedArea;
  sinks['map-layer'] = geography.sinks.layer;
  sinks['animal-track'] = tracks.sink;
}
