import { createHash } from 'node:crypto';
import type { BucketRule } from '@kianda/contract/open/storage/bucket-settings.contract';
import { AppError } from '../../../platform/http/errors.ts';
import { ageRuleOf } from './lifecycle.rules.ts';
import type { BucketSettingsRow } from './object-versions.repository.ts';

const revisionOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

export const corsRevision = (row: BucketSettingsRow | undefined): string => revisionOf(row?.cors ?? null);
export const policyRevision = (row: BucketSettingsRow | undefined): string => revisionOf(row?.policy ?? null);

type Rules = readonly BucketRule[];
const plain = (rules: Rules) =>
  rules.map(({ name, isEnabled, prefix, tags, days, onDate, noncurrentDays, newerNoncurrent, ...rule }) => [
    ...[name, isEnabled, prefix, tags, days, onDate, noncurrentDays, newerNoncurrent],
    ...[rule.expiredMarkers, rule.abortDays],
  ]);

/** Of the rules of plain age among those of an area. */
export const ageRevision = (rules: Rules): string =>
  revisionOf(plain(rules.filter((rule) => ageRuleOf(rule) !== null)));
/** Of its other rules. */
export const rulesRevision = (rules: Rules): string =>
  revisionOf(plain(rules.filter((rule) => ageRuleOf(rule) === null)));

/** Throws `precondition_failed` where a change was made from another list than there is; one that names none is put. */
export function assertSeen(seen: string | undefined, current: string): void {
  if (seen === undefined || seen === current) return;
  throw new AppError('precondition_failed', {
    detail: 'Outra pessoa mudou estas definições entretanto. Feche a janela e abra-a de novo, para partir das atuais.',
  });
}
