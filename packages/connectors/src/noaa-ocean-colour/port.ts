import type { Connector } from '../core/port.ts';
import { DOCUMENTED } from '../core/witness.ts';
import { griddapStream } from '../erddap/client.ts';
import { viirsChlorophyll } from './map.ts';

/** Chlorophyll by satellite. */
export const noaaOceanColour: Connector = {
  id: 'noaa-viirs-modis',
  name: 'NOAA CoastWatch – Cor do oceano',
  provider: 'NOAA CoastWatch',
  description: 'Clorofila-a diária à superfície, VIIRS, a 0,0375°; as nuvens ficam em falta.',
  category: 'international',
  source: 'modis',
  defaultBaseUrl: 'https://coastwatch.pfeg.noaa.gov/erddap',
  credentialNames: [],
  licence: 'Dados do Governo dos EUA: utilização e redistribuição livres',
  citation: 'NOAA/NESDIS/STAR, VIIRS Suomi-NPP Science Quality Chlorophyll-a, Daily, CoastWatch',
  homepage: 'https://coastwatch.pfeg.noaa.gov/erddap/info/nesdisVHNSQchlaDaily/index.html',
  formatWitness: DOCUMENTED,
  cron: '0 4 * * *',
  timeoutSeconds: 900,
  freshnessLimitHours: 72,
  streams: [griddapStream('chlorophyll', viirsChlorophyll)],
};
