import { type ModelSkill, metricNames, splitNames } from '@kianda/contract/models/registry/models.contract';
import { formatNumber } from '@kianda/format';
import type { StatusTone } from '@kianda/ui';
import { modelTexts as texts } from './texts.pt.ts';

/** Digits that the rows of a split support. */
export const skillFormat = { decimals: 2 } as const;
const skillText = (value: number) => formatNumber(value, skillFormat);

/** Bands of an accuracy in percent: 95, 90 and 85. */
export function accuracyTone(percent: number | null): StatusTone {
  if (percent === null || Number.isNaN(percent)) return 'unknown';
  if (percent >= 95) return 'good';
  if (percent >= 90) return 'info';
  return percent >= 85 ? 'caution' : 'bad';
}

export const metricOf = (skill: ModelSkill | null): string | null =>
  skill === null ? null : metricNames[skill.metric];
export const splitOf = (skill: ModelSkill | null): string | null => (skill === null ? null : splitNames[skill.split]);

/** `0,81 a 0,89`; null where no interval was measured. */
export function intervalOf(skill: ModelSkill | null): string | null {
  if (skill === null || skill.low === null || skill.high === null) return null;
  return texts.interval(skillText(skill.low), skillText(skill.high));
}

/** `média: 0,50`; null where there is nothing to compare with. */
export function baselineOf(skill: ModelSkill | null): string | null {
  if (skill === null) return null;
  return `${skill.baseline}: ${skillText(skill.baselineValidation ?? Number.NaN)}`;
}
