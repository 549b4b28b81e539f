/**
 * Kinds of message with a vessel's position: POS automatic, MAN by hand, ENT and EXI at the border of a zone, TRA under way
 * through it; COE, CAT and COX are the catch reports on entry, under way and on exit, of which the position is read.
 */
export const nafMessageTypes = ['POS', 'MAN', 'ENT', 'EXI', 'TRA', 'COE', 'CAT', 'COX'] as const;
export type NafMessageType = (typeof nafMessageTypes)[number];

/** One position report in North Atlantic Format. Null is what it leaves out; zero is a coordinate. */
export type NafReport = {
  readonly type: NafMessageType;
  /** Addressee (AD) and sender (FR), ISO alpha-3. */
  readonly to: string | null;
  readonly from: string | null;
  /** Flag state (FS), ISO alpha-3. */
  readonly flag: string | null;
  /** Radio call sign (RC). */
  readonly callsign: string | null;
  readonly name: string | null;
  /** Internal reference (IR), the flag state's own number of the vessel. */
  readonly internalReference: string | null;
  /** Side number (XR). */
  readonly externalMark: string | null;
  readonly imo: string | null;
  /** Instant of the fix, UTC. */
  readonly timeMs: number;
  readonly lon: number;
  readonly lat: number;
  readonly speedKnots: number | null;
  readonly courseDegrees: number | null;
  /** Record number (RN), as text: leading zeros count. */
  readonly recordNumber: string | null;
};

export type NafFault =
  | 'too-long'
  | 'not-naf'
  | 'field'
  | 'duplicate-field'
  | 'type'
  | 'time'
  | 'position'
  | 'speed'
  | 'course'
  | 'vessel';

export type NafOptions = {
  /** Unit of SP: the European format has tenths of knots, others whole knots. */
  readonly speedUnit: 'knots' | 'tenths';
};

/** No vessel under VMS is faster: a higher speed was meant in the other unit. */
const fastestKnots = 25;
/** Longest record: the format has some thirty fields of a few dozen characters. */
const longest = 2048;
/** Two slashes before a field, or before nothing: an empty field (`SP/`) adds a third one, which belongs to it. */
const separator = /\/\/(?=[A-Z]{2}(?:\/|$))/i;

/**
 * Reads one record, `//SR//<field>/<value>//…//ER`, with or without the `//` at its end. Positions come as decimal
 * degrees (LT, LG) or as `S0437`, `E05527` (LA, LO: hDDMM, hDDDMM); days as YYMMDD or YYYYMMDD. A field may be empty
 * (`SP///CO/8`): some centres write what they do not know so. Never throws.
 */
export function parseNaf(line: string, { speedUnit }: NafOptions): { report: NafReport } | { fault: NafFault } {
  if (line.length > longest) return { fault: 'too-long' };
  const parts = line.trim().replace(/\/\/$/, '').split(separator);
  if (parts[0] !== '' || parts[1] !== 'SR' || parts.at(-1) !== 'ER' || parts.length < 4) return { fault: 'not-naf' };

  const fields = new Map<string, string>();
  for (const part of parts.slice(2, -1)) {
    const slash = part.indexOf('/');
    if (slash !== 2 || part.includes('//')) return { fault: 'field' };
    const code = part.slice(0, 2).toUpperCase();
    if (fields.has(code)) return { fault: 'duplicate-field' };
    fields.set(code, part.slice(3).trim());
  }
  const text = (code: string): string | null => fields.get(code) || null;

  const type = nafMessageTypes.find((known) => known === text('TM')?.toUpperCase());
  if (type === undefined) return { fault: 'type' };
  const timeMs = instantOf(text('DA'), text('TI'));
  if (timeMs === null) return { fault: 'time' };
  const lat = coordinateOf(text('LT'), text('LA'), 'latitude');
  const lon = coordinateOf(text('LG'), text('LO'), 'longitude');
  if (lat === null || lon === null) return { fault: 'position' };
  const speedKnots = speedOf(text('SP'), speedUnit);
  if (speedKnots === undefined) return { fault: 'speed' };
  const courseDegrees = courseOf(text('CO'));
  if (courseDegrees === undefined) return { fault: 'course' };
  const callsign = text('RC');
  const internalReference = text('IR');
  const externalMark = text('XR');
  const name = text('NA');
  if (callsign === null && internalReference === null && externalMark === null && name === null)
    return { fault: 'vessel' };
  return {
    report: {
      type,
      to: text('AD'),
      from: text('FR'),
      flag: text('FS'),
      callsign,
      name,
      internalReference,
      externalMark,
      imo: text('IM'),
      timeMs,
      lon,
      lat,
      speedKnots,
      courseDegrees,
      recordNumber: text('RN'),
    },
  };
}

