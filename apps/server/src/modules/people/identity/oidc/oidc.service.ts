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

/** Sign-in through the OpenID Connect provider of the settings; every call answers `not_found` when there is none. */
export function createOidcSignIn(context: IdentityContext) {
  const { config, store, keys } = context;
  const loginPage = `${config.publicUrl}/login`;
  const redirectUri = `${config.publicUrl}/admin-api/auth/oidc/callback`;
  const provider: OidcProvider | null =
    config.oidc === null ? null : createOidcProvider(config.oidc, redirectUri, keys.oidc);

  function required(): { provider: OidcProvider; settings: OidcConfig } {
    if (provider === null || config.oidc === null) {
      throw new AppError('not_found', { detail: 'Não está configurado nenhum fornecedor de identidade.' });
    }
    return { provider, settings: config.oidc };
  }

  /** Address of the provider's sign-in page. `challenge`: base64url(SHA-256(verifier)) of the browser that begins. */
  async function begin(challenge: string): Promise<string> {
    const { provider: found } = required();
    const state = randomBytes(TOKEN_BYTES).toString('base64url');
    const location = await found.authorizationUrl(state);
    const expires_at = new Date(nowOf(context).getTime() + FLOW_MS);
    await repository.insertFlow(store, { state_hash: sha256(state), challenge, expires_at });
    return location;
  }

  /** What the provider sent the browser back with → the console's sign-in page, with a one-time code or a reason. */
  async function finish(query: CallbackQuery, origin: Origin): Promise<string> {
    required();
    const outcome = await resolve(query);
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

  async function resolve(query: CallbackQuery): Promise<{ code: string } | { failure: OidcFailure; email?: string }> {
    const { provider: found, settings } = required();
    const flow = query.state === undefined ? null : await repository.takeFlow(store, sha256(query.state));
    if (flow === null || query.state === undefined || flow.expires_at <= nowOf(context)) {
      return { failure: 'oidc_expired' };
    }
    if (query.error !== undefined) {
      return { failure: query.error === 'access_denied' ? 'oidc_denied' : 'oidc_provider' };
    }
    let person: OidcPerson;
    try {
      person = await found.exchange(query, query.state);
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
      challenge: flow.challenge,
      expires_at: new Date(nowOf(context).getTime() + CODE_MS),
    });
    return { code };
  }

  /** Session for the one-time code, given only to the browser that began. Throws `invalid_credentials`. */
  async function exchange(code: string, verifier: string, origin: Origin): Promise<SignIn> {
    required();
    const signIn = await store.transaction().execute(async (transaction) => {
      // Deleted in any case: a code tried with the wrong verifier is a stolen one.
      const row = await repository.takeCode(transaction, sha256(code));
      if (row === null || row.expires_at <= nowOf(context)) return null;
      if (sha256(verifier).toString('base64url') !== row.challenge) return null;
      const account = await findAccount(transaction, row.account_id);
      if (account === undefined || account.status !== 'active') return null;
      return startSession(context, transaction, account, 'oidc', origin);
    });
    if (signIn === null) throw new AppError('invalid_credentials');
    return signIn;
  }

  return { begin, finish, exchange, label: config.oidc?.label ?? null };
}
