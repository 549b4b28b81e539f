import { expect, test } from 'vitest';
import { createAisDecoder } from './decoder.ts';
import type { AisMessage } from './messages.ts';

/** Messages of sentences, checksums included. */
function read(...sentences: readonly string[]) {
  const messages: AisMessage[] = [];
  const decoder = createAisDecoder((message) => messages.push(message));
  const faults = sentences.map((text) => {
    const bytes = new TextEncoder().encode(text);
    return decoder.line(bytes, 0, bytes.length, 0);
  });
  return { messages, faults: faults.filter((fault) => fault !== null), counts: decoder.counts() };
}

type Field = readonly [bits: number, value: number];
const text = (characters: string, count: number): readonly Field[] =>
  Array.from(characters.padEnd(count, '@')).map((one): Field => [6, one.charCodeAt(0) % 64]);

/** A sentence of fields, with its checksum. */
function sentenceOf(fields: readonly Field[]): string {
  const written = fields
    .map(([size, value]) => (value < 0 ? value + 2 ** size : value).toString(2).padStart(size, '0'))
    .join('');
  const fill = (6 - (written.length % 6)) % 6;
  const six = (written + '0'.repeat(fill)).match(/.{6}/g) ?? [];
  const payload = six
    .map((bits) => Number.parseInt(bits, 2))
    .map((value) => String.fromCharCode(value < 40 ? value + 48 : value + 56))
    .join('');
  const body = `AIVDM,1,1,,A,${payload},${fill}`;
  const sum = Array.from(body).reduce((all, one) => all ^ one.charCodeAt(0), 0);
  return `!${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
}

const mmsi: Field = [30, 996_031_001];
const place = (lon: number, lat: number): readonly Field[] => [
  [28, Math.round(lon * 600_000)],
  [27, Math.round(lat * 600_000)],
];

// Sentences and values of gpsd's sample.aivdm (BSD) and of pyais (MIT).
test('aircraft on search and rescue', () => {
  const { messages, faults } = read(
    '!AIVDM,1,1,,A,91b77=h3h00nHt0Q3r@@07000<0b,0*69',
    '!AIVDM,1,1,,B,91b55wi;hbOS@OdQAC062Ch2089h,0*30',
  );
  expect(faults).toEqual([]);
  expect(messages).toMatchObject([
    { kind: 'aircraft', mmsi: 111_265_591, altitudeMeters: 15, speedKnots: 0, courseDegrees: 0, second: 28 },
    { kind: 'aircraft', mmsi: 111_232_511, altitudeMeters: 303, speedKnots: 42, courseDegrees: 154.5, second: 15 },
  ]);
  const places = messages.flatMap((message) => (message.kind === 'aircraft' ? [[message.lon, message.lat]] : []));
  expect(places.flat().map((degrees) => Number(degrees?.toFixed(4)))).toEqual([11.8816, 57.7785, -6.2788, 58.144]);
});

test('a text about safety', () => {
  const { messages } = read('!AIVDM,1,1,,A,>5?Per18=HB1U:1@E=B0m<L,2*51');
  expect(messages).toEqual([{ kind: 'safety-text', type: 14, mmsi: 351_809_000, text: 'RCVD YR TEST MSG' }]);
});

test('an aid to navigation off its position', () => {
  const { messages } = read(
    '!AIVDM,2,1,7,B,E4eHJhPR37q0000000000000000KUOSc=rq4h00000a,0*4A',
    '!AIVDM,2,2,7,B,@20,4*54',
  );
  expect(messages).toMatchObject([
    { kind: 'aid', mmsi: 316_021_442, aidType: 1, name: 'DFO2', isOffPosition: true, isVirtual: false },
  ]);
  const [aid] = messages;
  if (aid?.kind !== 'aid') throw new Error('expected an aid to navigation');
  expect([aid.lon?.toFixed(5), aid.lat?.toFixed(5)]).toEqual(['-123.42915', '48.65457']);
});

const aid = (over: { second?: number; off?: number; virtual?: number; extension?: readonly Field[] } = {}) => [
  ...([[6, 21], [2, 0], mmsi, [5, 30]] as const),
  ...text('RECIFE DE LUANDA SUL', 20),
  [1, 0] as const,
  ...place(13.1, -8.7),
  ...([
    [30, 0],
    [4, 1],
  ] as const),
  [6, over.second ?? 10] as const,
  [1, over.off ?? 0] as const,
  ...([
    [8, 0],
    [1, 0],
  ] as const),
  [1, over.virtual ?? 0] as const,
  ...([
    [1, 0],
    [1, 0],
  ] as const),
  ...(over.extension ?? []),
];

test('a virtual one says so; a name of more than twenty characters is whole; a fixed one watches no position', () => {
  const [virtual] = read(sentenceOf(aid({ virtual: 1, extension: text(' OESTE', 6) }))).messages;
  expect(virtual).toMatchObject({ isVirtual: true, name: 'RECIFE DE LUANDA SUL OESTE', dimensions: null, aidType: 30 });
  const [fixed] = read(sentenceOf(aid({ second: 60, off: 1 }))).messages;
  expect(fixed).toMatchObject({ isVirtual: false, isOffPosition: null, name: 'RECIFE DE LUANDA SUL' });
});

test('the last value before not available is a value', () => {
  const aircraft = (altitude: number, speed: number, course: number) =>
    sentenceOf([[6, 9], [2, 0], mmsi, [12, altitude], [10, speed], [1, 0], ...place(181, 91), [12, course], [6, 59]]);
  expect(read(aircraft(4094, 1022, 3599)).messages).toMatchObject([
    { altitudeMeters: 4094, speedKnots: 1022, courseDegrees: 359.9, second: 59, lon: null, lat: null },
  ]);
  expect(read(aircraft(4095, 1023, 3600)).messages).toMatchObject([
    { altitudeMeters: null, speedKnots: null, courseDegrees: null },
  ]);
});

test('what is too short, outside the Earth or without a text is no message', () => {
  expect(read(sentenceOf([[6, 9], [2, 0], mmsi, [12, 0]])).faults).toEqual(['payload-short']);
  const outside = [[6, 9], [2, 0], mmsi, [23, 0], ...place(-181, 0), [18, 0]] as const;
  expect(read(sentenceOf(outside)).faults).toEqual(['position-range']);
  const empty = read(sentenceOf([[6, 14], [2, 0], mmsi, [2, 0], ...text('', 3)]));
  expect([empty.messages, empty.faults]).toEqual([[], []]);
});
