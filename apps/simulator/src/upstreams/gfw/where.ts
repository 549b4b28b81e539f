import type { Vessel } from '../../world/types.ts';
import { ParameterError } from './errors.ts';
import { isoSeconds, normalized } from './vessels.ts';

type Match = (vessel: Vessel) => boolean;

/** Fields of a vessel, as transmitted and as registered, by the names that a search may use. */
const vesselFields: Readonly<Record<string, (vessel: Vessel) => string>> = {
  shipname: (vessel) => vessel.shipname.toUpperCase(),
  nShipname: (vessel) => normalized(vessel.shipname),
  ssvid: (vessel) => vessel.ssvid,
  callsign: (vessel) => vessel.callsign,
  imo: (vessel) => vessel.imo ?? '',
  flag: (vessel) => vessel.flag,
  transmissionDateFrom: (vessel) => isoSeconds(vessel.firstTransmissionMs),
};
const under = (prefix: string) =>
  Object.fromEntries(Object.entries(vesselFields).map(([field, read]) => [`${prefix}.${field}`, read]));

/** Names that a search may use; any other, such as `mmsi`, is refused. */
const fields: Readonly<Record<string, (vessel: Vessel) => string>> = {
  ...vesselFields,
  ...under('selfReportedInfo'),
  ...under('registryInfo'),
  id: (vessel) => vessel.vesselId,
  'selfReportedInfo.id': (vessel) => vessel.vesselId,
  geartypes: (vessel) => vessel.geartype,
  'registryInfo.geartypes': (vessel) => vessel.geartype,
  'combinedSourcesInfo.shiptypes.name': (vessel) => vessel.shiptype,
  'combinedSourcesInfo.geartypes.name': (vessel) => vessel.geartype,
  'registryOwners.name': (vessel) => (vessel.imo === null ? '' : vessel.owner.name.toUpperCase()),
};

const token = /\s*(?:([()])|(AND|OR)\b|([A-Za-z.]+)\s*(>=|=|>|<|LIKE\b)\s*(?:'([^']*)'|"([^"]*)"))/iy;

/**
 * Reads `flag='AGO' AND (shipname LIKE '*MAR*' OR imo >= '9000000')`; AND binds closer than OR. Throws
 * `ParameterError`: unknown fields, texts without quotes, parentheses left open.
 */
export function parseWhere(text: string): Match {
  const source = text.trim();
  let at = 0;
  let found: RegExpExecArray | null = null;
  const advance = () => {
    token.lastIndex = at;
    found = at === source.length ? null : token.exec(source);
    if (found === null && at < source.length) throw invalid(source.slice(at));
    at = token.lastIndex;
  };
  const is = (index: number, word: string) => found?.[index]?.toUpperCase() === word;

  function term(): Match {
    if (is(1, '(')) {
      advance();
      const inner = either();
      if (!is(1, ')')) throw invalid(source);
      advance();
      return inner;
    }
    const [, , , field, operator = '=', single, double] = found ?? [];
    if (field === undefined) throw invalid(source);
    advance();
    return condition(field, operator.toUpperCase(), single ?? double ?? '');
  }
  function all(): Match {
    const first = term();
    if (!is(2, 'AND')) return first;
    advance();
    const rest = all();
    return (vessel) => first(vessel) && rest(vessel);
  }
  function either(): Match {
    const first = all();
    if (!is(2, 'OR')) return first;
    advance();
    const rest = either();
    return (vessel) => first(vessel) || rest(vessel);
  }

  advance();
  const match = either();
  if (found !== null) throw invalid(source);
  return match;
}

const invalid = (part: string) => new ParameterError('where', `Invalid where condition: ${part}`);

function condition(field: string, operator: string, wanted: string): Match {
  const read = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (read === undefined)
    throw new ParameterError('where', `${field} is not supported. Supported fields: ${Object.keys(fields).join(', ')}`);
  if (operator === '=') return (vessel) => read(vessel) === wanted;
  if (operator === '>=') return (vessel) => read(vessel) >= wanted;
  if (operator === '>') return (vessel) => read(vessel) > wanted;
  if (operator === '<') return (vessel) => read(vessel) < wanted;
  const pieces = wanted.split('*').map((piece) => piece.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${pieces.join('.*')}$`);
  return (vessel) => pattern.test(read(vessel));
}
