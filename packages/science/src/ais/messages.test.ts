import { expect, test } from 'vitest';
import { type AisMessage, readPayload } from './messages.ts';
import { createSixbits } from './sixbit.ts';

type Field = readonly [bits: number, value: number];

/** Payload of fields, negative values as two's complement, cut or filled to a count of bits. */
function given(fields: readonly Field[], bitCount?: number) {
  const written = fields
    .map(([size, value]) => (value < 0 ? value + 2 ** size : value).toString(2).padStart(size, '0'))
    .join('');
  const count = bitCount ?? written.length;
  const text = written.slice(0, count).padEnd(Math.ceil(count / 6) * 6, '0');
  const bytes = (text.match(/.{6}/g) ?? []).map((six) => {
    const value = Number.parseInt(six, 2);
    return value < 40 ? value + 48 : value + 56;
  });
  const bits = createSixbits();
  bits.append(Uint8Array.from(bytes), 0, bytes.length);
  const messages: AisMessage[] = [];
  const fault = readPayload(bits, (message) => messages.push(message));
  return { fault, messages };
}

const mmsi: Field = [30, 603_990_001];
const place = (lon: number, lat: number): readonly Field[] => [
  [28, Math.round(lon * 600_000)],
  [27, Math.round(lat * 600_000)],
];

const classA = (
  over: Partial<Record<'turn' | 'speed' | 'course' | 'heading' | 'second' | 'raim' | 'accurate', number>> = {},
  at = place(13.2, -8.8),
): readonly Field[] => [
  [6, 1],
  [2, 0],
  mmsi,
  [4, 5],
  [8, over.turn ?? 0],
  [10, over.speed ?? 0],
  [1, over.accurate ?? 0],
  ...at,
  [12, over.course ?? 0],
  [9, over.heading ?? 0],
  [6, over.second ?? 0],
  [5, 0],
  [1, over.raim ?? 0],
  [19, 0],
];

const classB = (type: 18 | 19): readonly Field[] => [
  [6, type],
  [2, 0],
  mmsi,
  [8, 0],
  [10, 123],
  [1, 1],
  ...place(13.2, -8.8),
  [12, 3599],
  [9, 359],
  [6, 59],
];

test('the last value before not available is a value', () => {
  const { messages } = given(
    classA({ turn: -127, speed: 1022, course: 3599, heading: 359, second: 59, raim: 1, accurate: 1 }),
  );
  expect(messages).toMatchObject([
    {
      turn: -127,
      speedKnots: 102.2,
      courseDegrees: 359.9,
      headingDegrees: 359,
      second: 59,
      raim: true,
      accurate: true,
    },
  ]);
  expect(given(classA({ heading: 360, course: 3600, second: 60 })).messages).toMatchObject([
    { headingDegrees: null, courseDegrees: null, second: null, raim: false, accurate: false, status: 5 },
  ]);
});

test('the antimeridian and the poles are places, one ten-thousandth of a minute beyond is not', () => {
  const step = 1 / 600_000;
  const read = (lon: number, lat: number) => given(classA({}, place(lon, lat)));
  for (const [lon, lat] of [
    [180, 90],
    [-180, -90],
  ] as const)
    expect(read(lon, lat).messages).toMatchObject([{ lon, lat }]);
  for (const [lon, lat] of [
    [180 + step, 0],
    [-180 - step, 0],
    [0, 90 + step],
    [0, -90 - step],
  ] as const)
    expect(read(lon, lat).fault).toBe('position-range');
  // Either half not available leaves no place.
  expect(read(181, 12).messages).toMatchObject([{ lon: null, lat: null }]);
  expect(read(12, 91).messages).toMatchObject([{ lon: null, lat: null }]);
});

