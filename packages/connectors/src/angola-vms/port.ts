import type { Connector } from '../core/port.ts';
import { recordedBy } from '../core/witness.ts';
import { sftpCredentialNames } from '../intake/credentials.ts';
import { intakeStream } from '../intake/stream.ts';
import { nafFormatOf } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

/** Units in which a centre may write speeds: the European format has tenths of knots. */
export type VmsSpeedUnit = 'knots' | 'tenths';

/** Positions of the national vessel monitoring system, handed over by its centre as NAF messages. */
export const angolaVmsWith = (speedUnit: VmsSpeedUnit): Connector => ({
  id: 'angola-vms',
  name: 'SNFPA – VMS (NAF)',
  provider: 'SNFPA',
  description:
    'Posições das embarcações de pesca licenciadas, do centro de monitorização (VMS), em mensagens NAF entregues por HTTPS assinado, SFTP ou pasta.',
  category: 'national',
  source: 'angola_national',
  defaultBaseUrl: 'https://minpermar.gov.ao',
  credentialNames: [],
  optionalCredentialNames: sftpCredentialNames,
  licence: 'Uso interno da fiscalização; não redistribuir',
  citation: 'Serviço Nacional de Fiscalização Pesqueira e da Aquicultura (SNFPA), Angola',
  homepage: 'https://minpermar.gov.ao',
  formatWitness: recordedBy(recorded),
  cron: '*/10 * * * *',
  timeoutSeconds: 120,
  freshnessLimitHours: 2,
  streams: [intakeStream({ id: 'positions', recordKind: 'vessel-position', format: nafFormatOf(speedUnit) })],
});

export const angolaVms = angolaVmsWith('tenths');
