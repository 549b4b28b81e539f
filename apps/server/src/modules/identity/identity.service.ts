import type { Account, SignIn } from '@kianda/contract/identity/identity.contract';
import type { SettingsScope } from '@kianda/contract/identity/settings.contract';
import type { Principal } from '../../platform/http/bind.ts';
import { AppError } from '../../platform/http/errors.ts';
import { accountView } from './account-view.ts';
import { findAccount } from './accounts.repository.ts';
import type { IdentityContext } from './identity.context.ts';
import type { Origin } from './identity.types.ts';
import { createOidcSignIn } from './oidc.ts';
import { changePassword } from './password.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import { signIn } from './sign-in.ts';
import { confirmTotp, disableTotp, enrolTotp } from './two-step.ts';
import * as users from './users.ts';

export type IdentityService = ReturnType<typeof createIdentityService>;

/** Accounts, sign-in and sessions, without HTTP. */
export function createIdentityService(context: IdentityContext) {
  return {
    signIn: (given: Parameters<typeof signIn>[1], origin: Origin): Promise<SignIn> => signIn(context, given, origin),
    refresh: (refreshToken: string, origin: Origin) => sessions.refresh(context, refreshToken, origin),
    signOut: (who: Principal, refreshToken: string | undefined, origin: Origin) =>
      sessions.signOut(context, who, refreshToken, origin),
    signOutEverywhere: (who: Principal, origin: Origin) => sessions.signOutEverywhere(context, who, origin),
    listSessions: (who: Principal) => sessions.listSessions(context, who),
    endSession: (who: Principal, id: string, origin: Origin) => sessions.endOwnSession(context, who, id, origin),
    account: (who: Principal) => ownAccount(context, who),
    changePassword: (who: Principal, given: Parameters<typeof changePassword>[2], origin: Origin) =>
      changePassword(context, who, given, origin),
    enrolTotp: (who: Principal, currentPassword: string | undefined, origin: Origin) =>
      enrolTotp(context, who, currentPassword, origin),
    confirmTotp: (who: Principal, code: string, origin: Origin) => confirmTotp(context, who, code, origin),
    disableTotp: (who: Principal, proof: Parameters<typeof disableTotp>[2], origin: Origin) =>
      disableTotp(context, who, proof, origin),
    settings: (who: Principal, scope: SettingsScope) => settings.readSettings(context, who, scope),
    saveSettings: (who: Principal, scope: SettingsScope, value: unknown) =>
      settings.saveSettings(context, who, scope, value),
    oidc: createOidcSignIn(context),
    listUsers: (query: users.UserQuery) => users.listUsers(context, query),
    createUser: (actor: Principal, given: users.NewUser, origin: Origin) =>
      users.createUser(context, actor, given, origin),
    updateUser: (actor: Principal, id: string, change: users.UserChange, origin: Origin) =>
      users.updateUser(context, actor, id, change, origin),
    deleteUser: (actor: Principal, id: string, origin: Origin) => users.deleteUser(context, actor, id, origin),
    resetPassword: (actor: Principal, id: string, origin: Origin) => users.resetPassword(context, actor, id, origin),
  };
}

async function ownAccount(context: IdentityContext, who: Principal): Promise<Account> {
  const row = await findAccount(context.store, who.accountId);
  if (row === undefined) throw new AppError('unauthenticated');
  return accountView(row, who.mustChangePassword);
}
