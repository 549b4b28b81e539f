/** Why this phone gets answers by push, may get them, or cannot. */
export type PushState = 'unsupported' | 'framed' | 'keyless' | 'denied' | 'offered' | 'pending' | 'elsewhere' | 'on';

/** Facts that the state follows from; `listed` is null where the platform was not asked. */
export type PushFacts = {
  readonly isFramed: boolean;
  readonly canPush: boolean;
  readonly permission: NotificationPermission;
  readonly hasKey: boolean;
  readonly isSubscribed: boolean;
  /** Number of this phone on the platform, as it was kept. */
  readonly deviceId: string | null;
  /** Numbers of the phones of the account whose session this is. */
  readonly listed: readonly string[] | null;
};

/**
 * A page in the console cannot ask for permission, and one in a window of its own has no session: the phone subscribes in
 * its own window, and the page in the console tells the platform of it.
 */
export function pushStateOf(facts: PushFacts): PushState {
  const { isFramed, canPush, permission, hasKey, isSubscribed, deviceId, listed } = facts;
  if (!canPush) return 'unsupported';
  if (isSubscribed) {
    if (deviceId === null) return 'pending';
    return listed === null || listed.includes(deviceId) ? 'on' : 'elsewhere';
  }
  if (isFramed) return 'framed';
  if (permission === 'denied') return 'denied';
  return hasKey ? 'offered' : 'keyless';
}
