import type { GfwVessel } from '@kianda/contract/fleet/vessels/gfw.contract';
import { AppError } from '../../../platform/http/errors.ts';

/** ISO 3166-1: flags seen off south-west Africa, by the two letters that clients of the specification send. */
const alpha3 = new Map(
  (
    'AO AGO NA NAM CG COG CD COD GA GAB ST STP ZA ZAF GQ GNQ CM CMR NG NGA GH GHA CI CIV SN SEN MR MRT MA MAR GN GIN ' +
    'GW GNB SL SLE LR LBR CV CPV MZ MOZ MU MUS SC SYC MG MDG TZ TZA CN CHN TW TWN JP JPN KR KOR KP PRK ID IDN PH PHL ' +
    'VN VNM TH THA IN IND ES ESP PT PRT FR FRA IT ITA GR GRC NL NLD DE DEU GB GBR NO NOR RU RUS PL POL LT LTU LV LVA ' +
    'EE EST UA UKR CY CYP MT MLT TR TUR BR BRA AR ARG UY URY CL CHL PE PER US USA PA PAN BZ BLZ HN HND VC VCT ' +
    'BS BHS MH MHL SG SGP HK HKG KM COM CU CUB VE VEN CW CUW'
  )
    .split(' ')
    .reduce<[string, string][]>((pairs, word, index, words) => {
      if (index % 2 === 0) pairs.push([word, words[index + 1] ?? word]);
      return pairs;
    }, []),
);

const fields: Readonly<Record<string, (vessel: GfwVessel) => string | null>> = {
  flag: (vessel) => vessel.flag,
  imo: (vessel) => vessel.imo,
  callsign: (vessel) => vessel.callsign,
  ssvid: (vessel) => vessel.mmsi,
  mmsi: (vessel) => vessel.mmsi,
  name: (vessel) => vessel.name,
  shipname: (vessel) => vessel.name,
  vesselid: (vessel) => vessel.vesselId,
  vesseltype: (vessel) => vessel.vesselType,
  shiptypes: (vessel) => vessel.vesselType,
  geartypes: (vessel) => vessel.gearType,
};

type Test = (vessel: GfwVessel) => boolean;

/**
 * Reads `flag = AO`, `flag in ('AGO','CHN') AND vesselType = 'fishing'`, `shipname LIKE '*MAR*'`; without letters' case,
 * flags of two letters as of three, an empty text as everything. Throws `validation_failed` for anything else.
 */
export function parseWhere(text: string): Test {
  const tests = text
    .trim()
    .split(/\s+and\s+/i)
    .filter((part) => part !== '')
    .map(testOf);
  return (vessel) => tests.every((test) => test(vessel));
}

function testOf(part: string): Test {
  const found = /^\(?\s*([a-z]+)\s*(=|like\b|in\b)\s*(.+?)\s*\)?$/i.exec(part);
  const [, name = '', operator = '', given = ''] = found ?? [];
  const read = Object.hasOwn(fields, name.toLowerCase()) ? fields[name.toLowerCase()] : undefined;
  if (read === undefined) throw refused(part);
  const values = valuesOf(operator.toLowerCase() === 'in' ? given.replace(/^\(/, '').replace(/\)$/, '') : given);
  const isList = operator.toLowerCase() === 'in';
  if (values.length === 0 || (!isList && values.length > 1)) throw refused(part);
  const wanted = values.map((value) => (name.toLowerCase() === 'flag' ? flagOf(value) : value));
  const tests = wanted.map((value) => (operator.toLowerCase() === 'like' ? likeTest(value) : equalTest(value)));
  return (vessel) => {
    const text = read(vessel);
    return text !== null && tests.some((test) => test(text.toUpperCase()));
  };
}

function valuesOf(text: string): string[] {
  return text
    .split(',')
    .map((value) =>
      value
        .trim()
        .replace(/^(['"])(.*)\1$/, '$2')
        .toUpperCase(),
    )
    .filter((value) => value !== '');
}

function flagOf(value: string): string {
  const flag = value.length === 2 ? alpha3.get(value) : value;
  if (flag === undefined || !/^[A-Z]{3}$/.test(flag)) throw refused(`flag = ${value}`);
  return flag;
}

const equalTest = (wanted: string) => (text: string) => text === wanted;

/** `*` stands for anything: pieces are looked for in order, without a pattern that could run away. */
function likeTest(wanted: string): (text: string) => boolean {
  const pieces = wanted.split('*');
  return (text) => {
    let from = 0;
    for (const [index, piece] of pieces.entries()) {
      const isLast = index === pieces.length - 1;
      const found = isLast && index > 0 ? text.lastIndexOf(piece) : text.indexOf(piece, from);
      if (found < from || (index === 0 && found !== 0)) return false;
      if (isLast && found + piece.length !== text.length) return false;
      from = found + piece.length;
    }
    return true;
  };
}

function refused(part: string): AppError {
  const known = 'flag, imo, callsign, ssvid, mmsi, shipname, vesselId, vesselType, geartypes';
  const detail = `Condição «${part.slice(0, 80)}» não suportada; esperado campo = valor, com um de: ${known}.`;
  return new AppError('validation_failed', { detail, issues: [{ path: 'query.where', message: detail }] });
}
