import type { QueryOf } from '@kianda/contract';
import type { Account } from '@kianda/contract/people/identity/identity.contract';
import type { SettingsScope } from '@kianda/contract/people/identity/settings.contract';
import type { usersList } from '@kianda/contract/people/identity/users.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import * as links from './access-links/access-links.service.ts';
import { requestRecovery } from './access-links/recovery.service.ts';
import { findAccount } from './accounts.repository.ts';
import * as keys from './api-keys/api-keys.service.ts';
import type { IdentityContext } from './core/identity-context.ts';
import type { Origin } from './identity.types.ts';
import { createOidcSignIn } from './oidc/oidc.service.ts';
import { changePassword } from './passwords/password-change.service.ts';
import * as sessions from './sessions/sessions.service.ts';
import { signIn } from './sessions/sign-in.service.ts';
import { endAnySession, endSessionsOf, listAllSessions } from './sessions/user-sessions.service.ts';
import * as settings from './settings.service.ts';
import { confirmTotp, disableTotp, enrolTotp } from './two-step/two-step.service.ts';
import { accountView } from './users/account-view.ts';
import * as users from './users/users.service.ts';
import * as csv from './users/users-csv.files.ts';
import * as overview from './users/users-overview.service.ts';

export type IdentityService = ReturnType<typeof createIdentityService>;

/** Accounts, sign-in and sessions, without HTTP. */
export function createIdentityService(context: IdentityContext) {
  return {
    signIn: (given: Parameters<typeof signIn>[1], origin: Origin) => signIn(context, given, origin),
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
    saveSettings: (who: Principal, scope: SettingsScope, choice: settings.SettingsChoice) =>
      settings.saveSettings(context, who, scope, choice),
    oidc: createOidcSignIn(context),
    listUsers: (query: QueryOf<typeof usersList>) => users.listUsers(context, query),
    createUser: (actor: Principal, given: users.NewUser, origin: Origin) =>
      users.createUser(context, actor, given, origin),
    updateUser: (actor: Principal, id: string, change: users.UserChange, origin: Origin) =>
      users.updateUser(context, { actor, origin }, id, change),
    deleteUser: (actor: Principal, id: string, origin: Origin) => users.deleteUser(context, actor, id, origin),
    resetAccess: (actor: Principal, id: string, origin: Origin) => users.resetAccess(context, actor, id, origin),
    resetTotp: (actor: Principal, id: string, origin: Origin) => users.resetTotp(context, actor, id, origin),
    forcePasswordChange: (actor: Principal, id: string, origin: Origin) =>
      users.forcePasswordChange(context, actor, id, origin),
    summary: () => overview.summary(context),
    matrix: () => overview.matrix(context),
    accessOf: (id: string) => overview.accessOf(context, id),
    holdingsOf: (id: string) => overview.holdingsOf(context, id),
    previewImport: (text: string) => csv.previewImport(context, text),
    importUsers: (actor: Principal, text: string, origin: Origin) => csv.importUsers(context, actor, text, origin),
    listAllSessions: (who: Principal, query: Parameters<typeof listAllSessions>[2]) =>
      listAllSessions(context, who, query),
    endAnySession: (who: Principal, id: string, origin: Origin) => endAnySession(context, who, id, origin),
    endSessionsOf: (who: Principal, accountId: string, origin: Origin) =>
      endSessionsOf(context, who, accountId, origin),
    listKeys: (accountId?: string) => keys.listKeys(context, accountId),
    createKey: (who: Principal, given: keys.NewKey, origin: Origin) => keys.createKey(context, who, given, origin),
    revokeKey: (who: Principal, id: string, origin: Origin, scope: { readonly ownOnly: boolean }) =>
      keys.revokeKey(context, { actor: who, origin }, id, scope),
    requestRecovery: (email: string, origin: Origin) => requestRecovery(context, email, origin),
    readLink: (token: string) => links.readLink(context, token),
    enrolByLink: (token: string) => links.enrolByLink(context, token),
    acceptLink: (given: Parameters<typeof links.acceptLink>[1], origin: Origin) =>
      links.acceptLink(context, given, origin),
  };
}

async function ownAccount(context: IdentityContext, who: Principal): Promise<Account> {
  const row = await findAccount(context.store, who.accountId);
  if (row === undefined) throw new AppError('unauthenticated');
  return accountView(row, who, context.config);
}
