import type { FilterRule } from '@kianda/contract/models/filters/filter-types';
import type { FilterConfidence } from '@kianda/contract/models/filters/filters.contract';
import type { ScoredGrid } from '../../models/index.ts';
import { countOf } from './cells.rules.ts';

const hourMs = 3_600_000;
const within = (share: number) => Math.min(1, Math.max(0, share));

type Of = {
  readonly scored: Pick<ScoredGrid, 'skill' | 'oldestInputAt'>;
  readonly asked: Uint8Array;
  readonly value: Float32Array;
  readonly rule: Pick<FilterRule, 'maxAgeHours'>;
  readonly now: Date;
};

/**
 * Confidence = skill × coverage × age. The skill is the measure on the rows held out, nought where it is worse than the
 * mean; the coverage is the share of cells asked for that have a value; the age is 1 up to the greatest age of the rule,
 * and that age over the real one beyond it.
 */
export function confidenceOf({ scored: { skill, oldestInputAt }, asked, value, rule, now }: Of): FilterConfidence {
  const askedCells = countOf(asked);
  const coveredCells = value.reduce((sum, one, cell) => sum + Number(asked[cell] === 1 && Number.isFinite(one)), 0);
  const ageHours = oldestInputAt === null ? null : Math.max(0, (now.getTime() - oldestInputAt.getTime()) / hourMs);
  const { maxAgeHours } = rule;
  const age = ageHours === null || ageHours <= maxAgeHours ? 1 : maxAgeHours / ageHours;
  const coverage = askedCells === 0 ? 0 : coveredCells / askedCells;
  const measured = within(skill.validation);
  return {
    ...{ value: measured * coverage * age, skill: measured, metric: skill.metric },
    ...{ coverage, coveredCells, askedCells, age, ageHours, maxAgeHours },
  };
}

/** Confidence of a cell: that of the filter, less where the cell is unlike what the model learned from (MESS below 0). */
export function cellConfidence(confidence: number, similarity: number | undefined): number {
  if (similarity === undefined || !Number.isFinite(similarity) || similarity >= 0) return confidence;
  return confidence * within(1 + similarity / 100);
}
