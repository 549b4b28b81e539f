import type { User } from '@kianda/contract/people/identity/identity.contract';
import { userStatusNames } from '@kianda/contract/people/identity/users.resource';
import { formatDate, toMilliseconds } from '@kianda/format';
import { StatusPill, type StatusTone } from '@kianda/ui';
import { userTexts as texts } from '../texts.pt.ts';

const tones: Readonly<Record<User['status'], StatusTone>> = { active: 'good', inactive: 'unknown', suspended: 'bad' };

/** State of an account in words, with what its owner still has to do. */
export function stateOf({ status, pendingLink }: Pick<User, 'status' | 'pendingLink'>, nowMs: number) {
  if (pendingLink === null || status === 'suspended') return { tone: tones[status], text: userStatusNames[status] };
  if (pendingLink.purpose === 'reset') return { tone: 'caution' as const, text: texts.resetState };
  const isOver = toMilliseconds(pendingLink.expiresAt) <= nowMs;
  return {
    tone: isOver ? ('caution' as const) : ('info' as const),
    text: isOver ? texts.expiredInvitation : texts.invitedState,
  };
}

export function StatePill({ user, nowMs }: { readonly user: User; readonly nowMs: number }) {
  const { tone, text } = stateOf(user, nowMs);
  return <StatusPill tone={tone}>{text}</StatusPill>;
}

/** Second step of an account: on, off, or missing where its role demands it, with the time that it still has. */
export function twoStepOf(user: User, nowMs: number): { readonly tone: StatusTone; readonly text: string } {
  if (user.totpEnabled) return { tone: 'good', text: texts.twoStep.on };
  if (!user.twoStepRequired || !user.hasPassword) return { tone: 'unknown', text: texts.twoStep.off };
  if (user.twoStepDueAt === null) return { tone: 'caution', text: texts.twoStep.missing };
  return toMilliseconds(user.twoStepDueAt) <= nowMs
    ? { tone: 'bad', text: texts.twoStep.held }
    : { tone: 'caution', text: texts.twoStep.missingUntil(formatDate(user.twoStepDueAt)) };
}

/** Second step of a person; programs have none to take. */
export function TwoStepPill({ user, nowMs }: { readonly user: User; readonly nowMs: number }) {
  if (user.isProgram) return texts.program;
  const { tone, text } = twoStepOf(user, nowMs);
  return <StatusPill tone={tone}>{text}</StatusPill>;
}
