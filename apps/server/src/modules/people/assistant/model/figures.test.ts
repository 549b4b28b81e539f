import { describe, expect, it } from 'vitest';
import { checkFigures, figuresIn } from './figures.rules.ts';

const answer = {
  data: {
    mean: 23.6644,
    anomaly: -0.0203,
    total: 35323.27,
    biomass: 7998003.88,
    share: 0.5353,
    ports: ['Luanda', 'Lobito', 'Soyo'],
    time: '2026-11-28T23:30:00Z',
    vessel: 'SAO TIAGO 2',
  },
};
const struckIn = (text: string) => checkFigures(text, [answer]).struck.flatMap(({ figures }) => figures);

describe('figures in a text', () => {
  it.each([
    ['35 323,3 t', [35323.3], 1, 1],
    ['35\u00a0323 t', [35323], 0, 1],
    ['35.323,27 t', [35323.27], 2, 1],
    ['23.7 graus', [23.7], 1, 1],
    ['1.234 barcos', [1234, 1.234], 0, 1],
    ['−0,02 °C', [-0.02], 2, 1],
    ['8 milhões de toneladas', [8], 0, 1e6],
    ['35,3 mil toneladas', [35.3], 1, 1e3],
    ['1,2 mil milhões', [1.2], 1, 1e9],
    ['três portos', [3], 0, 1],
  ])('%s', (text, values, decimals, scale) => {
    expect(figuresIn(text)).toEqual([expect.objectContaining({ values, decimals, scale })]);
  });

  it.each(['CO2 e H2O', 'o 1.º lugar', 'a 2ª vez', 'uma embarcação'])('none in «%s»', (text) => {
    expect(figuresIn(text)).toEqual([]);
  });
});

describe('a text is held to the answers of the tools', () => {
  it.each([
    'A média foi de 23,7 °C.',
    'A média foi de 24 °C.',
    'Desembarcaram-se 35 323,3 toneladas.',
    'Desembarcaram-se cerca de 35,3 mil toneladas.',
    'A biomassa é de 8 milhões de toneladas.',
    'A confiança é de 53,5 %.',
    'A anomalia é de −0,02 °C.',
    'A água está 0,02 °C abaixo do normal.',
    'Há três portos: Luanda, Lobito e Soyo.',
    'O último valor é de 29/11/2026, e o navio é o SAO TIAGO 2.',
    'Medido a 28 de novembro de 2026.',
    'O mar está calmo.',
  ])('stands: %s', (text) => {
    expect(checkFigures(text, [answer])).toEqual({ text, struck: [] });
  });

  it.each([
    ['A média foi de 23,8 °C.', '23,8'],
    ['A média foi de 25 °C.', '25'],
    ['Desembarcaram-se 35 324 toneladas.', '35 324'],
    ['A biomassa é de 9 milhões de toneladas.', '9'],
    ['A confiança é de 54 %, ou de 63 %.', '63 %'.replace(' %', '')],
    ['A anomalia é de 0,02 °C.', '0,02'],
    ['Há cinco portos.', 'cinco'],
    ['Medido a 3 de março de 2026.', '3 de março de 2026'],
    ['Medido em 27/11/2026.', '27/11/2026'],
    ['A água esteve a 1.234,5 graus.', '1.234,5'],
  ])('is struck: %s', (text, figure) => {
    expect(struckIn(text)).toEqual([figure]);
  });

  it('strikes the sentence alone, and keeps the others', () => {
    const text = 'A média foi de 23,66 °C. Amanhã estarão 27,5 °C. O mar está calmo.';
    expect(checkFigures(text, [answer])).toEqual({
      text: 'A média foi de 23,66 °C. O mar está calmo.',
      struck: [{ sentence: 'Amanhã estarão 27,5 °C.', figures: ['27,5'] }],
    });
  });
});
