import { type RiskFactor, riskFactors } from '@kianda/contract/models/filters/filter-types';
import type { FilterStep } from '@kianda/contract/models/filters/filters.contract';
import {
  euclideanRisk,
  highestRisk,
  type RiskCriterion,
  ratingByRank,
  riskClass,
  riskScore,
} from '@kianda/science/planning/habitat-risk';
import { askedCells, cellsInAreas, decimal, latticeOf, valuesWithin, whole } from './cells.rules.ts';
import { type Computing, ImpossibleRule, type Outcome } from './compute.types.ts';
import { recordedCells, speciesAbout } from './presences.rules.ts';
import { type Pressure, pressureOf } from './pressures.ts';
import { cellsFrom, thresholdOf } from './threshold.rules.ts';

const classNames = { low: 'baixo', medium: 'médio', high: 'alto' } as const;
/** Quality of the data behind a criterion, 1 the best. */
const [measured, indirect] = [1, 2];

/** Cumulative risk of the habitat under the pressures asked for, by exposure and consequence (InVEST HRA). */
export async function environmentalRisk(computing: Computing): Promise<Outcome> {
  const { rule, stores, signal, progress } = computing;
  const options = { cellDegrees: rule.cellDegrees, version: rule.modelVersion ?? undefined };
  const scored = await stores.scoreGrid('habitat_suitability', options, signal);
  await progress(0.5, 'A medir as pressões');
  const lattice = latticeOf(scored);
  const asked = askedCells(lattice, rule.bbox);
  const suitability = valuesWithin(scored.value, asked);
  const pressures: Pressure[] = [];
  const missing: string[] = [];
  for (const factor of rule.riskFactors) {
    const found = await pressureOf(factor, computing, { lattice, asked });
    if (found === null) missing.push(riskFactors[factor]);
    else pressures.push(found);
  }
  if (pressures.length === 0) {
    throw new ImpossibleRule(
      `Não há dados guardados destas pressões: ${missing.join(', ')}. Execute os conectores que as trazem.`,
    );
  }
  const worth = consequences(suitability, {
    counts: speciesAbout(recordedCells(await stores.occurrences(), lattice, asked), lattice, 2),
    isProtected: cellsInAreas(
      lattice,
      (await stores.protectedAreas()).map(({ geometry }) => geometry),
    ),
  });
  const parts = (cell: number) => pressures.map((pressure) => riskAt(pressure, worth(cell), cell));
  const value = suitability.map((one, cell) =>
    Number.isFinite(one) ? parts(cell).reduce((sum, { risk }) => sum + risk, 0) : Number.NaN,
  );
  const { threshold, step } = thresholdOf(rule.threshold, value, null);
  const chosen = cellsFrom(value, threshold).map((one, cell) => Number(one === 1 && (value[cell] ?? 0) > 0));
  return {
    ...{ scored, lattice, asked, value, chosen, threshold, unit: null },
    valueName: 'Risco acumulado',
    method:
      'InVEST HRA: risco √((E−1)²+(C−1)²) de cada pressão, somado; E e C são médias ponderadas de notas de 1 a 3.',
    steps: [...arithmetic(pressures), step, ...classSteps(value, pressures.length), ...example(value, parts)],
    notes: missing.length === 0 ? [] : [`Sem dados guardados, ficaram de fora: ${missing.join(', ')}.`],
    noteOf: (cell) => parts(cell).map(words).join('; '),
  };
}

type Part = {
  readonly factor: RiskFactor;
  readonly e: number | null;
  readonly c: number | null;
  readonly risk: number;
};

function riskAt({ factor, exposureOf }: Pressure, criteria: readonly RiskCriterion[], cell: number): Part {
  const e = riskScore(exposureOf(cell));
  const c = riskScore(criteria);
  return { factor, e, c, risk: euclideanRisk(e, c) };
}

const words = ({ factor, e, c, risk }: Part): string =>
  e === null || c === null
    ? `${riskFactors[factor]}: sem exposição`
    : `${riskFactors[factor]}: E ${decimal(e)}, C ${decimal(c)}, risco ${decimal(risk)}`;

/** Criteria of the consequence in a cell: how suited, how rich and how protected it is. */
function consequences(
  suitability: Float32Array,
  { counts, isProtected }: { readonly counts: Uint16Array; readonly isProtected: Uint8Array },
) {
  const sorted = Float64Array.from(suitability).filter(Number.isFinite).sort();
  const rich = Float64Array.from(counts)
    .filter((count) => count > 0)
    .sort();
  return (cell: number): readonly RiskCriterion[] => [
    { rating: ratingByRank(sorted, suitability[cell] ?? Number.NaN), quality: indirect, weight: 1 },
    { rating: ratingByRank(rich, counts[cell] ?? 0), quality: measured, weight: 2 },
    { rating: isProtected[cell] === 1 ? 3 : 1, quality: measured, weight: 1 },
  ];
}

function arithmetic(pressures: readonly Pressure[]): FilterStep[] {
  return [
    ...pressures.map(({ factor, told }) => ({
      label: `Exposição: ${riskFactors[factor]}`,
      value: told.value,
      note: told.note,
    })),
    {
      label: 'Consequência',
      value: 'adequação do habitat, espécies registadas, área protegida',
      note: 'notas de 1 a 3 (terços da ordem); qualidade dos dados 2, 1 e 1; pesos 1, 2 e 1',
    },
    { label: 'Conta', value: 'E, C = Σ(r/(d·w)) ÷ Σ(1/(d·w))', note: 'r: nota; d: qualidade dos dados; w: peso' },
  ];
}

function classSteps(value: Float32Array, stressors: number): FilterStep[] {
  const counts = { low: 0, medium: 0, high: 0 };
  for (const risk of value) if (Number.isFinite(risk)) counts[riskClass(risk, stressors)] += 1;
  return [
    {
      label: 'Classes',
      value: (['high', 'medium', 'low'] as const).map((one) => `${classNames[one]}: ${whole(counts[one])}`).join(', '),
      note: `células, por terços do maior risco possível (${decimal(highestRisk * stressors)})`,
    },
  ];
}

/** The arithmetic of the cell with the greatest risk. */
function example(value: Float32Array, parts: (cell: number) => readonly Part[]): FilterStep[] {
  let cell = -1;
  value.forEach((one, place) => {
    if (Number.isFinite(one) && (cell < 0 || one > (value[cell] ?? 0))) cell = place;
  });
  if (cell < 0) return [];
  return [
    { label: 'Célula de maior risco', value: decimal(value[cell] ?? 0), note: parts(cell).map(words).join('; ') },
  ];
}
