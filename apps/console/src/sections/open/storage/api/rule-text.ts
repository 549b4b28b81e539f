import type { BucketRule } from '@kianda/contract/open/storage/bucket-settings.contract';
import { formatCount, formatDate, formatNumber } from '@kianda/format';
import { areaSettingsTexts } from '../settings-texts.pt.ts';

const { rules: texts, lock } = areaSettingsTexts;
const dayCount = (days: number) => formatCount(days, ...lock.dayCount);

/** A rule of deletion in one line. */
export function ruleText(rule: BucketRule): string {
  const { days, onDate, noncurrentDays, newerNoncurrent, expiredMarkers, abortDays, tags } = rule;
  const newer = newerNoncurrent === null ? [] : [texts.newer(formatNumber(newerNoncurrent, { maxDecimals: 0 }))];
  const parts = [
    ...(days === null ? [] : [texts.days(dayCount(days))]),
    ...(onDate === null ? [] : [texts.onDate(formatDate(onDate))]),
    ...(noncurrentDays === null ? [] : [[texts.noncurrent(dayCount(noncurrentDays)), ...newer].join(', ')]),
    ...(expiredMarkers ? [texts.markers] : []),
    ...(abortDays === null ? [] : [texts.abort(dayCount(abortDays))]),
    ...(tags.length === 0 ? [] : [texts.tags(tags.map(([name, value]) => `${name}=${value}`).join(', '))]),
    ...(rule.isEnabled ? [] : [texts.off]),
  ];
  return `${rule.prefix === '' ? texts.all : rule.prefix}: ${parts.join('; ')}`;
}
