import type { DataOf } from '@kianda/contract';
import type { dataConnectors } from '@kianda/contract/ingestion/connectors/operations.contract';

export type ConnectorList = DataOf<typeof dataConnectors>;
export type Connector = ConnectorList['connectors'][number];

type Known = { readonly id: string; readonly name: string; readonly provider: string; readonly endpoint: string };

function sample({ id, name, provider, endpoint }: Known, recordsProcessed: number, errorCount: number): Connector {
  return {
    id,
    name,
    provider,
    description: '',
    type: 'international',
    source: id,
    status: 'inactive',
    statusReason: null,
    simulated: false,
    baseUrl: endpoint,
    schedule: '',
    timeoutSeconds: 300,
    licence: '',
    citation: '',
    homepage: '',
    formatWitness: { kind: 'documentation', sources: [], newest: null },
    lastRun: null,
    lastSuccess: null,
    nextRun: null,
    recordsProcessed,
    recordsRejected: errorCount,
    failedRuns: 0,
    endedRuns: 0,
    hasDelivered: false,
    errorRate: null,
    freshnessLimitHours: 24,
    freshnessBy: 'retrieval',
    newestObservation: null,
    currentAt: null,
    fresh: null,
    freshness: 'unknown',
    streams: [],
    errorCount,
    config: { api_endpoint: endpoint, update_frequency: 'daily' },
    paused: false,
    credentials: [],
    openDrifts: 0,
  };
}

/** The three connectors of the specification, for when the server cannot be reached. No run dates: none is known. */
export const fallbackConnectors: ConnectorList = {
  connectors: [
    sample({ id: 'obis', name: 'OBIS Marine Data', provider: 'OBIS', endpoint: 'https://api.obis.org/v3' }, 15_420, 3),
    sample({ id: 'gbif', name: 'GBIF Biodiversity', provider: 'GBIF', endpoint: 'https://api.gbif.org/v1' }, 28_930, 1),
    sample(
      {
        id: 'cmems',
        name: 'CMEMS Oceanographic',
        provider: 'Copernicus Marine',
        endpoint: 'https://data.marine.copernicus.eu',
      },
      8_760,
      0,
    ),
  ],
  by_type: { international: 3, regional: 0, national: 0 },
  error_rate: null,
};