test('class B says neither status nor turn; its RAIM flag is bit 147 of type 18 and bit 305 of type 19', () => {
  const eighteen = (raim: number) => given([...classB(18), [8, 0], [1, raim], [20, 0]]).messages;
  expect(eighteen(1)).toMatchObject([
    { type: 18, speedKnots: 12.3, courseDegrees: 359.9, headingDegrees: 359, second: 59, accurate: true, raim: true },
  ]);
  expect(eighteen(0)).toMatchObject([{ raim: false, turn: null, status: null }]);
  const nineteen = (shipType: number, device: number, raim: number) =>
    given([...classB(19), [4, 0], [120, 0], [8, shipType], [30, 0], [4, device], [1, raim], [6, 0]]).messages;
  expect(nineteen(30, 1, 1)).toMatchObject([{ raim: true }, { shipType: 30, positionDevice: 1, dimensions: null }]);
  expect(nineteen(0, 0, 0)).toMatchObject([{ raim: false }, { shipType: null, positionDevice: null, name: null }]);
});

test.each([
  [1, 149],
  [4, 138],
  [5, 420],
  [18, 148],
  [19, 305],
  [27, 94],
] as const)('a payload of type %d is read from %d bits on', (type, bits) => {
  // Six bits a character: the first count of whole characters that holds them, and one character less.
  const whole = Math.ceil(bits / 6) * 6;
  const fields: readonly Field[] = [[6, type], [2, 0], mmsi, [30, 0], [400, 0]];
  expect(given(fields, whole).fault).toBeNull();
  expect(given(fields, whole - 6)).toEqual({ fault: 'payload-short', messages: [] });
});

test('an MMSI has one to nine digits', () => {
  const of = (value: number) =>
    given([
      [6, 27],
      [2, 0],
      [30, value],
      [58, 0],
    ]).fault;
  expect([of(0), of(1), of(999_999_999), of(1_000_000_000)]).toEqual(['mmsi', null, null, 'mmsi']);
});

test('a long-range message: tenths of a minute, whole knots up to 62, whole degrees', () => {
  const long = (speed: number, course: number, lon = 13.2, flags: readonly [number, number] = [1, 0]) =>
    given([
      [6, 27],
      [2, 0],
      mmsi,
      [1, flags[0]],
      [1, flags[1]],
      [4, 7],
      [18, Math.round(lon * 600)],
      [17, -8.8 * 600],
      [6, speed],
      [9, course],
      [2, 0],
    ]);
  expect(long(62, 359).messages).toMatchObject([
    {
      type: 27,
      lon: 13.2,
      lat: -8.8,
      speedKnots: 62,
      courseDegrees: 359,
      status: 7,
      accurate: true,
      raim: false,
      headingDegrees: null,
      turn: null,
      second: null,
    },
  ]);
  expect(long(63, 360, 13.2, [0, 1]).messages).toMatchObject([
    { speedKnots: null, courseDegrees: null, accurate: false, raim: true },
  ]);
  expect(long(0, 0, 180.1).fault).toBe('position-range');
});

test.each([
  [[2026, 12, 31, 23, 59, 59], Date.UTC(2026, 11, 31, 23, 59, 59)],
  [[2026, 1, 1, 0, 0, 0], Date.UTC(2026, 0, 1)],
  [[9999, 1, 1, 0, 0, 0], Date.UTC(9999, 0, 1)],
  [[10_000, 1, 1, 0, 0, 0], null],
  [[0, 1, 1, 0, 0, 0], null],
  [[2026, 0, 1, 0, 0, 0], null],
  [[2026, 13, 1, 0, 0, 0], null],
  [[2026, 1, 0, 0, 0, 0], null],
  [[2026, 1, 1, 24, 0, 0], null],
  [[2026, 1, 1, 0, 60, 0], null],
  [[2026, 1, 1, 0, 0, 60], null],
] as const)('the clock of a base station %j', ([year, month, day, hour, minute, second], timeMs) => {
  const { messages } = given([
    [6, 11],
    [2, 0],
    mmsi,
    [14, year],
    [4, month],
    [5, day],
    [5, hour],
    [6, minute],
    [6, second],
    [1, 0],
    ...place(13.2, -8.8),
    [34, 0],
  ]);
  expect(messages).toMatchObject([{ kind: 'base-station', type: 11, timeMs, lon: 13.2, lat: -8.8 }]);
});

