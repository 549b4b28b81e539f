import { seededRandom } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { formatNaf, type NafReport, parseNaf } from './naf.ts';

const mega =
  '//SR//AD/PAN//FR/PAN//TM/POS//NA/MEGA 811//IR/47083-PEXT//RC/HP4077//XR/8523632//DA/190515//TI/1151//LT/-20.860//LG/-100.274//FS/PAN//RN/320491//ER';
const european =
  '//SR//AD/FRA//FR/GBR//RD/20201006//RT/2141//FS/GBR//RC/MGXR6//IR/GBROOC21250//DA/20201006//TI/1625//LT/53.254//LG/.940//SP/96//CO/8//TM/POS//ER//';
const tenths = { speedUnit: 'tenths' } as const;
const knots = { speedUnit: 'knots' } as const;

function read(line: string, options: typeof tenths | typeof knots = tenths): NafReport {
  const found = parseNaf(line, options);
  if ('fault' in found) throw new Error(`refused: ${found.fault}`);
  return found.report;
}
const faultOf = (line: string) => {
  const found = parseNaf(line, tenths);
  return 'fault' in found ? found.fault : null;
};

test('a record with a day of six digits and decimal degrees', () => {
  expect(read(mega)).toEqual({
    type: 'POS',
    to: 'PAN',
    from: 'PAN',
    flag: 'PAN',
    callsign: 'HP4077',
    name: 'MEGA 811',
    internalReference: '47083-PEXT',
    externalMark: '8523632',
    imo: null,
    timeMs: Date.UTC(2019, 4, 15, 11, 51),
    lon: -100.274,
    lat: -20.86,
    speedKnots: null,
    courseDegrees: null,
    recordNumber: '320491',
  });
});

test('the European record: tenths of knots, a longitude without its zero, fields in another order', () => {
  expect(read(european)).toMatchObject({
    flag: 'GBR',
    callsign: 'MGXR6',
    internalReference: 'GBROOC21250',
    timeMs: Date.UTC(2020, 9, 6, 16, 25),
    lon: 0.94,
    lat: 53.254,
    speedKnots: 9.6,
    courseDegrees: 8,
  });
});

test('the older coordinates are degrees and minutes', () => {
  const line = mega.replace('LT/-20.860//LG/-100.274', 'LA/S0437//LO/E05527');
  expect(read(line).lat).toBeCloseTo(-(4 + 37 / 60), 12);
  expect(read(line).lon).toBeCloseTo(55 + 27 / 60, 12);
});

test('a field may be empty: it says nothing', () => {
  const line = european.replace('SP/96//CO/8', 'SP///CO/');
  expect(read(line)).toMatchObject({ speedKnots: null, courseDegrees: null, type: 'POS' });
});

test('a vessel may give its name alone, as some centres send it', () => {
  const line =
    '//SR//AD/SYC//FR/SYC//TM/POS//NA/FAITH SZ 1146//DA/111108//TI/0612//LT/-4.620//LG/55.450//SP/42//CO/130//ER//';
  expect(read(line)).toMatchObject({ name: 'FAITH SZ 1146', callsign: null, internalReference: null, speedKnots: 4.2 });
});

test('decimals may be written with a comma', () => {
  const line = mega.replace('LT/-20.860//LG/-100.274', 'LT/-20,860//LG/-100,274//SP/7,5//CO/181,5');
  expect(read(line)).toMatchObject({ lat: -20.86, lon: -100.274, speedKnots: 7.5, courseDegrees: 181.5 });
});

test.each(['COE', 'CAT', 'COX'])('the position of a catch report (%s) is read', (type) => {
  expect(read(mega.replace('TM/POS', `TM/${type}//OB/HKE 1200 HOM 800`))).toMatchObject({ type, lat: -20.86 });
});

test('zero is a coordinate, in either form', () => {
  for (const place of ['LT/0//LG/.000', 'LT/-0.000//LG/+0', 'LA/S0000//LO/W00000'])
    expect(read(mega.replace('LT/-20.860//LG/-100.274', place))).toMatchObject({ lat: 0, lon: 0 });
});

test('a speed no vessel has was meant in the other unit', () => {
  const at = (speed: string, options: typeof tenths | typeof knots) =>
    read(mega.replace('//FS', `//SP/${speed}//FS`), options).speedKnots;
  expect([at('12', knots), at('96', knots), at('12', tenths), at('0', tenths), at('7.5', tenths)]).toEqual([
    12, 9.6, 1.2, 0, 7.5,
  ]);
  expect(faultOf(mega.replace('//FS', '//SP/900//FS'))).toBe('speed');
});

test.each([
  ['no start', mega.replace('//SR', '')],
  ['no end', mega.replace('//ER', '')],
  ['an empty line', ''],
  ['another format', '!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A'],
])('%s: not a record', (_name, line) => expect(faultOf(line)).toBe('not-naf'));

