/** AIS messages as sentences, as a transponder and a coast station write them (ITU-R M.1371, NMEA 0183). */

type Field = readonly [bits: number, value: number];

/** Most characters of a sentence's payload; the line has at most 82. */
const longestPayload = 60;

function armour(fields: readonly Field[]): string {
  let payload = '';
  let value = 0;
  let bits = 0;
  for (const [size, given] of fields) {
    // Two's complement for what lies west or south.
    const field = given < 0 ? given + 2 ** size : given;
    for (let bit = size - 1; bit >= 0; bit -= 1) {
      value = value * 2 + (Math.floor(field / 2 ** bit) % 2);
      bits += 1;
      if (bits % 6 !== 0) continue;
      payload += String.fromCharCode(value < 40 ? value + 48 : value + 56);
      value = 0;
    }
  }
  const open = bits % 6;
  if (open === 0) return payload;
  const last = value * 2 ** (6 - open);
  return payload + String.fromCharCode(last < 40 ? last + 48 : last + 56);
}

function text(value: string, characters: number): Field[] {
  const clean = value.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return Array.from({ length: characters }, (_, at): Field => {
    const code = clean.charCodeAt(at);
    // An `@` ends the text.
    if (Number.isNaN(code)) return [6, 0];
    return [6, code >= 64 && code < 96 ? code - 64 : code >= 32 && code < 64 ? code : 32];
  });
}

export function withChecksum(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) sum ^= body.charCodeAt(at);
  return `${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The sentences of one payload: one, or parts under a common sequence number. */
export function sentences(fields: readonly Field[], channel: 'A' | 'B', sequence: number): string[] {
  const payload = armour(fields);
  const fill = (6 - (fields.reduce((sum, [bits]) => sum + bits, 0) % 6)) % 6;
  const parts: string[] = [];
  for (let at = 0; at < payload.length; at += longestPayload) parts.push(payload.slice(at, at + longestPayload));
  return parts.map((part, index) => {
    const number = parts.length === 1 ? '' : String(sequence % 10);
    const bits = index === parts.length - 1 ? fill : 0;
    return `!${withChecksum(`AIVDM,${parts.length},${index + 1},${number},${channel},${part},${bits}`)}`;
  });
}

/** Behind a tag block with the station and its clock (NMEA 4.0); parts are tied by a group. */
export function tagged(lines: readonly string[], station: string, timeMs: number, group: number): string[] {
  return lines.map((line, index) => {
    const tie = lines.length === 1 ? '' : `g:${index + 1}-${lines.length}-${group % 10_000},`;
    const tags = index === 0 ? `${tie}s:${station},c:${Math.floor(timeMs / 1000)}` : tie.slice(0, -1);
    return `\\${withChecksum(tags)}\\${line}`;
  });
}

export type Fix = {
  readonly mmsi: number;
  readonly lon: number;
  readonly lat: number;
  readonly speedKnots: number;
  readonly courseDegrees: number;
  readonly timeMs: number;
};

const second = (timeMs: number): number => Math.floor(timeMs / 1000) % 60;
const minutes = (degrees: number): number => Math.round(degrees * 600_000);
const tenths = (value: number): number => Math.min(1022, Math.round(value * 10));
const course = (degrees: number): number => Math.round((((degrees % 360) + 360) % 360) * 10) % 3600;

/** Type 1, class A. `status`: 0 under way, 1 at anchor, 5 moored, 7 fishing. */
export function classAPosition(fix: Fix, status: number): readonly Field[] {
  return [
    [6, 1],
    [2, 0],
    [30, fix.mmsi],
    [4, status],
    [8, 0],
    [10, tenths(fix.speedKnots)],
    [1, 1],
    [28, minutes(fix.lon)],
    [27, minutes(fix.lat)],
    [12, course(fix.courseDegrees)],
    [9, Math.floor(course(fix.courseDegrees) / 10)],
    [6, second(fix.timeMs)],
    [2, 0],
    [3, 0],
    [1, 0],
    [19, 0],
  ];
}

/** Type 18, class B: no status, no heading. */
export function classBPosition(fix: Fix): readonly Field[] {
  return [
    [6, 18],
    [2, 0],
    [30, fix.mmsi],
    [8, 0],
    [10, tenths(fix.speedKnots)],
    [1, 0],
    [28, minutes(fix.lon)],
    [27, minutes(fix.lat)],
    [12, course(fix.courseDegrees)],
    [9, 511],
    [6, second(fix.timeMs)],
    [2, 0],
    [1, 1],
    [1, 0],
    [1, 1],
    [1, 1],
    [1, 0],
    [1, 0],
    [1, 0],
    [20, 393_222],
  ];
}

export type Ship = {
  readonly mmsi: number;
  readonly imo: number;
  readonly name: string;
  readonly callsign: string;
  readonly shipType: number;
  readonly lengthMeters: number;
  readonly widthMeters: number;
  readonly draughtMeters: number;
  readonly destination: string;
};

function dimensions({ lengthMeters, widthMeters }: Ship): Field[] {
  const bow = Math.round(lengthMeters * 0.7);
  const port = Math.round(widthMeters / 2);
  return [
    [9, bow],
    [9, Math.round(lengthMeters) - bow],
    [6, port],
    [6, Math.round(widthMeters) - port],
  ];
}

/** Type 5, class A: two sentences. */
export function classAStatic(ship: Ship): readonly Field[] {
  return [
    [6, 5],
    [2, 0],
    [30, ship.mmsi],
    [2, 0],
    [30, ship.imo],
    ...text(ship.callsign, 7),
    ...text(ship.name, 20),
    [8, ship.shipType],
    ...dimensions(ship),
    [4, 1],
    // No estimated time of arrival: month and day 0, hour 24, minute 60.
    [4, 0],
    [5, 0],
    [5, 24],
    [6, 60],
    [8, Math.round(ship.draughtMeters * 10)],
    ...text(ship.destination, 20),
    [1, 0],
    [1, 0],
  ];
}

/** Type 24 in its two halves, class B. */
export function classBStatic(ship: Ship): readonly (readonly Field[])[] {
  return [
    [[6, 24], [2, 0], [30, ship.mmsi], [2, 0], ...text(ship.name, 20), [8, 0]],
    [
      [6, 24],
      [2, 0],
      [30, ship.mmsi],
      [2, 1],
      [8, ship.shipType],
      ...text('SIM', 3),
      [4, 1],
      [20, ship.mmsi % 1_000_000],
      ...text(ship.callsign, 7),
      ...dimensions(ship),
      [6, 0],
    ],
  ];
}

/** Type 4: clock and position of a coast station. */
export function baseStation(mmsi: number, lon: number, lat: number, timeMs: number): readonly Field[] {
  const at = new Date(timeMs);
  return [
    [6, 4],
    [2, 0],
    [30, mmsi],
    [14, at.getUTCFullYear()],
    [4, at.getUTCMonth() + 1],
    [5, at.getUTCDate()],
    [5, at.getUTCHours()],
    [6, at.getUTCMinutes()],
    [6, at.getUTCSeconds()],
    [1, 1],
    [28, minutes(lon)],
    [27, minutes(lat)],
    [4, 7],
    [10, 0],
    [1, 0],
    [19, 0],
  ];
}
