import { updateAccount } from '../accounts.repository.ts';
import type { AccountRow, IdentityConfig, SessionRow, Store } from '../identity.types.ts';

const DAY_MS = 86_400_000;

type Rule = Pick<IdentityConfig, 'twoStepRoles' | 'twoStepGraceDays'>;
type DemandFacts = Pick<AccountRow, 'role' | 'totp_enabled' | 'two_step_demanded_at'>;

function isDemanded({ role, totp_enabled }: DemandFacts, rule: Rule): boolean {
  return !totp_enabled && rule.twoStepRoles.includes(role);
}

/** Until when the account may go without the second step; null where it has one, none is demanded, or nothing counts yet. */
export function twoStepDueAt(account: DemandFacts, rule: Rule): Date | null {
  const since = account.two_step_demanded_at;
  if (since === null || !isDemanded(account, rule)) return null;
  return new Date(since.getTime() + rule.twoStepGraceDays * DAY_MS);
}

/** Whether the session opens nothing but what sets the second step up. Who comes through a provider takes it there. */
export function mustSetUpTwoStep(
  account: DemandFacts,
  { method }: Pick<SessionRow, 'method'>,
  rule: Rule,
  nowMs: number,
): boolean {
  const dueAt = method === 'password' ? twoStepDueAt(account, rule) : null;
  return dueAt !== null && dueAt.getTime() <= nowMs;
}

/**
 * Lets the days count from now where the demand is new to the account, and forgets them where nothing demands it any
 * more. Call at every sign-in and renewal by password: a change of role or of the setting then reaches open sessions.
 */
export async function noteDemand(store: Store, account: AccountRow, rule: Rule, now: Date): Promise<AccountRow> {
  const since = account.two_step_demanded_at;
  const isDue = isDemanded(account, rule);
  if (isDue === (since !== null) || account.totp_enabled) return account;
  return updateAccount(store, account.id, { two_step_demanded_at: isDue ? now : null }, now);
}
