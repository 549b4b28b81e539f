import { type NafFault, type NafReport, parseNaf } from '@kianda/science/naf/naf';
import type { VesselIdentityRecord, VesselPositionRecord } from '../core/vessel-records.ts';
import type { IntakeFormat } from '../intake/format.ts';

const feed = 'vms naf';

const faults: Readonly<Record<NafFault, string>> = {
  'too-long': 'linha demasiado longa',
  'not-naf': 'Formato NAF inválido: esperado //SR//…//ER//',
  field: 'campo que não é da forma XX/valor',
  'duplicate-field': 'campo repetido',
  type: 'TM em falta ou desconhecido (esperado POS, MAN, ENT, EXI ou TRA)',
  time: 'DA ou TI em falta ou inválidos',
  position: 'LT/LG (ou LA/LO) em falta ou fora do mundo',
  speed: 'SP não é uma velocidade possível',
  course: 'CO não é um rumo entre 0 e 360',
  vessel: 'sem identificação da embarcação (RC, IR ou XR)',
};

/** The vessel by its flag and number; by call sign where the message has no number; by side number at last. */
function vesselKeyOf({ flag, from, internalReference, callsign, externalMark }: NafReport): string {
  const state = flag ?? from ?? '';
  if (internalReference !== null) return `ir:${state}:${internalReference}`;
  return callsign !== null ? `rc:${callsign}` : `xr:${state}:${externalMark}`;
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

/** Lines of position reports in North Atlantic Format, one a line, UTC, speed in tenths of knots. */
export const nafFormat: IntakeFormat = {
  label: 'Posições VMS (NAF)',
  layout: 'lines',
  fields: [
    {
      name: 'linha',
      label: 'Mensagem NAF',
      unit: null,
      description:
        'Uma mensagem por linha, //SR//…//ER//, em UTC: TM (POS, MAN, ENT, EXI, TRA), DA, TI, LT e LG (ou LA e LO), e RC, IR ou XR.',
      required: true,
      kind: 'text',
    },
  ],
  examples: [{ linha: example }],
  toRecords({ linha }) {
    const found = parseNaf(String(linha ?? ''), { speedUnit: 'tenths' });
    return 'fault' in found
      ? { errors: [{ field: 'linha', message: faults[found.fault] }] }
      : { records: recordsOf(found.report) };
  },
};
