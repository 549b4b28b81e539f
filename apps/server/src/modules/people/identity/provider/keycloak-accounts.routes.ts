import * as contract from '@kianda/contract/people/identity/keycloak-accounts.contract';
import { type Bindings, bind, type RequestContext } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { entryAbout, type IdentityContext, nowOf } from '../core/identity-context.ts';
import type { AccountRow, Store } from '../identity.types.ts';
import { clearFailures, failuresOn } from '../passwords/failed-attempts.repository.ts';
import { checkTemporary, mailLink, setTemporaryPassword } from '../users/user-credentials.service.ts';
import * as users from '../users/users.service.ts';
import { labelCredential, labelsOf } from './credential-labels.repository.ts';
import { createAnswer, done, requiredAccount } from './keycloak-answers.ts';
import { idOf } from './keycloak-ids.rules.ts';
import { checkRealm, originOf } from './oidc-realm.ts';

/** Actions of the link by which someone sets name, password and second step, in Keycloak's words. */
const linkActions: ReadonlySet<string> = new Set([
  'UPDATE_PASSWORD',
  'CONFIGURE_TOTP',
  'VERIFY_EMAIL',
  'UPDATE_PROFILE',
]);

/** Ways in of accounts, and failed attempts at them, as Keycloak's administration knows them. */
export function keycloakAccountBindings(context: IdentityContext): Bindings {
  return [...credentialBindings(context), ...passwordBindings(context), ...attackBindings(context)];
}

type CredentialType = 'password' | 'otp';

const typesOf = (row: AccountRow): CredentialType[] => [
  ...(row.password_hash === null ? [] : (['password'] as const)),
  ...(row.totp_enabled ? (['otp'] as const) : []),
];

/** The account, and which of its ways in has the identifier. Throws `not_found`. */
async function credentialOf(store: Store, { id, credential }: { readonly id: string; readonly credential: string }) {
  const row = await requiredAccount(store, id);
  const type = typesOf(row).find((known) => idOf('credential', id, known) === credential);
  if (type === undefined) throw new AppError('not_found', { detail: 'Credential not found' });
  return { row, type };
}

function credentialBindings(context: IdentityContext): Bindings {
  const { store } = context;
  const answer = createAnswer(context);
  return [
    bind(contract.userCredentials, async ({ params }) => {
      checkRealm(params);
      const row = await requiredAccount(store, params.id);
      const labels = await labelsOf(store, row.id);
      const listed = typesOf(row).map((type) => {
        const userLabel = labels.get(type);
        return {
          id: idOf('credential', row.id, type),
          type,
          ...(userLabel === undefined ? {} : { userLabel }),
          credentialData: type === 'otp' ? '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}' : '{}',
        };
      });
      return answer(listed);
    }),
    bind(contract.removeUserCredential, async (c) => {
      checkRealm(c.params);
      const { type } = await credentialOf(store, c.params);
      const remove = type === 'otp' ? users.resetTotp : users.resetAccess;
      await remove(context, c.principal, c.params.id, originOf(c));
      return done;
    }),
    bind(contract.labelUserCredential, async (c) => {
      checkRealm(c.params);
      const { row, type } = await credentialOf(store, c.params);
      await store.transaction().execute(async (transaction) => {
        await labelCredential(transaction, { account_id: row.id, type, label: c.body });
        await record(context, c, { about: row, metadata: { act: 'label-credential', type }, store: transaction });
      });
      return done;
    }),
  ];
}

function passwordBindings(context: IdentityContext): Bindings {
  return [
    bind(contract.resetRealmUserPassword, async (c) => {
      checkRealm(c.params);
      checkTemporary(c.body);
      await requiredAccount(context.store, c.params.id);
      await setTemporaryPassword(context, { actor: c.principal, origin: originOf(c) }, c.params.id, c.body.value);
      return done;
    }),
    bind(contract.removeRealmUserTotp, async (c) => {
      checkRealm(c.params);
      await users.resetTotp(context, c.principal, c.params.id, originOf(c));
      return done;
    }),
    bind(contract.mailUserActions, async (c) => {
      checkRealm(c.params);
      const unknown = c.body.find((action) => !linkActions.has(action));
      if (unknown !== undefined) {
        const message = `«${unknown}» não é do que uma ligação de acesso faz: ${[...linkActions].join(', ')}.`;
        throw new AppError('validation_failed', { issues: [{ path: 'body', message }] });
      }
      const asked = { actions: c.body, lifeSeconds: c.query.lifespan };
      await mailLink(context, { actor: c.principal, origin: originOf(c) }, c.params.id, asked);
      return done;
    }),
  ];
}

function attackBindings(context: IdentityContext): Bindings {
  const { store } = context;
  const answer = createAnswer(context);
  return [
    bind(contract.userLoginFailures, async ({ params }) => {
      checkRealm(params);
      const { email } = await requiredAccount(store, params.id);
      const found = await failuresOn(store, email, nowOf(context).getTime());
      return answer({
        numFailures: found.failures,
        disabled: found.locked,
        lastIPFailure: 'n/a',
        lastFailure: found.lastFailedAt?.getTime() ?? 0,
      });
    }),
    bind(contract.clearUserLoginFailures, async (c) => {
      checkRealm(c.params);
      const row = await requiredAccount(store, c.params.id);
      await store.transaction().execute(async (transaction) => {
        await clearFailures(transaction, row.email);
        await record(context, c, { about: row, metadata: { act: 'clear-login-failures' }, store: transaction });
      });
      return done;
    }),
    bind(contract.clearLoginFailures, async (c) => {
      checkRealm(c.params);
      await store.transaction().execute(async (transaction) => {
        await clearFailures(transaction);
        const act = { act: 'clear-login-failures' };
        const entry = {
          event: 'system.config.change',
          severity: 'high',
          resource: 'realm/kianda',
          metadata: act,
        } as const;
        await context.audit.record(entryAbout('', c.principal, originOf(c), entry), transaction);
      });
      return done;
    }),
  ];
}

type Asked = Pick<RequestContext<typeof contract.labelUserCredential>, 'principal' | 'ipAddress' | 'userAgent'>;

function record(
  context: IdentityContext,
  asked: Asked,
  act: {
    readonly about: AccountRow;
    readonly metadata: Readonly<Record<string, string>>;
    readonly store: Store;
  },
): Promise<void> {
  const { about, metadata, store } = act;
  const entry = { event: 'user.updated', severity: 'high', metadata } as const;
  return context.audit.record(entryAbout(about.id, asked.principal, originOf(asked), entry), store);
}