test.each([
  ['field', mega.replace('NA/MEGA 811', 'MEGA 811')],
  ['duplicate-field', mega.replace('//FS', '//LT/1.0//FS')],
  ['type', mega.replace('TM/POS', 'TM/FAX')],
  ['type', mega.replace('//TM/POS', '')],
  ['time', mega.replace('DA/190515', 'DA/190431')],
  ['time', mega.replace('TI/1151', 'TI/2460')],
  ['time', mega.replace('//TI/1151', '')],
  ['position', mega.replace('LT/-20.860', 'LT/-90.001')],
  ['position', mega.replace('LG/-100.274', 'LG/181')],
  ['position', mega.replace('LT/-20.860', 'LA/S0460')],
  ['course', mega.replace('//FS', '//CO/361//FS')],
  ['vessel', mega.replace('//NA/MEGA 811//IR/47083-PEXT//RC/HP4077//XR/8523632', '')],
  ['too-long', mega.replace('MEGA 811', 'M'.repeat(3_000))],
])('%s', (fault, line) => expect(faultOf(line)).toBe(fault));

test.each([
  ['DA/19691231', null],
  ['DA/19700101', Date.UTC(1970, 0, 1, 11, 51)],
  ['DA/20240229', Date.UTC(2024, 1, 29, 11, 51)],
  ['DA/20230229', null],
  ['DA/20241301', null],
  ['DA/20240001', null],
  ['DA/20240100', null],
  ['DA/2024011', null],
])('the day %s', (day, timeMs) => {
  const found = parseNaf(mega.replace('DA/190515', day), tenths);
  expect('fault' in found ? found.fault : found.report.timeMs).toBe(timeMs ?? 'time');
});

test.each([
  ['2359', 23 * 60 + 59],
  ['0000', 0],
  ['2400', null],
  ['1160', null],
  ['115', null],
])('the time %s', (time, minutes) => {
  const found = parseNaf(mega.replace('TI/1151', `TI/${time}`), tenths);
  const expected = minutes === null ? 'time' : Date.UTC(2019, 4, 15) + minutes * 60_000;
  expect('fault' in found ? found.fault : found.report.timeMs).toBe(expected);
});

test('the ends of the world are in it', () => {
  const at = (place: string) => mega.replace('LT/-20.860//LG/-100.274', place);
  expect(read(at('LT/90//LG/-180'))).toMatchObject({ lat: 90, lon: -180 });
  expect(read(at('LT/-90//LG/180.000'))).toMatchObject({ lat: -90, lon: 180 });
  expect(read(at('LA/N9000//LO/W18000'))).toMatchObject({ lat: 90, lon: -180 });
  expect(faultOf(at('LT/90//LG/180.001'))).toBe('position');
  expect(faultOf(at('LA/N9001//LO/E00000'))).toBe('position');
  expect(read(at('LA/S0859//LO/E01314')).lat).toBeCloseTo(-(8 + 59 / 60), 12);
});

test('25 knots are a speed, and a course of 0 to 360 degrees is one', () => {
  const speed = (value: string) => read(mega.replace('//FS', `//SP/${value}//FS`), knots).speedKnots;
  expect([speed('25'), speed('26')]).toEqual([25, 2.6]);
  const course = (value: string) => read(mega.replace('//FS', `//CO/${value}//FS`)).courseDegrees;
  expect(course('0')).toBe(0);
  expect([0, 360]).toContain(course('360'));
});

test('a record of 2048 characters is read, one more is too long; one part short of a record is none', () => {
  const padded = (length: number) => mega.replace('MEGA 811', 'M'.repeat(8 + length - mega.length));
  expect([padded(2048).length, faultOf(padded(2048)), faultOf(padded(2049))]).toEqual([2048, null, 'too-long']);
  expect([faultOf('//SR//ER'), faultOf('//SR//TM/POS//ER')]).toEqual(['not-naf', 'time']);
});

test('an empty field is one that is not known, as some centres write it', () => {
  const report = read(mega.replace('//FS/', '//SP///CO///FS/'));
  expect(report).toEqual({ ...read(mega), speedKnots: null, courseDegrees: null });
  expect(faultOf(mega.replace('LT/-20.860', 'LT/'))).toBe('position');
});

describe('writing', () => {
  test('what is written reads as it was', () => {
    for (const line of [mega, european]) {
      const report = read(line);
      expect(read(formatNaf(report, tenths))).toEqual(report);
    }
  });

  test('a name cannot end its field or its record', () => {
    const report = { ...read(mega), name: 'A//LT/0//ER\r\nB/' };
    const line = formatNaf(report, tenths);
    expect(line).not.toContain('\n');
    expect(read(line)).toMatchObject({ lat: -20.86, name: 'A/LT/0/ER B' });
  });
});

test('changed records never throw, and what is read lies in the world', () => {
  const random = seededRandom('naf');
  let kept = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const characters = (round % 2 === 0 ? mega : european).split('');
    for (let change = 0; change < 1 + (round % 3); change += 1)
      characters[Math.floor(random() * characters.length)] = String.fromCharCode(32 + Math.floor(random() * 95));
    const found = parseNaf(characters.join(''), tenths);
    if ('fault' in found) continue;
    kept += 1;
    const { lon, lat, timeMs } = found.report;
    expect(Math.abs(lon) <= 180 && Math.abs(lat) <= 90 && Number.isInteger(timeMs)).toBe(true);
  }
  expect(kept).toBeGreaterThan(1_000);
});
