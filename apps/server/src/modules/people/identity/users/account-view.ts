import { type Permission, permissions, type Role } from '@kianda/contract';
import type { Account, AccountSession, User } from '@kianda/contract/people/identity/identity.contract';
import type { AccountRow, IdentityConfig, SessionRow } from '../identity.types.ts';
import { twoStepDueAt } from '../two-step/two-step-demand.rules.ts';

type Rule = Pick<IdentityConfig, 'twoStepRoles' | 'twoStepGraceDays'>;

/** Permissions of a role, in the order of the table. */
export function permissionsOf(role: Role): Permission[] {
  const table: Readonly<Record<Permission, { readonly roles: readonly Role[] }>> = permissions;
  return (Object.keys(table) as Permission[]).filter((name) => table[name].roles.includes(role));
}

/** Demands that the session must meet before it may go on. */
export type Demands = { readonly mustChangePassword: boolean; readonly mustSetUpTwoStep?: boolean };

/** The account as its owner sees it, held back as the session that asks is. */
export function accountView(row: AccountRow, demands: Demands, rule: Rule): Account {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    permissions: permissionsOf(row.role),
    mustChangePassword: demands.mustChangePassword,
    totpEnabled: row.totp_enabled,
    mustSetUpTwoStep: demands.mustSetUpTwoStep === true && !row.totp_enabled,
    twoStepDueAt: twoStepDueAt(row, rule)?.toISOString() ?? null,
    hasPassword: row.password_hash !== null,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  };
}

/** Facts about an account, beside its row, that administrators see. */
export type UserFacts = {
  readonly isProgram: boolean;
  readonly pendingLink: { readonly purpose: 'invitation' | 'reset'; readonly expiresAt: Date } | null;
};

/** The account as administrators see it. */
export function userView(row: AccountRow, facts: UserFacts, rule: Rule): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    status: row.status,
    lastAccess: row.last_sign_in_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    permissions: permissionsOf(row.role),
    totpEnabled: row.totp_enabled,
    mustChangePassword: row.must_change_password,
    twoStepRequired: !facts.isProgram && rule.twoStepRoles.includes(row.role),
    twoStepDueAt: facts.isProgram ? null : (twoStepDueAt(row, rule)?.toISOString() ?? null),
    hasPassword: row.password_hash !== null,
    isProgram: facts.isProgram,
    pendingLink:
      facts.pendingLink === null
        ? null
        : { purpose: facts.pendingLink.purpose, expiresAt: facts.pendingLink.expiresAt.toISOString() },
  };
}

export function sessionView(row: SessionRow, currentSessionId: string): AccountSession {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    current: row.id === currentSessionId,
  };
}
