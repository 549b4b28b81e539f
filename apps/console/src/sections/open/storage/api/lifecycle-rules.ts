import type { LifecycleRule } from '@kianda/contract/open/storage/storage.contract';
import { storageTexts } from '../texts.pt.ts';

const texts = storageTexts.lifecycle;
const mostDays = 36_500;

/** A rule as it is being written. */
export type RuleDraft = { readonly id: number; readonly prefix: string; readonly days: string };

/** Rules that the drafts mean, or what is wrong with them. A draft without anything in it is none. */
export function readRules(drafts: readonly RuleDraft[]): {
  readonly rules: readonly LifecycleRule[];
  readonly error: string | null;
} {
  const written = drafts.filter(({ prefix, days }) => prefix !== '' || days.trim() !== '');
  const rules = written.map(({ prefix, days }) => ({ prefix, days: Number(days.trim() === '' ? Number.NaN : days) }));
  const isGood = ({ days }: LifecycleRule) => Number.isInteger(days) && days >= 1 && days <= mostDays;
  if (!rules.every(isGood)) return { rules: [], error: texts.badDays };
  if (new Set(rules.map(({ prefix }) => prefix)).size < rules.length) return { rules: [], error: texts.twice };
  return { rules, error: null };
}
