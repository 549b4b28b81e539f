import { describe, expect, test } from 'vitest';
import {
  foldText,
  formatAge,
  formatBytes,
  formatCoordinates,
  formatCount,
  formatDate,
  formatDay,
  formatDuration,
  formatFlag,
  formatGear,
  formatInstant,
  formatLongDate,
  formatLongInstant,
  formatMilliseconds,
  formatNumber,
  formatPlainCoordinates,
  formatPlainInstant,
  formatPlainNumber,
  formatQuantity,
  formatRelative,
  formatShortInstant,
  titleCase,
  unitName,
} from './index.ts';

/** No-break spaces drawn as `_`, so that a test shows which blank is which. */
const seen = (text: string) => text.replaceAll('\u00a0', '_');

describe('numbers', () => {
  test.each([
    [1234.5, {}, '1_234,5'],
    [518_000, {}, '518_000'],
    [999, {}, '999'],
    [0, {}, '0'],
    [-2.25, { decimals: 2 }, '−2,25'],
    [24.456, { maxDecimals: 2 }, '24,46'],
    [24, { decimals: 1 }, '24,0'],
    [1.2, { sign: 'always' as const }, '+1,2'],
    [0, { sign: 'always' as const }, '0'],
    [-0.04, {}, '0'],
    [null, {}, '—'],
    [undefined, {}, '—'],
    [Number.NaN, {}, '—'],
    [Number.POSITIVE_INFINITY, {}, '—'],
  ])('%s %o reads %s', (value, options, expected) => {
    expect(seen(formatNumber(value, options))).toBe(expected);
  });

  test('units keep to their number', () => {
    expect(seen(formatQuantity(24.5, '°C'))).toBe('24,5_°C');
    expect(formatQuantity(null, '°C')).toBe('—');
    expect(formatQuantity(3, '')).toBe('3');
    const accounts = { one: 'conta', other: 'contas' };
    const counted = [0, 1, 2, 1.04, 1.4, null].map((value) => formatQuantity(value, accounts));
    expect(counted.map(seen)).toEqual(['0_contas', '1_conta', '2_contas', '1_conta', '1,4_contas', '—']);
    expect([accounts, '°C'].map(unitName)).toEqual(['contas', '°C']);
  });

  test.each([
    [0, '0_B'],
    [999, '999_B'],
    [1000, '1_kB'],
    [2_300_000_000, '2,3_GB'],
    [999_950, '1_MB'],
    [null, '—'],
  ])('%s bytes read %s', (bytes, expected) => {
    expect(seen(formatBytes(bytes))).toBe(expected);
  });

  test.each([
    [0.42, '0,4_ms'],
    [89.4, '89_ms'],
    [1250, '1,25_s'],
    [null, '—'],
  ])('%s ms read %s', (ms, expected) => {
    expect(seen(formatMilliseconds(ms))).toBe(expected);
  });

  test('counts take the form that Portuguese gives them', () => {
    expect(seen(formatCount(0, 'alerta', 'alertas'))).toBe('0_alertas');
    expect(seen(formatCount(1, 'alerta', 'alertas'))).toBe('1_alerta');
    expect(seen(formatCount(1_000_000, 'registo', 'registos'))).toBe('1_000_000_de_registos');
  });
});

