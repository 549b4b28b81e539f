import type { Position } from '@kianda/geo';
import { cellCentre } from '@kianda/science/planning/cell-regions';
import { mostInformativePlaces } from '@kianda/science/planning/information-gain';
import { askedCells, countOf, decimal, latticeOf, percentText, valuesWithin, whole } from './cells.rules.ts';
import { type Computing, ImpossibleRule, type Outcome } from './compute.types.ts';
import { cellsFrom, thresholdOf } from './threshold.rules.ts';

/** Places of a campaign at most, and candidates that the choice is made among. */
const mostPlaces = 100;
const mostCandidates = 1_500;
/** A place that tells less than a tenth of a bit is not worth a ship's day. */
const leastBits = 0.1;

/** Places where a measurement is expected to tell most of what the model doesn't know. */
export async function monitoringPoints({ rule, stores, signal, progress }: Computing): Promise<Outcome> {
  const { cellDegrees, modelVersion, month, bbox, coverageRadiusKm, dataQualityMin } = rule;
  const options = { cellDegrees, version: modelVersion ?? undefined, month: month ?? undefined };
  const scored = await stores.scoreGrid('biodiversity_predictor', options, signal);
  if (scored.spread === null) {
    throw new ImpossibleRule('Esta versão do modelo não diz quão segura está de cada célula. Treine outra.');
  }
  await progress(0.6, 'A escolher os lugares');
  const lattice = latticeOf(scored);
  const asked = askedCells(lattice, bbox);
  const value = valuesWithin(scored.spread, asked);
  const { threshold, step } = thresholdOf(rule.threshold, value, null);
  const unsure = cellsFrom(value, threshold);
  const candidates = evenly(
    [...unsure.keys()].filter((cell) => unsure[cell] === 1),
    mostCandidates,
  );
  const spread = candidates.map((cell) => value[cell] ?? 0);
  const variance = spread.reduce((sum, one) => sum + one * one, 0) / Math.max(1, spread.length);
  if (!(variance > 0))
    throw new ImpossibleRule('O modelo está igualmente seguro de todas as células: não há onde aprender.');
  // Reliability q = v / (v + σ²), so that σ² = v (1 − q) / q.
  const noise = Math.sqrt((variance * (1 - dataQualityMin)) / dataQualityMin);
  const positions = candidates.map((cell): Position => cellCentre(lattice, cell));
  const choices = mostInformativePlaces(
    { positions, spread, noise, lengthKm: coverageRadiusKm },
    { count: mostPlaces, leastBits },
  );
  const places = choices.map(({ place }) => candidates[place] ?? 0);
  const chosen = new Uint8Array(asked.length);
  for (const cell of places) chosen[cell] = 1;
  const gains = new Map(choices.map(({ place, gainBits }) => [candidates[place] ?? 0, gainBits]));
  const bits = choices.reduce((sum, { gainBits }) => sum + gainBits, 0);
  return {
    ...{ scored, lattice, asked, value, chosen, threshold, unit: scored.unit, places },
    valueName: 'Incerteza',
    method:
      'Ganho esperado de informação: processo gaussiano com a incerteza do modelo, lugares escolhidos um a um (escolha gulosa, pelo menos 63 % do melhor conjunto).',
    steps: [
      step,
      { label: 'Lugares candidatos', value: whole(candidates.length), note: `de ${whole(countOf(unsure))} células` },
      { label: 'Alcance de uma medição', value: `${whole(coverageRadiusKm)} km`, note: 'correlação exp(−d²/2ℓ²)' },
      {
        label: 'Fiabilidade de uma medição',
        value: percentText(dataQualityMin),
        note: `ruído ${decimal(noise)}, para uma incerteza média de ${decimal(Math.sqrt(variance))}`,
      },
      {
        label: 'Lugares escolhidos',
        value: whole(choices.length),
        note: `até ${whole(mostPlaces)}, enquanto cada um dá ${decimal(leastBits, 1)} bit ou mais`,
      },
      {
        label: 'Informação esperada',
        value: `${decimal(bits, 1)} bits`,
        note: '½ log₂(1 + v/σ²) de cada lugar, depois dos anteriores',
      },
    ],
    notes: [],
    noteOf: (cell) => `${decimal(gains.get(cell) ?? 0)} bits esperados`,
  };
}

function evenly(cells: readonly number[], most: number): readonly number[] {
  if (cells.length <= most) return cells;
  return Array.from({ length: most }, (_, place) => cells[Math.floor((place * cells.length) / most)] ?? 0);
}
