import { type AisDimensions, courseOf, readDimensions, readPlace, secondOf } from './fields.ts';
import type { Sixbits } from './sixbit.ts';

/** Position of an aircraft on search and rescue (type 9). */
export type AisAircraft = {
  readonly kind: 'aircraft';
  readonly type: 9;
  readonly mmsi: number;
  readonly lon: number | null;
  readonly lat: number | null;
  /** 4,094 stands for that or more. */
  readonly altitudeMeters: number | null;
  /** Whole knots; 1,022 stands for that or more. */
  readonly speedKnots: number | null;
  readonly courseDegrees: number | null;
  readonly second: number | null;
};

/** Text about safety to all ships (type 14): also what beacons of distress say. */
export type AisSafetyText = {
  readonly kind: 'safety-text';
  readonly type: 14;
  readonly mmsi: number;
  readonly text: string;
};

/** An aid to navigation (type 21): a buoy, a light, a structure; a virtual one is only transmitted. */
export type AisAid = {
  readonly kind: 'aid';
  readonly type: 21;
  readonly mmsi: number;
  /** 0–31 of IALA: 1 reference point, 3 structure off shore, 9–30 beacons and buoys, … */
  readonly aidType: number;
  readonly name: string | null;
  readonly lon: number | null;
  readonly lat: number | null;
  readonly dimensions: AisDimensions | null;
  readonly second: number | null;
  /** A floating aid away from its place; null where it does not watch it. */
  readonly isOffPosition: boolean | null;
  readonly isVirtual: boolean;
};

export type AisSafety = AisAircraft | AisSafetyText | AisAid;

type Emit = (message: AisSafety) => void;

/** Characters of the two parts of an aid's name. */
const nameCharacters = 20;
const extensionCharacters = 14;
const extensionAt = 272;

/** Reads types 9, 14 and 21 (ITU-R M.1371-5, annex 8); bits beyond a shortened message read as zero. */
export function readSafety(bits: Sixbits, type: 9 | 14 | 21, mmsi: number, emit: Emit): 'position-range' | null {
  if (type === 9) return readAircraft(bits, mmsi, emit);
  if (type === 21) return readAid(bits, mmsi, emit);
  const text = bits.text(40, Math.floor((bits.bitCount() - 40) / 6));
  // An empty text says nothing.
  if (text !== null) emit({ kind: 'safety-text', type, mmsi, text });
  return null;
}

function readAircraft(bits: Sixbits, mmsi: number, emit: Emit): 'position-range' | null {
  const place = readPlace(bits, 61, 28, 600_000);
  if (place === null) return 'position-range';
  const altitude = bits.uint(38, 12);
  const speed = bits.uint(50, 10);
  emit({
    kind: 'aircraft',
    type: 9,
    mmsi,
    ...place,
    altitudeMeters: altitude === 4095 ? null : altitude,
    speedKnots: speed === 1023 ? null : speed,
    courseDegrees: courseOf(bits.uint(116, 12)),
    second: secondOf(bits.uint(128, 6)),
  });
  return null;
}

function readAid(bits: Sixbits, mmsi: number, emit: Emit): 'position-range' | null {
  const place = readPlace(bits, 164, 28, 600_000);
  if (place === null) return 'position-range';
  const second = secondOf(bits.uint(253, 6));
  emit({
    kind: 'aid',
    type: 21,
    mmsi,
    aidType: bits.uint(38, 5),
    name: readAidName(bits),
    ...place,
    dimensions: readDimensions(bits, 219),
    second,
    // Without the second of a fix the flag means nothing.
    isOffPosition: second === null ? null : bits.uint(259, 1) === 1,
    isVirtual: bits.uint(269, 1) === 1,
  });
  return null;
}

/** A name of more than twenty characters goes on in the extension. */
function readAidName(bits: Sixbits): string | null {
  const extended = Math.min(extensionCharacters, Math.floor((bits.bitCount() - extensionAt) / 6));
  const name = `${bits.rawText(43, nameCharacters)}${bits.rawText(extensionAt, extended)}`.trim();
  return name === '' ? null : name;
}
