import { describe, expect, test } from 'vitest';
import { assumedUncertainty, type SurveyLayer, surveyOf } from './read-survey.ts';

const lines = [
  [
    [13, -9],
    [13, -8.9],
  ],
] as const;
const layer = (...properties: readonly Record<string, unknown>[]): SurveyLayer => ({
  ...{ id: 'camada:costa', title: 'Costa', source: 'INIPM', licence: 'CC BY 4.0', simulatedSeed: null, isOpen: true },
  features: properties.map((one) => ({ lines, properties: one })),
});

describe('a layer as a survey of the shoreline', () => {
  test('is read by our names and by those of DSAS, whatever their case', () => {
    const survey = surveyOf(
      layer(
        { DATA: '1986-08-15', TIPO_COSTA: 'Falésia', METODO: 'GPS', INCERTEZA_M: '4,5' },
        { date_: '2024-08-04T00:00:00Z', uncertainty: 12 },
        { ano: 2005 },
      ),
    );
    expect(survey?.lines).toMatchObject([
      { date: '1986-08-15', type: 'cliff', method: 'GPS', uncertainty: 4.5 },
      { date: '2024-08-04', type: null, method: null, uncertainty: 12 },
      { date: '2005-07-01', uncertainty: assumedUncertainty },
    ]);
    expect(survey?.about).toMatchObject({ dates: ['1986-08-15', '2005-07-01', '2024-08-04'], south: -9, north: -8.9 });
    // A tenth of a degree of meridian at 9° S.
    expect(survey?.about.typedKm).toBeCloseTo(11.06, 2);
  });

  test('leaves out what it can not date or trust, and says why', () => {
    const survey = surveyOf(
      layer(
        { data: '2020-02-31' },
        { data: '04/08/2024' },
        { data: '2020-01-01', incerteza_m: -1 },
        { data: '2020-01-01', incerteza_m: 5, tipo_costa: 'desconhecida' },
      ),
    );
    expect(survey?.lines).toMatchObject([{ date: '2020-01-01', type: null }]);
    expect(survey?.about.refused.map(({ count }) => count)).toEqual([2, 1]);
  });

  test('of no date is another kind of layer', () => {
    expect(surveyOf(layer({ nome: 'Estrada' }))).toBeNull();
  });
});
