import { CLIMATOLOGY_STEP_DAYS, cmemsSource } from '../cmems/client.ts';
import { CMEMS_URLS } from '../cmems/hosts.ts';
import type { CmemsDataset } from '../cmems/map.ts';
import { dailyStream } from '../core/daily.ts';
import type { Connector } from '../core/port.ts';
import { recordedBy } from '../core/witness.ts';
import { acidity, nutrients, oxygen, phytoplankton } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

const daily = (id: string, dataset: CmemsDataset) =>
  dailyStream({
    id,
    climatologyStepDays: CLIMATOLOGY_STEP_DAYS,
    open: (settings, context) => cmemsSource(dataset, settings, context),
  });

/** Oxygen, pH, nitrate and phytoplankton by ocean model: the storage and protocol of `cmems`, another product. */
export const cmemsBgc: Connector = {
  id: 'cmems-bgc',
  name: 'Copernicus Marine – Biogeoquímica',
  provider: 'Copernicus Marine Service (Mercator Ocean)',
  description:
    'Oxigénio (à superfície e a cerca de 200 m), pH, nitrato e fitoplâncton, médias diárias do modelo global de análise e previsão a 1/4°.',
  category: 'international',
  source: 'cmems',
  defaultBaseUrl: CMEMS_URLS.arco,
  defaultExtraBaseUrls: CMEMS_URLS,
  credentialNames: [],
  licence: 'Licença do Copernicus Marine Service',
  citation:
    'Generated using E.U. Copernicus Marine Service Information; GLOBAL_ANALYSISFORECAST_BGC_001_028, doi:10.48670/moi-00015',
  homepage: 'https://data.marine.copernicus.eu/product/GLOBAL_ANALYSISFORECAST_BGC_001_028',
  formatWitness: recordedBy(recorded),
  cron: '30 2 * * *',
  timeoutSeconds: 600,
  freshnessLimitHours: 36,
  streams: [
    daily('oxygen', oxygen),
    daily('ph', acidity),
    daily('nitrate', nutrients),
    daily('phytoplankton', phytoplankton),
  ],
};
