import { type BiomassRecord, type BiomassTerm, biomassBounds } from '@kianda/contract/space/biomass/biomass.schemas';
import { confidenceOf } from '@kianda/science/biomass/interval';
import type { LandEstimate, LandParameters } from '@kianda/science/biomass/land-biomass';
import { distributionWords, landParameterWords, methodOf, methodWords } from '../biomass.texts.ts';
import type { LandAnswer, LandTask } from './compute.types.ts';

const squareMetersAKm2 = 1e6;
/** Composites of sixteen days that a year has. */
const compositesAYear = 23;
const compositeMs = 16 * 86_400_000;
const notes = [
  'Toda a terra da caixa entre 8,5 e 17,5° E conta, a dos países vizinhos também: a plataforma não guarda fronteiras em terra.',
  'A inclinação da reta é da plataforma: dos artigos só se conhecem a média e o erro.',
  'O NDVI satura: a floresta densa de Cabinda e do Norte tem mais biomassa do que a reta lhe dá.',
  'Cada meio grau é visto por uma janela de 2 km: o intervalo conta com essa amostra.',
];

/** The record of the land's woody biomass, with its arithmetic; null where no vegetation was seen. */
export function landRecord(task: LandTask | null, answer: LandAnswer | null): BiomassRecord | null {
  if (task === null || answer === null || answer.estimate === null) return null;
  const { estimate, areaSquareMeters, coverage } = answer;
  const { interval, tonnes } = estimate;
  const area = areaSquareMeters / squareMetersAKm2;
  const days = Math.min(1, answer.composites / compositesAYear);
  const confidence = confidenceOf({ spread: interval.spread, coverage, days });
  return {
    ...{ biomass_type: 'terrestrial', total_biomass: tonnes, low: interval.low, high: interval.high },
    ...{ biomass_density: tonnes / area, area_km2: area, calculation_method: methodOf.terrestrial },
    ...{ method: methodWords.terrestrial, confidence_level: confidence.value, confidence },
    ...{ temporal_coverage: spanOf(task, answer.composites), spatial_bounds: { ...biomassBounds } },
    terms: [...termsOf(estimate, task.parameters, area)],
    notes,
    ...{ absence: null, remedy: null },
  };
}

/** From the first day of the first composite of the year to the last day of the newest. */
function spanOf({ composites }: LandTask, count: number): string | null {
  const [first, last] = [composites.at(-count), composites.at(-1)];
  if (first === undefined || last === undefined) return null;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return `${day(first.atMs)}/${day(last.atMs + compositeMs)}`;
}

function termsOf(estimate: LandEstimate, parameters: LandParameters, area: number): readonly BiomassTerm[] {
  const parameter = (name: keyof LandParameters): BiomassTerm => ({
    ...landParameterWords[name],
    ...{ distribution: distributionWords(parameters[name]), value: estimate.values[name], kind: 'parameter' },
  });
  const none = { distribution: null } as const;
  return [
    {
      ...{ symbol: 'V', label: 'NDVI em terra, média do ano', unit: '', ...none, kind: 'measured' },
      ...{ value: estimate.meanNdvi, source: 'MODIS MOD13Q1: píxeis válidos de uma janela de 2 km a cada meio grau' },
    },
    ...[parameter('bareNdvi'), parameter('woodlandNdvi')],
    {
      ...{ symbol: 'g', label: 'Parte do caminho do solo nu ao miombo', unit: '', ...none, kind: 'computed' },
      ...{ value: estimate.woodiness, source: '(V − V₀) ÷ (V₁ − V₀) em cada lugar, nunca abaixo de zero' },
    },
    parameter('woodlandTonnesPerHectare'),
    {
      ...{ symbol: 'A', label: 'Terra da caixa, nas células do campo', unit: 'km²', kind: 'computed' },
      ...{ distribution: 'fixo', value: area, source: 'Linha de costa da plataforma' },
    },
    parameter('modelFactor'),
    {
      ...{ symbol: 'B', label: 'Biomassa lenhosa', unit: 't', ...none, kind: 'result' },
      ...{ value: estimate.tonnes, source: 'g × D × 100 × A × f' },
    },
  ];
}
