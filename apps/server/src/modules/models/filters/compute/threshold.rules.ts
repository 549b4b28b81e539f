import { type FilterThreshold, thresholdKinds } from '@kianda/contract/models/filters/filter-types';
import type { FilterStep } from '@kianda/contract/models/filters/filters.contract';
import { bestTrueSkill, percentilePresence } from '@kianda/science/models/evaluation/ranking';
import { decimal, knownValues, percentText, whole } from './cells.rules.ts';
import { ImpossibleRule } from './compute.types.ts';

/** Presences that a threshold can be set by. */
const leastPresences = 10;

type Found = { readonly threshold: number; readonly step: FilterStep };

/**
 * The value from which on cells belong to the result. `presences`: cells where the species was recorded, needed by MaxSSS
 * (the greatest sensitivity + specificity of presences against all cells) and P10 (the score that nine of ten reach).
 */
export function thresholdOf(asked: FilterThreshold, value: Float32Array, presences: Uint8Array | null): Found {
  const all = knownValues(value);
  if (all.length === 0)
    throw new ImpossibleRule('Nenhuma célula da área pedida tem valor: traga os campos em falta, ou mude a área.');
  if (asked.kind === 'value') return told(asked, asked.value, 'o valor da regra');
  if (asked.kind === 'percentile') {
    const sorted = all.sort();
    return told(
      asked,
      quantile(sorted, asked.share),
      `percentil ${percentText(asked.share)} de ${whole(sorted.length)} células`,
    );
  }
  const scores = value.filter((one, cell) => Number.isFinite(one) && presences?.[cell] === 1);
  if (scores.length < leastPresences) {
    throw new ImpossibleRule(
      `O limiar ${thresholdKinds[asked.kind]} precisa de ${leastPresences} células com registos, e há ${whole(scores.length)}. Escolha um valor ou um percentil.`,
    );
  }
  const present = Float64Array.from(scores);
  if (asked.kind === 'p10') {
    return told(
      asked,
      percentilePresence(present, 0.1),
      `nove de cada dez de ${whole(present.length)} células com registos chegam lá`,
    );
  }
  const ranked = Float64Array.from([...present, ...all]);
  const labels = Uint8Array.from(ranked, (_, row) => Number(row < present.length));
  const best = bestTrueSkill(ranked, labels);
  if (best === null) throw new ImpossibleRule('Não há células com e sem registos para comparar.');
  const words = `TSS ${decimal(best.tss)} com ${whole(present.length)} células com registos e ${whole(all.length)} de fundo`;
  return told(asked, best.threshold, words);
}

function told({ kind }: FilterThreshold, threshold: number, note: string): Found {
  return { threshold, step: { label: `Limiar (${thresholdKinds[kind]})`, value: decimal(threshold, 3), note } };
}

/** Value with a share of the others below it, between neighbours by the line (type 7 of Hyndman & Fan 1996). */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}

/** Cells at the threshold or above it: values have the precision of a field, and so must what they are compared with. */
export const cellsFrom = (value: Float32Array, threshold: number): Uint8Array => {
  const least = Math.fround(threshold);
  return Uint8Array.from(value, (one) => Number(one >= least));
};
