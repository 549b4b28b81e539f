import { expect, test } from 'vitest';
import { type AisReception, createAisDecoder, fixTimeMs } from './decoder.ts';
import { createLineSplitter, maxLineBytes } from './lines.ts';
import type { AisMessage } from './messages.ts';
import { turnDegreesPerMinute } from './messages.ts';
import { classBPositionAndStatic, everDiadem, mtMitchell, positionVectors, proguy } from './testing/vectors.ts';

const heardMs = Date.UTC(2026, 8, 1, 12, 0, 30);

function open(options: Parameters<typeof createAisDecoder>[1] = {}) {
  const messages: AisMessage[] = [];
  const receptions: AisReception[] = [];
  const decoder = createAisDecoder((message, reception) => {
    messages.push(message);
    receptions.push(reception);
  }, options);
  const give = (line: string, atMs = heardMs) => {
    const bytes = Buffer.from(`??${line}??`, 'latin1');
    return decoder.line(bytes, 2, bytes.length - 2, atMs);
  };
  return { decoder, messages, receptions, give };
}

/** A sentence with the checksum it should have. */
function sealed(body: string): string {
  let sum = 0;
  for (const character of body) sum ^= character.charCodeAt(0);
  return `!${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
}
function tagged(tags: string, line: string): string {
  return `\\${sealed(tags).slice(1)}\\${line}`;
}
/** Payload from fields of [bits, value], negative values as two's complement. */
function payload(...fields: readonly (readonly [number, number])[]): string {
  const bits = fields
    .map(([size, value]) => (value < 0 ? value + 2 ** size : value).toString(2).padStart(size, '0'))
    .join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 6) * 6, '0');
  return (padded.match(/.{6}/g) ?? [])
    .map((six) => {
      const value = Number.parseInt(six, 2);
      return String.fromCharCode(value < 40 ? value + 48 : value + 56);
    })
    .join('');
}
const classA = (
  over: { lon?: number; lat?: number; mmsi?: number; sog?: number; cog?: number; second?: number; turn?: number } = {},
) =>
  payload(
    [6, 1],
    [2, 0],
    [30, over.mmsi ?? 603990001],
    [4, 7],
    [8, over.turn ?? 0],
    [10, over.sog ?? 0],
    [1, 0],
    [28, Math.round((over.lon ?? 0) * 600_000)],
    [27, Math.round((over.lat ?? 0) * 600_000)],
    [12, over.cog ?? 0],
    [9, 0],
    [6, over.second ?? 0],
    [25, 0],
  );
const single = (body: string) => sealed(`AIVDM,1,1,,A,${body},0`);

test.each(positionVectors)('%s', (line, expected) => {
  const { give, messages } = open();
  expect(give(line)).toBeNull();
  const [message] = messages;
  if (message?.kind !== 'position') throw new Error(`expected a position, received ${message?.kind}`);
  const { lon, lat, ...exact } = expected;
  expect(message).toMatchObject(exact);
  expect(message.lon).toBeCloseTo(lon, 6);
  expect(message.lat).toBeCloseTo(lat, 6);
});

test('type 5 of two sentences', () => {
  const { give, messages, decoder } = open();
  for (const line of [...everDiadem, ...mtMitchell]) give(line);
  expect(messages).toMatchObject([
    {
      kind: 'static',
      type: 5,
      mmsi: 351759000,
      imo: 9134270,
      callsign: '3FOF8',
      name: 'EVER DIADEM',
      shipType: 70,
      dimensions: { toBow: 225, toStern: 70, toPort: 1, toStarboard: 31 },
      positionDevice: 1,
      eta: { month: 5, day: 15, hour: 14, minute: 0 },
      draughtMeters: 12.2,
      destination: 'NEW YORK',
    },
    {
      type: 5,
      mmsi: 369190000,
      imo: 6710932,
      callsign: 'WDA9674',
      name: 'MT.MITCHELL',
      shipType: 99,
      dimensions: { toBow: 90, toStern: 90, toPort: 10, toStarboard: 10 },
      eta: { month: 1, day: 2, hour: 8, minute: 0 },
      draughtMeters: 6,
      destination: 'SEATTLE',
    },
  ]);
  expect(decoder.counts()).toEqual({
    sentences: 4,
    accepted: 4,
    ignored: 0,
    pending: 0,
    rejected: {},
    byType: { 5: 2 },
  });
});

test('type 19 tells position and identity', () => {
  const { give, messages } = open();
  give(classBPositionAndStatic);
  expect(messages).toMatchObject([
    { kind: 'position', type: 19, mmsi: 367059850, speedKnots: 8.7, courseDegrees: 335.9, second: 46 },
    {
      kind: 'static',
      type: 19,
      name: 'CAPT.J.RIMES',
      shipType: 70,
      dimensions: { toBow: 5, toStern: 21, toPort: 4, toStarboard: 4 },
    },
  ]);
  const [position] = messages;
  if (position?.kind !== 'position') throw new Error('expected a position');
  expect([position.lon, position.lat]).toEqual([expect.closeTo(-88.8103917, 6), expect.closeTo(29.543695, 6)]);
});

test('type 24 in halves, each with what it carries', () => {
  const { give, messages } = open();
  for (const line of proguy) give(line);
  expect(messages).toMatchObject([
    { part: 'A', mmsi: 271041815, name: 'PROGUY', callsign: null, shipType: null },
    {
      part: 'B',
      mmsi: 271041815,
      name: null,
      callsign: 'TC6163',
      shipType: 60,
      vendor: { id: '1D0', model: 12, serial: 199796 },
      dimensions: { toBow: 0, toStern: 15, toPort: 0, toStarboard: 5 },
    },
  ]);
});

test('what is not available is null, and zero is a place, a speed and a course', () => {
  const { give, messages } = open();
  give(single(classA()));
  give(single(classA({ lon: 181, lat: 91, sog: 1023, cog: 3600, second: 60, turn: -128 })));
  give(single(classA({ sog: 1022 })));
  expect(messages).toMatchObject([
    { lon: 0, lat: 0, speedKnots: 0, courseDegrees: 0, headingDegrees: 0, second: 0, turn: 0, status: 7 },
    { lon: null, lat: null, speedKnots: null, courseDegrees: null, second: null, turn: null },
    { speedKnots: 102.2 },
  ]);
});

test('the rate of turn is the square of the indicator; ±127 has none', () => {
  expect(turnDegreesPerMinute(47.33)).toBeCloseTo(100, 9);
  expect(turnDegreesPerMinute(-47.33)).toBeCloseTo(-100, 9);
  expect([turnDegreesPerMinute(127), turnDegreesPerMinute(-127), turnDegreesPerMinute(null)]).toEqual([
    null,
    null,
    null,
  ]);
});

test('a base station tells its clock; a date that does not exist is none', () => {
  const { give, messages } = open();
  const station = (month: number, day: number) =>
    single(
      payload(
        [6, 4],
        [2, 0],
        [30, 6030001],
        [14, 2026],
        [4, month],
        [5, day],
        [5, 12],
        [6, 30],
        [6, 15],
        [1, 0],
        [28, 13.2 * 600_000],
        [27, Math.round(-8.8 * 600_000)],
        [34, 0],
      ),
    );
  give(station(2, 28));
  give(station(2, 30));
  expect(messages).toMatchObject([
    { kind: 'base-station', type: 4, timeMs: Date.UTC(2026, 1, 28, 12, 30, 15), lon: 13.2, lat: -8.8 },
    { timeMs: null },
  ]);
});

test.each([
  ['a changed character', '!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CR,0*4A', 'checksum'],
  ['no checksum', '!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0', 'no-checksum'],
  ['half a checksum', '!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4', 'no-checksum'],
  ['another sentence', '$GPZDA,160012.71,11,03,2004,-1,00*7D', 'not-ais'],
  ['a comment', '# estação de Luanda', 'not-ais'],
  ['a character outside the armour', single('15RTgt0PAso;90TKcjM8h6g208C~'), 'armour'],
  ['a payload too short for its type', single('15RTgt0PAso;90TKcjM8h6'), 'payload-short'],
  ['an MMSI of ten digits', single(classA({ mmsi: 1_000_000_000 })), 'mmsi'],
  ['no MMSI', single(classA({ mmsi: 0 })), 'mmsi'],
  ['a longitude beyond the world', single(classA({ lon: 200 })), 'position-range'],
  ['a latitude beyond the pole', single(classA({ lat: -95 })), 'position-range'],
  ['part 3 of 2', sealed('AIVDM,2,3,1,A,88888888880,2'), 'format'],
  ['part 0', sealed('AIVDM,0,0,,A,88888888880,2'), 'format'],
  ['no payload', sealed('AIVDM,1,1,,A,,0'), 'format'],
  ['fill bits that are no digit', sealed('AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,x'), 'format'],
  ['a tag block cut off', '\\s:luanda,c:1788264000*0', 'tag-block'],
  ['a tag block with a wrong checksum', `\\s:luanda*00\\${positionVectors[0][0]}`, 'tag-block'],
] as const)('%s is refused and counted', (_name, line, fault) => {
  const { give, messages, decoder } = open();
  expect(give(line)).toBe(fault);
  expect(messages).toEqual([]);
  expect(decoder.counts()).toMatchObject({ sentences: 1, accepted: 0, rejected: { [fault]: 1 } });
});

test('sound sentences of other types are left aside, not refused', () => {
  const { give, decoder } = open();
  expect(give(single(payload([6, 20], [2, 0], [30, 996030001], [240, 0])))).toBeNull();
  expect(decoder.counts()).toMatchObject({ accepted: 0, ignored: 1, rejected: {}, byType: { 20: 1 } });
});

test('parts out of order and interleaved', () => {
  const { give, messages } = open();
  for (const line of [everDiadem[1], mtMitchell[0], everDiadem[0], mtMitchell[1]]) give(line);
  expect(messages).toMatchObject([{ name: 'EVER DIADEM' }, { name: 'MT.MITCHELL' }]);
});

test('a part without the other waits, then is given up and counted', () => {
  const { give, decoder, messages } = open({ expiryMs: 5_000 });
  give(everDiadem[1]);
  expect(decoder.counts()).toMatchObject({ pending: 1, rejected: {} });
  give(everDiadem[0], heardMs + 5_001);
  expect(messages).toEqual([]);
  decoder.expire(heardMs + 60_000);
  expect(decoder.counts()).toMatchObject({ sentences: 2, accepted: 0, pending: 0, rejected: { incomplete: 2 } });
});

test('the same part twice counts once; another one under its number begins anew', () => {
  const { give, decoder, messages } = open();
  for (const line of [everDiadem[0], everDiadem[0], everDiadem[1]]) give(line);
  expect(messages).toHaveLength(1);
  const other = mtMitchell[0].replace('2,1,3,B', '2,1,1,A');
  give(sealed(everDiadem[0].slice(1, -3)));
  give(sealed(other.slice(1, -3)));
  give(sealed(mtMitchell[1].replace('2,2,3,B', '2,2,1,A').slice(1, -3)));
  expect(messages).toMatchObject([{ name: 'EVER DIADEM' }, { name: 'MT.MITCHELL' }]);
  expect(decoder.counts().rejected).toEqual({ 'fragment-duplicate': 1, incomplete: 1 });
});

test('unfinished messages are bounded, the oldest given up first', () => {
  const { give, decoder } = open({ maxPending: 3 });
  for (let sequence = 0; sequence < 9; sequence += 1) give(sealed(`AIVDM,2,1,${sequence},A,55?MbV02,0`));
  expect(decoder.counts()).toMatchObject({ pending: 3, rejected: { overflow: 6 } });
});

test('tag blocks: station, its clock in seconds or milliseconds, and the group that ties parts', () => {
  const { give, receptions, messages } = open();
  give(tagged('s:luanda,c:1788264000', positionVectors[0][0]));
  give(tagged('c:1788264000123,s:lobito', positionVectors[1][0]));
  // Without a sequence number only the group distinguishes the two.
  const bare = (line: string) => sealed(line.slice(1, -3).replace(/^(AIVDM,\d,\d),\d,/, '$1,,'));
  give(tagged('g:1-2-77,s:luanda,c:1788264001', bare(everDiadem[0])));
  give(tagged('g:1-2-78,s:lobito', bare(mtMitchell[0])));
  give(tagged('g:2-2-77', bare(everDiadem[1])));
  give(tagged('g:2-2-78', bare(mtMitchell[1])));
  expect(receptions).toEqual([
    { receivedMs: heardMs, stationMs: 1_788_264_000_000, source: 'luanda', isOwn: false },
    { receivedMs: heardMs, stationMs: 1_788_264_000_123, source: 'lobito', isOwn: false },
    { receivedMs: heardMs, stationMs: 1_788_264_001_000, source: 'luanda', isOwn: false },
    { receivedMs: heardMs, stationMs: null, source: 'lobito', isOwn: false },
  ]);
  expect(messages.slice(2)).toMatchObject([{ name: 'EVER DIADEM' }, { name: 'MT.MITCHELL' }]);
});

test('a prefix before the sentence, and the clock of a coast station behind it', () => {
  const { give, receptions } = open();
  expect(give(`$PGHP,1,2026,9,1,12,0,30,0,603,1,11,1,4A*0F ${positionVectors[0][0]},rluanda,1788264005`)).toBeNull();
  expect(receptions).toMatchObject([{ stationMs: 1_788_264_005_000 }]);
});

test('AIVDO is the receiver itself', () => {
  const { give, receptions } = open();
  give(sealed(positionVectors[0][0].slice(1, -3).replace('AIVDM', 'BSVDO')));
  expect(receptions).toMatchObject([{ isOwn: true }]);
});

test('a fix gets the minute in which it was heard, over midnight too', () => {
  const at = (text: string) => Date.parse(`2026-09-01T${text}Z`);
  expect(fixTimeMs(at('12:00:30.400'), 29)).toBe(at('12:00:29.000'));
  expect(fixTimeMs(at('12:00:01.000'), 59)).toBe(at('11:59:59.000'));
  expect(fixTimeMs(at('00:00:01.000'), 58)).toBe(Date.parse('2026-08-31T23:59:58Z'));
  expect(fixTimeMs(at('12:00:58.000'), 2)).toBe(at('12:01:02.000'));
  expect(fixTimeMs(at('12:00:30.400'), null)).toBe(at('12:00:30.000'));
});

test('lines of a stream that is cut anywhere', () => {
  const text = `${positionVectors[0][0]}\r\n\n${everDiadem.join('\n')}\r\n`;
  for (let size = 1; size < 40; size += 1) {
    const { decoder } = open();
    const splitter = createLineSplitter((bytes, from, to) => decoder.line(bytes, from, to, heardMs), decoder.tooLong);
    const bytes = Buffer.from(text, 'latin1');
    for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.subarray(at, at + size));
    expect(decoder.counts()).toMatchObject({ sentences: 3, accepted: 3, rejected: {} });
  }
});

test('a line without end costs no memory and is counted once', () => {
  const { decoder } = open();
  const splitter = createLineSplitter((bytes, from, to) => decoder.line(bytes, from, to, heardMs), decoder.tooLong);
  for (let chunk = 0; chunk < 50; chunk += 1) splitter.push(Buffer.alloc(700, 65));
  splitter.push(Buffer.from(`\n${positionVectors[0][0]}\n${'x'.repeat(maxLineBytes + 1)}\n`, 'latin1'));
  splitter.push(Buffer.from(positionVectors[1][0], 'latin1'));
  splitter.end();
  expect(decoder.counts()).toMatchObject({ sentences: 4, accepted: 2, rejected: { 'line-too-long': 2 } });
});
