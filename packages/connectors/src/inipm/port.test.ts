import { describe, expect, test } from 'vitest';
import { readRow } from '../intake/format.ts';
import { catchFormat } from './catches.ts';
import { cruiseFormat, pressureOfDepth } from './cruises.ts';

const context = { nowMs: Date.UTC(2026, 8, 1) };
const caught = {
  data: '15/07/2026',
  porto: 'Moçâmedes',
  segmento: 'Semi-Industrial',
  arte: 'Cerco',
  codigo_fao: 'hmz',
  quantidade_t: '1.234,5',
};

describe('catches', () => {
  const read = (over: Record<string, string> = {}) => readRow(catchFormat, { ...caught, ...over }, 'comma', context);
  const problem = (over: Record<string, string>) => {
    const outcome = read(over);
    return 'errors' in outcome ? outcome.errors.map(({ message }) => message).join('; ') : '';
  };

  test('thousands and decimal comma, accents, case and nulls as institutions write them', () => {
    expect(read({ esforco_dias: '—', embarcacoes: 'n/d', provincia: ' ', observacoes: '-' })).toEqual({
      records: [
        {
          kind: 'catch',
          date: '2026-07-15',
          port: 'Moçâmedes',
          province: null,
          segment: 'semi-industrial',
          gear: 'cerco',
          speciesCode: 'HMZ',
          commonName: null,
          scientificName: null,
          tonnes: 1234.5,
          effortDays: null,
          vessels: null,
          notes: null,
        },
      ],
    });
  });

  test('kilograms become tonnes; both are taken only where they agree', () => {
    expect(read({ quantidade_t: '', peso_kg: '3.250' })).toMatchObject({ records: [{ tonnes: 3.25 }] });
    expect(read({ quantidade_t: '3,25', peso_kg: '3250' })).toMatchObject({ records: [{ tonnes: 3.25 }] });
    expect(problem({ quantidade_t: '3,25', peso_kg: '32,5' })).toContain('diferem');
    expect(read({ quantidade_t: '0' })).toMatchObject({ records: [{ tonnes: 0 }] });
  });

  test.each([
    [{ quantidade_t: '' }, 'quantidade_t: em falta'],
    [{ codigo_fao: 'HM' }, 'código ASFIS de três letras'],
    [{ nome_cientifico: 'Sardinella aurita' }, 'não corresponde ao código HMZ'],
    [{ data: '15/07/2027' }, 'no futuro'],
    [{ data: '15/07/1900' }, 'anterior a 1950'],
    [{ segmento: 'desportiva' }, 'esperado industrial'],
    [{ embarcacoes: '2,5' }, 'não é um inteiro'],
    [{ quantidade_t: '60.000' }, 'acima do máximo'],
    [{ porto: '@SUM(A1)' }, 'começa como uma fórmula'],
  ])('%o: %s', (over, expected) => {
    expect(problem(over)).toContain(expected);
  });

  test('a code that is not in the list, or a wider name, is no error', () => {
    expect(problem({ codigo_fao: 'XYZ', nome_cientifico: 'Piscis ignotus' })).toBe('');
    expect(problem({ nome_cientifico: 'Trachurus spp' })).toBe('');
  });
});

describe('cruises', () => {
  test('pressure of depth: the check value of UNESCO 44 (7321.45 m at 30° is 7500 dbar)', () => {
    expect(pressureOfDepth(7321.45, 30)).toBeCloseTo(7500, -0.5);
    expect(pressureOfDepth(0, 0)).toBe(0);
  });

  const level = {
    cruzeiro: 'C1',
    estacao: 'E014',
    data_hora_utc: '15/07/2026 06:30',
    profundidade_m: '0',
    temperatura_c: '0',
  };

  test('degrees, minutes and seconds; zero depth, temperature and position are values', () => {
    const row = { ...level, lat: `12º20'30"S`, lon: `13º14'00"E` };
    expect(readRow(cruiseFormat, row, 'comma', context)).toMatchObject({
      records: [
        {
          sourceId: 'inipm:C1/E014',
          cycle: 14,
          lat: -(12 + 20 / 60 + 30 / 3600),
          lon: 13 + 14 / 60,
          levels: { pressureDecibar: [0], temperatureCelsius: [0], salinityPsu: [null] },
        },
      ],
    });
    const equator = readRow(cruiseFormat, { ...level, lat: '0', lon: '0' }, 'comma', context);
    expect(equator).toMatchObject({ records: [{ lat: 0, lon: 0 }] });
  });

  test.each([
    [{ lat: '12,34', lon: '13' }, 'lat: acima do máximo'],
    [{ lat: '-12,34', lon: '-25' }, 'lon: abaixo do mínimo'],
    [{ lat: '-12', lon: '13', qc: '3' }, 'controlo de qualidade'],
    [{ lat: '-12', lon: '13', temperatura_c: '' }, 'sem temperatura nem salinidade'],
    [{ lat: '-12', lon: '13', data_hora_utc: '15/07/2030 00:00' }, 'no futuro'],
  ])('%o: %s', (over, expected) => {
    const outcome = readRow(cruiseFormat, { ...level, ...over }, 'comma', context);
    expect('errors' in outcome ? outcome.errors[0]?.message : '').toContain(expected);
  });
});
