import type { Connector } from '../core/port.ts';
import { DOCUMENTED } from '../core/witness.ts';
import { griddapStream } from '../erddap/client.ts';
import { mur, oisst, oisstTemperature } from './map.ts';

/** Sea surface temperature by satellite: MUR for maps, OISST for the anomaly. */
export const noaaSst: Connector = {
  id: 'noaa-sst',
  name: 'NOAA/JPL – TSM (MUR, OISST)',
  provider: 'NOAA CoastWatch / NASA JPL',
  description: 'Temperatura da superfície do mar por satélite: MUR diária a 0,05° e OISST a 0,25°, com a anomalia.',
  category: 'international',
  source: 'others',
  defaultBaseUrl: 'https://coastwatch.pfeg.noaa.gov/erddap',
  credentialNames: [],
  licence: 'Dados do Governo dos EUA: utilização e redistribuição livres',
  citation:
    'JPL MUR MEaSUREs Project (2015), GHRSST Level 4 MUR Global Foundation SST v4.1, doi:10.5067/GHGMR-4FJ04; NOAA/NCEI, 1/4° Daily OISST v2.1, doi:10.25921/RE9P-PT57',
  homepage: 'https://coastwatch.pfeg.noaa.gov/erddap/info/jplMURSST41/index.html',
  formatWitness: DOCUMENTED,
  cron: '0 */12 * * *',
  timeoutSeconds: 300,
  freshnessLimitHours: 48,
  streams: [
    griddapStream('mur', mur),
    // The final analysis waits two weeks for late observations: until then each day may still change.
    { ...griddapStream('oisst', oisst, { redoDays: 14, means: oisstTemperature }), freshnessLimitHours: 17 * 24 },
  ],
};
