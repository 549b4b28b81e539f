import type { BucketRule } from '@kianda/contract/open/storage/bucket-settings.contract';
import type { LifecycleRule } from '@kianda/contract/open/storage/storage.contract';

/** A rule that deletes objects of a prefix by their age, and does nothing else: what the console's form of ages writes. */
export function ageRuleOf(rule: BucketRule): LifecycleRule | null {
  const { prefix, days, isEnabled, tags, onDate, noncurrentDays, expiredMarkers, abortDays } = rule;
  const isMore = tags.length > 0 || onDate !== null || noncurrentDays !== null || expiredMarkers || abortDays !== null;
  return days === null || !isEnabled || isMore ? null : { prefix, days };
}

/** A rule of plain age as one that could do more. */
export const bucketRuleOf = ({ prefix, days }: LifecycleRule): BucketRule => ({
  ...{ name: prefix === '' ? 'tudo' : prefix.slice(0, 255), isEnabled: true, prefix, tags: [], days },
  ...{ onDate: null, noncurrentDays: null, newerNoncurrent: null, expiredMarkers: false, abortDays: null },
});

/** Why a rule can't be held to; null where it can. */
export function ruleFault(rule: BucketRule): string | null {
  const { tags, days, onDate, noncurrentDays, newerNoncurrent, expiredMarkers, abortDays } = rule;
  if (days === null && onDate === null && noncurrentDays === null && !expiredMarkers && abortDays === null)
    return 'Uma regra elimina alguma coisa: objetos, versões, marcas ou envios.';
  if ([days !== null, onDate !== null, expiredMarkers].filter(Boolean).length > 1)
    return 'Uma regra elimina objetos ao fim de dias, numa data, ou só marcas de eliminações: uma delas.';
  if (tags.length > 0 && (expiredMarkers || abortDays !== null))
    return 'Marcas de eliminações e envios por terminar não têm etiquetas por que se escolham.';
  if (newerNoncurrent !== null && noncurrentDays === null)
    return 'As versões mais novas que ficam só se dizem com os dias das outras.';
  if (onDate !== null && !onDate.endsWith('T00:00:00.000Z')) return 'A data de uma regra é uma meia-noite UTC.';
  return null;
}