describe('time', () => {
  const at = '2026-08-31T09:05:07Z';
  const now = Date.parse(at);

  test('instants name their zone', () => {
    expect(formatInstant(at)).toBe('31/08/2026, 10:05 (Luanda)');
    expect(formatInstant(at, 'UTC', true)).toBe('31/08/2026, 09:05:07 (UTC)');
    expect(formatDate('2026-08-31T23:30:00Z')).toBe('01/09/2026');
    expect(formatInstant('ontem')).toBe('—');
  });

  test.each([
    [0, 'agora mesmo'],
    [12_000, 'há_12_s'],
    [180_000, 'há_3_min'],
    [5 * 3_600_000, 'há_5_h'],
    [86_399_000, 'há_23_h'],
    [86_400_000, '30/08/2026, 10:05 (Luanda)'],
    [-7_200_000, 'daqui_a_2_h'],
  ])('%s ms ago reads %s', (age, expected) => {
    expect(seen(formatRelative(now - age, now))).toBe(expected);
  });

  test('lengths of time keep their two largest units', () => {
    expect(seen(formatDuration(0))).toBe('0_s');
    expect(seen(formatDuration(320))).toBe('5_min 20_s');
    expect(seen(formatDuration(320.4))).toBe('5_min 20_s');
    expect(seen(formatDuration(3600))).toBe('1_h');
    expect(seen(formatDuration(273_605))).toBe('3_d 4_h');
    expect(seen(formatAge(59_999))).toBe('59_s');
    expect(formatDuration(null)).toBe('—');
  });

  test.each([
    [0.0004, '0,4_ms'],
    [0.04, '40_ms'],
    [0.9994, '999_ms'],
    [0.9996, '1_s'],
    [1.44, '1,4_s'],
    [2, '2_s'],
    [9.94, '9,9_s'],
    [9.96, '10_s'],
    [10.4, '10_s'],
  ])('a short time, %s s, reads %s', (seconds, expected) => {
    expect(seen(formatDuration(seconds))).toBe(expected);
  });
});

describe('coordinates', () => {
  test.each([
    [[13.235, -8.8117], 'minutes', '8°48,7′_S 13°14,1′_E'],
    [[0, 0], 'minutes', '0°0,0′_N 0°0,0′_E'],
    [[-9.9999, 5.9999], 'minutes', '6°0,0′_N 10°0,0′_W'],
    [[13.235, -8.8117], 'decimal', '8,8117°_S 13,2350°_E'],
  ] as const)('%o as %s reads %s', (position, style, expected) => {
    expect(seen(formatCoordinates(position, style))).toBe(expected);
  });

  test('unknown places stay unknown', () => {
    expect(formatCoordinates(null)).toBe('—');
  });
});

describe('texts', () => {
  test('search text has neither accents nor case', () => {
    expect(foldText('Monitorização ÁGUA')).toBe('monitorizacao agua');
  });

  test('ids become titles', () => {
    expect(titleCase('nao-existe')).toBe('Nao Existe');
    expect(titleCase('a__b')).toBe('A B');
  });
});

test('flags and gears by their names; what is no code stays as it is written', () => {
  expect(['AGO', 'NAM', 'XYZ'].map(formatFlag)).toEqual(['Angola', 'Namíbia', 'XYZ']);
  expect(['OTHER_PURSE_SEINES', 'trawlers', 'SET_GILLNETS', 'BUNKER', 'palangre de fundo'].map(formatGear)).toEqual([
    ...['Cerco, outro', 'Arrasto', 'Emalhar fixo', 'Abastecimento de combustível', 'palangre de fundo'],
  ]);
});

describe('plain text, for messages, mails and documents', () => {
  test.each([
    [1234.56, {}, '1234,6'],
    [12_345.6, {}, '12_345,6'],
    [1234.5, { grouping: 'always' }, '1_234,5'],
    [-2.25, { decimals: 2 }, '-2,25'],
    [-0.01, {}, '0'],
    [3, { minDecimals: 1, maxDecimals: 2 }, '3,0'],
    [Number.NaN, {}, '—'],
    [null, {}, '—'],
  ] as const)('number %s %o', (value, options, text) => {
    expect(seen(formatPlainNumber(value, options))).toBe(text);
  });

  test('places, west as O', () => {
    expect(formatPlainCoordinates([13.235, -8.812])).toBe('8°48,7′ S 13°14,1′ E');
    expect(formatPlainCoordinates([-0.5, 59.99999])).toBe('60°0′ N 0°30′ O');
  });

  test('days and instants, in Luanda unless another zone is asked for', () => {
    const instant = '2026-08-31T23:05:07Z';
    expect(formatPlainInstant(instant)).toBe('01/09/2026, 00:05');
    expect(formatShortInstant(instant, 'UTC')).toBe('31/08/26, 23:05');
    expect(formatLongDate(instant)).toBe('1 de setembro de 2026');
    expect(formatLongInstant(instant)).toBe('1 de setembro de 2026 às 00:05');
    expect(formatDay('2026-08-31')).toBe('31/08/2026');
    expect([formatPlainInstant(null), formatShortInstant('hoje'), formatLongDate(undefined)]).toEqual(['—', '—', '—']);
  });
});