function instantOf(day: string | null, time: string | null): number | null {
  if (day === null || time === null || !/^(?:\d{6}|\d{8})$/.test(day) || !/^\d{4}$/.test(time)) return null;
  const fullDay = day.length === 6 ? `20${day}` : day;
  const [year, month, date] = [Number(fullDay.slice(0, 4)), Number(fullDay.slice(4, 6)), Number(fullDay.slice(6, 8))];
  const [hours, minutes] = [Number(time.slice(0, 2)), Number(time.slice(2, 4))];
  if (year < 1970 || hours > 23 || minutes > 59) return null;
  const timeMs = Date.UTC(year, month - 1, date, hours, minutes);
  const made = new Date(timeMs);
  // 31 April would become 1 May.
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === date ? timeMs : null;
}

type Axis = 'latitude' | 'longitude';

function coordinateOf(decimal: string | null, letters: string | null, axis: Axis): number | null {
  const degrees = decimal === null ? lettersOf(letters, axis) : decimalOf(decimal);
  return degrees === null || Math.abs(degrees) > (axis === 'latitude' ? 90 : 180) ? null : degrees;
}

/** `-20.860`, `-20,860`, `+5.5`, `.940`: some centres write a comma, or leave out the zero before the point. */
function decimalOf(text: string): number | null {
  const pointed = text.replace(',', '.');
  return /^[+-]?(?:\d{1,3}(?:\.\d*)?|\.\d+)$/.test(pointed) ? Number(pointed) + 0 : null;
}

function lettersOf(text: string | null, axis: Axis): number | null {
  const pattern = axis === 'latitude' ? /^([NS])(\d{2})(\d{2})$/ : /^([EW])(\d{3})(\d{2})$/;
  const match = pattern.exec(text?.toUpperCase() ?? '');
  if (match === null) return null;
  const [, letter, degrees, minutes] = match;
  if (Number(minutes) >= 60) return null;
  const size = Number(degrees) + Number(minutes) / 60;
  return (letter === 'S' || letter === 'W') && size !== 0 ? -size : size;
}

/** Null when there is none; undefined when it is no speed. */
function speedOf(given: string | null, unit: NafOptions['speedUnit']): number | null | undefined {
  if (given === null) return null;
  const text = given.replace(',', '.');
  if (!/^\d{1,4}(?:\.\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  // A point is written by those alone who mean knots.
  if (text.includes('.')) return value <= fastestKnots ? value : undefined;
  const knots = unit === 'tenths' || value > fastestKnots ? value / 10 : value;
  return knots <= 2 * fastestKnots ? knots : undefined;
}

function courseOf(given: string | null): number | null | undefined {
  if (given === null) return null;
  const text = given.replace(',', '.');
  if (!/^\d{1,3}(?:\.\d+)?$/.test(text) || Number(text) > 360) return undefined;
  return Number(text) % 360;
}

/** A report as one record, decimal degrees to three places, the day in eight digits. */
export function formatNaf(report: NafReport, { speedUnit }: NafOptions): string {
  const instant = new Date(report.timeMs).toISOString();
  const speed =
    report.speedKnots === null ? null : Math.round(report.speedKnots * (speedUnit === 'tenths' ? 10 : 1)).toString();
  const fields: readonly (readonly [string, string | null])[] = [
    ['AD', report.to],
    ['FR', report.from],
    ['TM', report.type],
    ['NA', report.name],
    ['IR', report.internalReference],
    ['RC', report.callsign],
    ['XR', report.externalMark],
    ['IM', report.imo],
    ['DA', instant.slice(0, 10).replaceAll('-', '')],
    ['TI', instant.slice(11, 16).replace(':', '')],
    ['LT', report.lat.toFixed(3)],
    ['LG', report.lon.toFixed(3)],
    ['SP', speed],
    ['CO', report.courseDegrees === null ? null : (Math.round(report.courseDegrees) % 360).toString()],
    ['FS', report.flag],
    ['RN', report.recordNumber],
  ];
  const written = fields.flatMap(([code, value]) => (value === null ? [] : [`${code}/${withoutSlashes(value)}`]));
  return `//SR//${written.join('//')}//ER//`;
}

/** Two slashes end a field, and a line end the record: neither may come out of a name. */
function withoutSlashes(value: string): string {
  return value
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '')
    .replace(/[\r\n]+/g, ' ');
}
