import { dailyStream } from '../core/daily.ts';
import type { Connector } from '../core/port.ts';
import { recordedBy } from '../core/witness.ts';
import { CLIMATOLOGY_STEP_DAYS, cmemsSource } from './client.ts';
import { CMEMS_URLS } from './hosts.ts';
import { type CmemsDataset, currents, salinity } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

const daily = (id: string, dataset: CmemsDataset) =>
  dailyStream({
    id,
    climatologyStepDays: CLIMATOLOGY_STEP_DAYS,
    open: (settings, context) => cmemsSource(dataset, settings, context),
  });

/** Salinity and currents by ocean model. */
export const cmems: Connector = {
  id: 'cmems',
  name: 'Copernicus Marine',
  provider: 'Copernicus Marine Service (Mercator Ocean)',
  description: 'Salinidade e correntes à superfície, médias diárias do modelo global de análise e previsão a 1/12°.',
  category: 'international',
  source: 'cmems',
  defaultBaseUrl: CMEMS_URLS.arco,
  defaultExtraBaseUrls: CMEMS_URLS,
  // Chunks are read without signature; a user name, when set, is only sent along as the provider asks.
  credentialNames: [],
  licence: 'Licença do Copernicus Marine Service',
  citation:
    'Generated using E.U. Copernicus Marine Service Information; GLOBAL_ANALYSISFORECAST_PHY_001_024, doi:10.48670/moi-00016',
  homepage: 'https://data.marine.copernicus.eu/product/GLOBAL_ANALYSISFORECAST_PHY_001_024',
  formatWitness: recordedBy(recorded),
  cron: '0 2 * * *',
  timeoutSeconds: 600,
  freshnessLimitHours: 36,
  streams: [daily('salinity', salinity), daily('currents', currents)],
};
