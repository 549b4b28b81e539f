import type { VersionLock, VersionRow } from './object-versions.repository.ts';

export const longestLockDays = 36_500;
export type Retention = Pick<VersionLock, 'lock_mode' | 'lock_until'>;

/** Whether a lock may take the place of a version's: always a longer one; a shorter only of governance, by those who may. */
export function mayReplaceLock(
  row: Pick<VersionRow, 'lock_mode' | 'lock_until'>,
  lock: Retention,
  { nowMs, bypass }: { nowMs: number; bypass: boolean },
): boolean {
  const { lock_mode: mode, lock_until: until } = row;
  if (until === null || until.getTime() <= nowMs) return true;
  const isStricter =
    lock.lock_until !== null && lock.lock_until >= until && (lock.lock_mode === mode || mode === 'GOVERNANCE');
  return isStricter || (mode === 'GOVERNANCE' && bypass);
}
