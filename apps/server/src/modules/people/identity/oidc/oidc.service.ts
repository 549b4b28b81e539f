import { randomBytes } from 'node:crypto';
import type { OidcFailure, SignIn } from '@kianda/contract/people/identity/identity.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { findAccount } from '../accounts.repository.ts';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import { sha256 } from '../core/keys.ts';
import type { OidcConfig, Origin } from '../identity.types.ts';
import { startSession } from '../sessions/sign-in.service.ts';
import * as repository from './oidc.repository.ts';
import { accountFor, type OidcPerson } from './oidc-accounts.service.ts';
import { type CallbackQuery, createOidcProvider, type OidcProvider } from './oidc-provider.client.ts';

const FLOW_MS = 10 * 60_000;
const CODE_MS = 60_000;
const TOKEN_BYTES = 32;

type Flow = {
  readonly context: IdentityContext;
  /** The provider and its settings. Throws `not_found` where none is configured. */
  required(): { readonly provider: OidcProvider; readonly settings: OidcConfig };
};

/** Sign-in through the OpenID Connect provider of the settings; every call answers `not_found` when there is none. */
export function createOidcSignIn(context: IdentityContext) {
  const { config, keys } = context;
  const redirectUri = `${config.publicUrl}/admin-api/auth/oidc/callback`;
  const settings = config.oidc;
  const provider: OidcProvider | null = settings === null ? null : createOidcProvider(settings, redirectUri, keys.oidc);
  const flow: Flow = {
    context,
    required() {
      if (provider === null || settings === null) {
        throw new AppError('not_found', { detail: 'Não está configurado nenhum fornecedor de identidade.' });
      }
      return { provider, settings };
    },
  };
  return {
    /** Address of the provider's sign-in page. `challenge`: base64url(SHA-256(verifier)) of the browser that begins. */
    begin: (challenge: string): Promise<string> => begin(flow, challenge),
    /** Turns the provider's answer into the console's sign-in page, with a one-time code or a reason. */
    finish: (query: CallbackQuery, origin: Origin): Promise<string> => finish(flow, query, origin),
    /** Session for the one-time code, given only to the browser that began. Throws `invalid_credentials`. */
    exchange: (code: string, verifier: string, origin: Origin): Promise<SignIn> =>
      exchange(flow, code, verifier, origin),
    label: settings?.label ?? null,
  };
}

async function begin({ context, required }: Flow, challenge: string): Promise<string> {
  const { provider } = required();
  const state = randomBytes(TOKEN_BYTES).toString('base64url');
  const location = await provider.authorizationUrl(state);
  const expires_at = new Date(nowOf(context).getTime() + FLOW_MS);
  await repository.insertFlow(context.store, { state_hash: sha256(state), challenge, expires_at });
  return location;
}

async function finish(flow: Flow, query: CallbackQuery, origin: Origin): Promise<string> {
  const { context } = flow;
  const loginPage = `${context.config.publicUrl}/login`;
  const outcome = await resolve(flow, query);
  if ('code' in outcome) return `${loginPage}#code=${outcome.code}`;
  await context.audit.record({
    event: 'auth.login.failed',
    severity: 'medium',
    actorId: null,
    actorName: outcome.email ?? 'desconhecido',
    resource: 'auth/oidc',
    ...origin,
    metadata: { method: 'oidc', reason: outcome.failure },
  });
  return `${loginPage}#error=${outcome.failure}`;
}

type Resolved = { readonly code: string } | { readonly failure: OidcFailure; readonly email?: string };

async function resolve({ context, required }: Flow, query: CallbackQuery): Promise<Resolved> {
  const { store } = context;
  const { provider, settings } = required();
  const begun = query.state === undefined ? null : await repository.takeFlow(store, sha256(query.state));
  if (begun === null || query.state === undefined || begun.expires_at <= nowOf(context)) {
    return { failure: 'oidc_expired' };
  }
  if (query.error !== undefined) {
    return { failure: query.error === 'access_denied' ? 'oidc_denied' : 'oidc_provider' };
  }
  let person: OidcPerson;
  try {
    person = await provider.exchange(query, query.state);
  } catch (error) {
    context.platform.log.warn({ err: error }, 'entrada pelo fornecedor de identidade falhada');
    return { failure: 'oidc_provider' };
  }
  const result = await accountFor(context, settings, person);
  if ('failure' in result)
    return { failure: result.failure, ...(person.email === null ? {} : { email: person.email }) };
  const code = randomBytes(TOKEN_BYTES).toString('base64url');
  await repository.insertCode(store, {
    code_hash: sha256(code),
    account_id: result.accountId,
    challenge: begun.challenge,
    expires_at: new Date(nowOf(context).getTime() + CODE_MS),
  });
  return { code };
}

async function exchange({ context, required }: Flow, code: string, verifier: string, origin: Origin): Promise<SignIn> {
  required();
  const signIn = await context.store.transaction().execute(async (transaction) => {
    // Deleted in any case: a code tried with the wrong verifier is a stolen one.
    const row = await repository.takeCode(transaction, sha256(code));
    if (row === null || row.expires_at <= nowOf(context)) return null;
    if (sha256(verifier).toString('base64url') !== row.challenge) return null;
    const account = await findAccount(transaction, row.account_id);
    if (account === undefined || account.status !== 'active') return null;
    return startSession(context, transaction, account, { method: 'oidc', origin });
  });
  if (signIn === null) throw new AppError('invalid_credentials');
  return signIn;
}
