import { type AisDimensions, courseOf, headingOf, readDimensions, readPlace, secondOf, speedOf } from './fields.ts';
import { type AisSafety, readSafety } from './safety-messages.ts';
import type { Sixbits } from './sixbit.ts';

/** Position of a ship (types 1–3, 18, 19, 27). Null stands for "not available" of the ship or its receiver. */
export type AisPosition = {
  readonly kind: 'position';
  readonly type: 1 | 2 | 3 | 18 | 19 | 27;
  readonly mmsi: number;
  /** WGS84 degrees, both or neither. */
  readonly lon: number | null;
  readonly lat: number | null;
  /** Better than 10 m. */
  readonly accurate: boolean;
  /** 102.2 stands for that or more; long-range messages stop at 62. */
  readonly speedKnots: number | null;
  readonly courseDegrees: number | null;
  readonly headingDegrees: number | null;
  /** Raw indicator −127…127, see `turnDegreesPerMinute`. */
  readonly turn: number | null;
  /** 0 under way using engine, 1 at anchor, 5 moored, 7 engaged in fishing, …; null for class B. */
  readonly status: number | null;
  /** Second of the minute of the fix; null when it has none (types 27, dead reckoning, manual input). */
  readonly second: number | null;
  readonly raim: boolean;
};

/** Identity that a ship gives itself (types 5, 19, 24). A part that a type does not carry is null, as is what was left empty. */
export type AisStatic = {
  readonly kind: 'static';
  readonly type: 5 | 19 | 24;
  readonly mmsi: number;
  /** Part A or B of type 24. */
  readonly part: 'A' | 'B' | null;
  readonly imo: number | null;
  readonly callsign: string | null;
  readonly name: string | null;
  readonly shipType: number | null;
  /** Metres from the antenna; null when none is given. */
  readonly dimensions: AisDimensions | null;
  readonly positionDevice: number | null;
  /** Month 1–12, day 1–31, hour, minute, UTC and without a year. */
  readonly eta: AisEta | null;
  readonly draughtMeters: number | null;
  readonly destination: string | null;
  readonly vendor: { readonly id: string | null; readonly model: number; readonly serial: number } | null;
  /** Of an auxiliary craft (MMSI 98…). */
  readonly mothership: number | null;
};

export type AisEta = {
  readonly month: number | null;
  readonly day: number | null;
  readonly hour: number | null;
  readonly minute: number | null;
};

/** Clock and place of a base station (types 4 and 11). */
export type AisBaseStation = {
  readonly kind: 'base-station';
  readonly type: 4 | 11;
  readonly mmsi: number;
  readonly timeMs: number | null;
  readonly lon: number | null;
  readonly lat: number | null;
};

export type AisMessage = AisPosition | AisStatic | AisBaseStation | AisSafety;

export type PayloadFault = 'payload-short' | 'mmsi' | 'position-range';

/** Fewest bits needed to read a type: transmitters cut spare bits off (types 5 and 24), some more than that. */
const leastBits: Readonly<Record<number, number>> = {
  1: 149,
  2: 149,
  3: 149,
  4: 138,
  5: 420,
  9: 134,
  11: 138,
  14: 46,
  18: 148,
  19: 305,
  21: 270,
  24: 160,
  27: 94,
};

/** True for the types that are read; the others are ignored, not refused. */
export function isReadType(type: number): boolean {
  return leastBits[type] !== undefined;
}

/**
 * The messages of a payload (type 19 carries both position and identity), or why there are none. Bit offsets and scales
 * of ITU-R M.1371-5; longitude 181°, latitude 91°, speed 1023, course 3600 and heading 511 mean not available.
 */
export function readPayload(bits: Sixbits, emit: (message: AisMessage) => void): PayloadFault | null {
  const type = bits.uint(0, 6);
  if (bits.bitCount() < (leastBits[type] ?? 0)) return 'payload-short';
  const mmsi = bits.uint(8, 30);
  if (mmsi === 0 || mmsi > 999_999_999) return 'mmsi';
  switch (type) {
    case 1:
    case 2:
    case 3:
      return readClassA(bits, type, mmsi, emit);
    case 4:
    case 11:
      return readBaseStation(bits, type, mmsi, emit);
    case 5:
      emit(readVoyage(bits, mmsi));
      return null;
    case 9:
    case 14:
    case 21:
      return readSafety(bits, type, mmsi, emit);
    case 18:
    case 19:
      return readClassB(bits, type, mmsi, emit);
    case 24:
      return readClassBStatic(bits, mmsi, emit);
    case 27:
      return readLongRange(bits, mmsi, emit);
    default:
      return null;
  }
}

type Emit = (message: AisMessage) => void;

function readClassA(bits: Sixbits, type: 1 | 2 | 3, mmsi: number, emit: Emit): PayloadFault | null {
  const place = readPlace(bits, 61, 28, 600_000);
  if (place === null) return 'position-range';
  const turn = bits.int(42, 8);
  emit({
    kind: 'position',
    type,
    mmsi,
    lon: place.lon,
    lat: place.lat,
    accurate: bits.uint(60, 1) === 1,
    speedKnots: speedOf(bits.uint(50, 10)),
    courseDegrees: courseOf(bits.uint(116, 12)),
    headingDegrees: headingOf(bits.uint(128, 9)),
    turn: turn === -128 ? null : turn,
    status: bits.uint(38, 4),
    second: secondOf(bits.uint(137, 6)),
    raim: bits.uint(148, 1) === 1,
  });
  return null;
}

