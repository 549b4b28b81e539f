import { expect, test } from 'vitest';
import { readRow } from '../intake/format.ts';
import { nafFormatOf } from './map.ts';
import { angolaVms, angolaVmsWith } from './port.ts';

const nafFormat = nafFormatOf('tenths');
const context = { nowMs: Date.UTC(2026, 8, 1) };
const read = (linha: string) => readRow(nafFormat, { linha }, 'point', context);
const european =
  '//SR//AD/FRA//FR/GBR//RD/20201006//RT/2141//FS/GBR//RC/MGXR6//IR/GBROOC21250//DA/20201006//TI/1625//LT/53.254//LG/.940//SP/96//CO/8//TM/POS//ER//';

test('a message is a position and an identity of one vessel', () => {
  expect(read(european)).toEqual({
    records: [
      {
        kind: 'vessel-position',
        vesselKey: 'ir:GBR:GBROOC21250',
        mmsi: null,
        timeMs: Date.UTC(2020, 9, 6, 16, 25),
        feed: 'vms naf',
        lon: 0.94,
        lat: 53.254,
        speedKnots: 9.6,
        courseDegrees: 8,
        headingDegrees: null,
        navigationStatus: null,
      },
      expect.objectContaining({ kind: 'vessel-identity', callsign: 'MGXR6', flag: 'GBR', registration: 'GBROOC21250' }),
    ],
  });
});

test('without a number the call sign tells vessels apart, then the side number, and at last the name', () => {
  const keyOf = (linha: string) => {
    const found = read(linha);
    return 'records' in found ? found.records.map((record) => ('vesselKey' in record ? record.vesselKey : '')) : [];
  };
  expect(keyOf(european.replace('//IR/GBROOC21250', ''))).toEqual(['rc:MGXR6', 'rc:MGXR6']);
  expect(keyOf(european.replace('//IR/GBROOC21250', '').replace('RC/MGXR6', 'XR/PD 147'))[0]).toBe('xr:GBR:PD 147');
  expect(keyOf(european.replace('//RC/MGXR6//IR/GBROOC21250', '//NA/FAITH SZ 1146'))[0]).toBe('na:GBR:FAITH SZ 1146');
});

test.each([
  ['lixo', 'Formato NAF inválido: esperado //SR//…//ER//'],
  [european.replace('TI/1625', 'TI/2560'), 'DA ou TI em falta ou inválidos'],
  [european.replace('LT/53.254', 'LT/95'), 'LT/LG (ou LA/LO) em falta ou fora do mundo'],
  [
    european.replace('TM/POS', 'TM/XXX'),
    'TM em falta ou desconhecido (esperado POS, MAN, ENT, EXI, TRA, COE, CAT ou COX)',
  ],
])('a line that is no position says why', (line, message) => {
  expect(read(line)).toEqual({ errors: [{ field: 'linha', message }] });
});

test('the example of the template can be read, and the stream takes such files', () => {
  const [example] = nafFormat.examples;
  expect(read(example?.linha ?? '')).toHaveProperty('records');
  expect(angolaVms.streams[0]?.intake?.label).toBe(nafFormat.label);
});

test('a centre that writes whole knots is read so by its setting', () => {
  const slow = european.replace('SP/96', 'SP/12');
  const speedWith = (unit: 'knots' | 'tenths') => {
    const format = angolaVmsWith(unit).streams[0]?.intake;
    if (format === undefined) throw new Error('no format');
    const found = readRow(format, { linha: slow }, 'point', context);
    return 'records' in found ? found.records[0] : found;
  };
  expect(speedWith('tenths')).toMatchObject({ speedKnots: 1.2 });
  expect(speedWith('knots')).toMatchObject({ speedKnots: 12 });
});
