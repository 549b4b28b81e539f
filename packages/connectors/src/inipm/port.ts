import type { Connector } from '../core/port.ts';
import { OUR_OWN } from '../core/witness.ts';
import { sftpCredentialNames } from '../intake/credentials.ts';
import { intakeStream } from '../intake/stream.ts';
import { catchFormat } from './catches.ts';
import { cruiseFormat } from './cruises.ts';
import { sampleFormat } from './samples.ts';

/** Catches, cruises and biological samples of the national fisheries research institute: files alone, there is no public API. */
export const angolaInipm: Connector = {
  id: 'angola-inipm',
  name: 'INIPM – Capturas, cruzeiros e amostragem',
  provider: 'INIPM',
  description:
    'Capturas desembarcadas por porto, segmento, arte e espécie, perfis CTD dos cruzeiros e a amostragem biológica de exemplares, entregues em ficheiro pelo Instituto Nacional de Investigação Pesqueira e Marinha.',
  category: 'national',
  source: 'angola_national',
  defaultBaseUrl: 'https://inipm.gov.ao',
  credentialNames: [],
  optionalCredentialNames: sftpCredentialNames,
  licence: 'Uso interno; redistribuição com autorização do INIPM',
  citation: 'Instituto Nacional de Investigação Pesqueira e Marinha (INIPM), Angola',
  homepage: 'https://inipm.gov.ao',
  formatWitness: OUR_OWN,
  cron: '0 6 * * 1',
  timeoutSeconds: 300,
  freshnessLimitHours: 45 * 24,
  streams: [
    intakeStream({ id: 'capturas', recordKind: 'catch', format: catchFormat }),
    intakeStream({ id: 'cruzeiros', recordKind: 'profile', format: cruiseFormat, freshnessLimitHours: 365 * 24 }),
    intakeStream({ id: 'amostragem', recordKind: 'specimen', format: sampleFormat, freshnessLimitHours: 180 * 24 }),
  ],
};