function readClassB(bits: Sixbits, type: 18 | 19, mmsi: number, emit: Emit): PayloadFault | null {
  const place = readPlace(bits, 57, 28, 600_000);
  if (place === null) return 'position-range';
  emit({
    kind: 'position',
    type,
    mmsi,
    lon: place.lon,
    lat: place.lat,
    accurate: bits.uint(56, 1) === 1,
    speedKnots: speedOf(bits.uint(46, 10)),
    courseDegrees: courseOf(bits.uint(112, 12)),
    headingDegrees: headingOf(bits.uint(124, 9)),
    turn: null,
    status: null,
    second: secondOf(bits.uint(133, 6)),
    raim: bits.uint(type === 18 ? 147 : 305, 1) === 1,
  });
  if (type === 18) return null;
  emit({
    ...emptyStatic,
    type,
    mmsi,
    name: bits.text(143, 20),
    shipType: shipTypeOf(bits.uint(263, 8)),
    dimensions: readDimensions(bits, 271),
    positionDevice: deviceOf(bits.uint(301, 4)),
  });
  return null;
}

function readLongRange(bits: Sixbits, mmsi: number, emit: Emit): PayloadFault | null {
  const place = readPlace(bits, 44, 18, 600);
  if (place === null) return 'position-range';
  const speed = bits.uint(79, 6);
  const course = bits.uint(85, 9);
  emit({
    kind: 'position',
    type: 27,
    mmsi,
    lon: place.lon,
    lat: place.lat,
    accurate: bits.uint(38, 1) === 1,
    speedKnots: speed === 63 ? null : speed,
    courseDegrees: headingOf(course),
    headingDegrees: null,
    turn: null,
    status: bits.uint(40, 4),
    second: null,
    raim: bits.uint(39, 1) === 1,
  });
  return null;
}

function readBaseStation(bits: Sixbits, type: 4 | 11, mmsi: number, emit: Emit): PayloadFault | null {
  const place = readPlace(bits, 79, 28, 600_000);
  if (place === null) return 'position-range';
  emit({
    kind: 'base-station',
    type,
    mmsi,
    timeMs: readInstant(bits),
    lon: place.lon,
    lat: place.lat,
  });
  return null;
}

function readInstant(bits: Sixbits): number | null {
  const year = bits.uint(38, 14);
  const month = bits.uint(52, 4);
  const day = bits.uint(56, 5);
  const hour = bits.uint(61, 5);
  const minute = bits.uint(66, 6);
  const second = bits.uint(72, 6);
  if (year === 0 || year > 9999 || month === 0 || month > 12 || day === 0 || hour > 23) return null;
  if (minute > 59 || second > 59) return null;
  const timeMs = Date.UTC(year, month - 1, day, hour, minute, second);
  // 30 February would become 2 March.
  return new Date(timeMs).getUTCDate() === day ? timeMs : null;
}

const emptyStatic = {
  kind: 'static',
  part: null,
  imo: null,
  callsign: null,
  name: null,
  shipType: null,
  dimensions: null,
  positionDevice: null,
  eta: null,
  draughtMeters: null,
  destination: null,
  vendor: null,
  mothership: null,
} as const;

function readVoyage(bits: Sixbits, mmsi: number): AisStatic {
  const imo = bits.uint(40, 30);
  const draught = bits.uint(294, 8);
  return {
    ...emptyStatic,
    type: 5,
    mmsi,
    imo: imo === 0 ? null : imo,
    callsign: bits.text(70, 7),
    name: bits.text(112, 20),
    shipType: shipTypeOf(bits.uint(232, 8)),
    dimensions: readDimensions(bits, 240),
    positionDevice: deviceOf(bits.uint(270, 4)),
    eta: readEta(bits),
    draughtMeters: draught === 0 ? null : draught / 10,
    destination: bits.text(302, 20),
  };
}

function readClassBStatic(bits: Sixbits, mmsi: number, emit: Emit): PayloadFault | null {
  const part = bits.uint(38, 2);
  if (part === 0) {
    emit({ ...emptyStatic, type: 24, mmsi, part: 'A', name: bits.text(40, 20) });
    return null;
  }
  // Parts 2 and 3 are not defined, so their contents are unknown.
  if (part !== 1) return null;
  if (bits.bitCount() < 162) return 'payload-short';
  const isAuxiliary = Math.floor(mmsi / 10_000_000) === 98;
  const mothership = isAuxiliary ? bits.uint(132, 30) : 0;
  emit({
    ...emptyStatic,
    type: 24,
    mmsi,
    part: 'B',
    callsign: bits.text(90, 7),
    shipType: shipTypeOf(bits.uint(40, 8)),
    dimensions: isAuxiliary ? null : readDimensions(bits, 132),
    vendor: { id: bits.text(48, 3), model: bits.uint(66, 4), serial: bits.uint(70, 20) },
    mothership: mothership > 0 && mothership <= 999_999_999 ? mothership : null,
  });
  return null;
}

const shipTypeOf = (raw: number): number | null => (raw === 0 ? null : raw);
const deviceOf = (raw: number): number | null => (raw === 0 ? null : raw);

function readEta(bits: Sixbits): AisEta | null {
  const month = bits.uint(274, 4);
  const day = bits.uint(278, 5);
  const hour = bits.uint(283, 5);
  const minute = bits.uint(288, 6);
  const eta = {
    month: month === 0 || month > 12 ? null : month,
    day: day === 0 ? null : day,
    hour: hour > 23 ? null : hour,
    minute: minute > 59 ? null : minute,
  };
  return eta.month === null && eta.day === null && eta.hour === null && eta.minute === null ? null : eta;
}

/**
 * Rate of turn from the indicator: sign · (v/4.733)² degrees a minute; ±127 only means more than 5° in 30 s, hence
 * null.
 */
export function turnDegreesPerMinute(turn: number | null): number | null {
  if (turn === null || Math.abs(turn) === 127) return null;
  return Math.sign(turn) * (turn / 4.733) ** 2;
}