const voyage = (
  eta: readonly [number, number, number, number],
  over: { imo?: number; draught?: number; size?: number } = {},
) =>
  given([
    [6, 5],
    [2, 0],
    mmsi,
    [2, 0],
    [30, over.imo ?? 0],
    [42, 0],
    [120, 0],
    [8, 0],
    [9, 0],
    [9, 0],
    [6, 0],
    [6, over.size ?? 0],
    [4, 0],
    [4, eta[0]],
    [5, eta[1]],
    [5, eta[2]],
    [6, eta[3]],
    [8, over.draught ?? 0],
    [122, 0],
  ]).messages[0];

test('of an estimated arrival each part stands alone; zero, 24 and 60 are not available', () => {
  expect(voyage([12, 31, 23, 59])).toMatchObject({ eta: { month: 12, day: 31, hour: 23, minute: 59 } });
  expect(voyage([13, 0, 24, 60])).toMatchObject({ eta: null });
  expect(voyage([0, 1, 24, 60])).toMatchObject({ eta: { month: null, day: 1, hour: null, minute: null } });
  expect(voyage([0, 0, 0, 60])).toMatchObject({ eta: { month: null, day: null, hour: 0, minute: null } });
  expect(voyage([0, 0, 24, 0])).toMatchObject({ eta: { month: null, day: null, hour: null, minute: 0 } });
  expect(voyage([1, 0, 24, 60])).toMatchObject({ eta: { month: 1 } });
});

test('an empty voyage has no IMO, draught, size, type or device; a side of one metre is a size', () => {
  expect(voyage([0, 0, 24, 60])).toMatchObject({
    imo: null,
    draughtMeters: null,
    dimensions: null,
    shipType: null,
    positionDevice: null,
    callsign: null,
  });
  expect(voyage([0, 0, 24, 60], { imo: 1, draught: 1, size: 1 })).toMatchObject({
    imo: 1,
    draughtMeters: 0.1,
    dimensions: { toBow: 0, toStern: 0, toPort: 0, toStarboard: 1 },
  });
});

test('half B of an auxiliary craft names its mother ship, that of another its size', () => {
  const half = (own: number, last: Field, bits?: number) =>
    given([[6, 24], [2, 0], [30, own], [2, 1], [8, 37], [18, 0], [4, 3], [20, 77], [42, 0], last, [6, 0]], bits);
  expect(half(989_990_001, [30, 603_990_001]).messages).toMatchObject([
    { part: 'B', mothership: 603_990_001, dimensions: null, shipType: 37, vendor: { id: null, model: 3, serial: 77 } },
  ]);
  expect(half(989_990_001, [30, 0]).messages).toMatchObject([{ mothership: null }]);
  expect(half(989_990_001, [30, 1]).messages).toMatchObject([{ mothership: 1 }]);
  expect(half(989_990_001, [30, 999_999_999]).messages).toMatchObject([{ mothership: 999_999_999 }]);
  expect(half(989_990_001, [30, 1_000_000_000]).messages).toMatchObject([{ mothership: null }]);
  expect(half(979_990_001, [30, 1]).messages).toMatchObject([
    { mothership: null, dimensions: { toBow: 0, toStern: 0, toPort: 0, toStarboard: 1 } },
  ]);
  expect(half(603_990_001, [30, 1], 162).fault).toBeNull();
  expect(half(603_990_001, [30, 1], 156).fault).toBe('payload-short');
});

test('half A is a name; halves 2 and 3 are not defined and say nothing', () => {
  const half = (part: number) => given([[6, 24], [2, 0], mmsi, [2, part], [6, 11], [6, 9], [108, 0], [8, 0]]);
  expect(half(0).messages).toMatchObject([{ part: 'A', name: 'KI', callsign: null }]);
  expect([half(2), half(3)]).toEqual([
    { fault: null, messages: [] },
    { fault: null, messages: [] },
  ]);
});
