import type { Position } from '@kianda/geo';
import { formatNaf, type NafReport } from '@kianda/science/naf/naf';
import { AppError } from '../../../../platform/http/errors.ts';

/** NAF asks for a mark of the vessel: vessels without one are left out, and a file without any record is refused. */
export async function* nafParts(batches: AsyncIterable<readonly NafReport[]>) {
  let isEmpty = true;
  for await (const reports of batches) {
    const fit = reports.filter(
      ({ callsign, internalReference, externalMark }) => callsign ?? internalReference ?? externalMark,
    );
    if (fit.length === 0) continue;
    isEmpty = false;
    yield `${fit.map((report) => formatNaf(report, { speedUnit: 'tenths' })).join('\r\n')}\r\n`;
  }
  if (!isEmpty) return;
  throw new AppError('validation_failed', {
    detail: 'O NAF pede o indicativo ou a matrícula, e nenhuma destas embarcações os tem.',
  });
}

type Marks = {
  readonly name: string | null;
  readonly flag: string | null;
  readonly callsign: string | null;
  readonly registration: string | null;
  readonly imo: string | null;
};

/** Position of a vessel at an instant as a NAF record. */
export const nafOf = (vessel: Marks, timeMs: number, [lon, lat]: Position): NafReport => ({
  type: 'POS',
  to: null,
  from: 'AGO',
  flag: vessel.flag,
  callsign: vessel.callsign,
  name: vessel.name,
  internalReference: vessel.registration,
  externalMark: null,
  imo: vessel.imo,
  timeMs,
  lon,
  lat,
  speedKnots: null,
  courseDegrees: null,
  recordNumber: null,
});
