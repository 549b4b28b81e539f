import { describe, expect, test } from 'vitest';
import { readRow } from '../intake/format.ts';
import { sampleFormat } from './samples.ts';

const context = { nowMs: Date.UTC(2026, 8, 1) };
const [example = {}] = sampleFormat.examples;
const read = (over: Record<string, string> = {}) => readRow(sampleFormat, { ...example, ...over }, 'comma', context);
const problem = (over: Record<string, string>) => {
  const outcome = read(over);
  return 'errors' in outcome ? outcome.errors.map(({ message }) => message).join('; ') : '';
};

describe('biological samples', () => {
  test('an animal with all that was noted, in the words of the format whatever their accents and case', () => {
    expect(read({ habitat: 'PLATAFORMA', comportamento: 'a superficie' })).toEqual({
      records: [
        {
          kind: 'specimen',
          sourceId: 'inipm:INIPM-2026-03/L012/1',
          ...{ survey: 'INIPM-2026-03', station: 'L012', scientificName: 'Trachurus trecae', date: '2026-07-15' },
          ...{ lon: 13.25, lat: -12.35, depthMeters: 85, gear: 'arrasto de fundo' },
          ...{ lengthCentimeters: 21.5, lengthKind: 'total', weightGrams: 88.2, sex: 'F', maturity: 3 },
          ...{ habitat: 'plataforma', behaviour: 'à superfície' },
        },
      ],
    });
  });

  test('nothing noted is nothing, not a word', () => {
    const blank = { profundidade_m: '', comprimento_cm: '', sexo: 'I', maturacao: '', habitat: '—', comportamento: '' };
    expect(read(blank)).toMatchObject({
      records: [
        {
          ...{ depthMeters: null, lengthCentimeters: null, lengthKind: null, sex: null, maturity: null },
          ...{ habitat: null, behaviour: null },
        },
      ],
    });
  });

  test.each([
    [{ comprimento_cm: '', peso_g: '' }, 'sem comprimento nem peso'],
    [{ peso_g: '882000' }, 'não cabem em 21.5 cm'],
    [{ comprimento_cm: '2150' }, 'não cabem em 2150 cm'],
    [{ nome_cientifico: 'Carapau do Cunene' }, 'esperado género e espécie'],
    [{ data: '15/07/2027' }, 'no futuro'],
    [{ lat: '12,35' }, 'acima do máximo'],
    [{ maturacao: '9' }, 'acima do máximo'],
    [{ habitat: 'montanha' }, 'esperado estuário'],
    [{ exemplar: '0' }, 'abaixo do mínimo'],
    [{ nome_cientifico: '=HYPERLINK("x")' }, 'começa como uma fórmula'],
  ])('%j is refused with its reason', (over, reason) => {
    expect(problem(over as Record<string, string>)).toContain(reason);
  });
});
