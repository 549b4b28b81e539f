import { type NafFault, type NafOptions, type NafReport, parseNaf } from '@kianda/science/naf/naf';
import type { VesselIdentityRecord, VesselPositionRecord } from '../core/vessel-records.ts';
import type { IntakeFormat } from '../intake/format.ts';

const feed = 'vms naf';

const faults: Readonly<Record<NafFault, string>> = {
  'too-long': 'linha demasiado longa',
  'not-naf': 'Formato NAF inválido: esperado //SR//…//ER//',
  field: 'campo que não é da forma XX/valor',
  'duplicate-field': 'campo repetido',
  type: 'TM em falta ou desconhecido (esperado POS, MAN, ENT, EXI, TRA, COE, CAT ou COX)',
  time: 'DA ou TI em falta ou inválidos',
  position: 'LT/LG (ou LA/LO) em falta ou fora do mundo',
  speed: 'SP não é uma velocidade possível',
  course: 'CO não é um rumo entre 0 e 360',
  vessel: 'sem identificação da embarcação (RC, IR, XR ou NA)',
};

/** The vessel by its flag and number; else by call sign, else by side number, and by name where it gives nothing else. */
function vesselKeyOf({ flag, from, internalReference, callsign, externalMark, name }: NafReport): string {
  const state = flag ?? from ?? '';
  if (internalReference !== null) return `ir:${state}:${internalReference}`;
  if (callsign !== null) return `rc:${callsign}`;
  return externalMark !== null ? `xr:${state}:${externalMark}` : `na:${state}:${name}`;
}

/** Position and identity in one message. */
export function recordsOf(report: NafReport): readonly [VesselPositionRecord, VesselIdentityRecord] {
  const common = { vesselKey: vesselKeyOf(report), mmsi: null, timeMs: report.timeMs, feed };
  return [
    {
      kind: 'vessel-position',
      ...common,
      lon: report.lon,
      lat: report.lat,
      speedKnots: report.speedKnots,
      courseDegrees: report.courseDegrees,
      headingDegrees: null,
      navigationStatus: null,
    },
    {
      kind: 'vessel-identity',
      ...common,
      name: report.name,
      callsign: report.callsign,
      imo: report.imo,
      flag: report.flag,
      registration: report.internalReference ?? report.externalMark,
      shipType: null,
      lengthMeters: null,
      widthMeters: null,
      draughtMeters: null,
      destination: null,
    },
  ];
}

const example =
  '//SR//AD/AGO//FR/AGO//TM/POS//NA/BAIA AZUL//IR/AGO-1234-N//RC/D2AB3//DA/20260831//TI/0915//LT/-12.345//LG/12.987//SP/96//CO/215//FS/AGO//RN/1//ER//';

/** Position reports in North Atlantic Format, UTC, with the speed in the unit that the centre writes. */
export const nafFormatOf = (speedUnit: NafOptions['speedUnit']): IntakeFormat => ({
  label: 'Posições VMS (NAF)',
  layout: 'lines',
  fields: [
    {
      name: 'linha',
      label: 'Mensagem NAF',
      unit: null,
      description:
        'Mensagens //SR//…//ER//, uma ou várias por linha, em UTC: TM (POS, MAN, ENT, EXI, TRA, COE, CAT, COX), DA, TI, LT e LG (ou LA e LO), e RC, IR, XR ou NA.',
      required: true,
      kind: 'text',
    },
  ],
  examples: [{ linha: example }],
  toRecords({ linha }) {
    const found = parseNaf(String(linha ?? ''), { speedUnit });
    return 'fault' in found
      ? { errors: [{ field: 'linha', message: faults[found.fault] }] }
      : { records: recordsOf(found.report) };
  },
});
