import * as contract from '@kianda/contract/people/identity/oidc.contract';
import { type Bindings, bind, type RequestContext, type StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { problemOf } from '../../../../platform/http/problem.ts';
import { findAccount } from '../accounts.repository.ts';
import type { ClientRow } from '../identity.types.ts';
import { authenticateClient } from './client-authentication.ts';
import { GrantFault } from './grant-fault.ts';
import { grantToken } from './grants.ts';
import { checkRealm, type OidcRealm, originOf, uncached } from './oidc-realm.ts';
import { claimsOf } from './token-answer.ts';
import { introspect, revokeToken } from './token-state.ts';

type TokenRequest = Pick<
  RequestContext<typeof contract.oidcToken>,
  'headers' | 'requestId' | 'ipAddress' | 'userAgent'
>;

/** Tokens: issue, introspection, revocation, and the claims of the account behind one. */
export function tokenBindings(realm: OidcRealm): Bindings {
  const { context, protocol } = realm;
  return [
    bind(contract.oidcToken, async (c) => {
      checkRealm(c.params);
      return asClient(realm, c, async (client) => ({
        headers: uncached,
        body: await grantToken(realm, client, c.body, originOf(c)),
      }));
    }),
    bind(contract.oidcIntrospect, async (c) => {
      checkRealm(c.params);
      return asClient(realm, c, async (client) => {
        if (client.secret_hash === null)
          throw new GrantFault('invalid_client', 'Só uma aplicação com segredo pergunta.');
        return { headers: uncached, body: await introspect(realm, client, c.body.token ?? '') };
      });
    }),
    bind(contract.oidcRevoke, async (c) => {
      checkRealm(c.params);
      return asClient(realm, c, async (client) => {
        await revokeToken(realm, client, c.body.token ?? '', originOf(c));
        return { headers: uncached };
      });
    }),
    bind(contract.oidcUserInfo, async ({ params, principal, requestId }) => {
      checkRealm(params);
      const account = principal === null ? undefined : await findAccount(context.store, principal.accountId);
      if (account === undefined) {
        const problem = problemOf(new AppError('invalid_credentials'), requestId, `${protocol}/userinfo`);
        return {
          status: problem.status,
          headers: { ...uncached, 'www-authenticate': 'Bearer error="invalid_token"' },
          body: { ...problem, error: 'invalid_token' },
        };
      }
      return { headers: uncached, body: { sub: account.id, ...claimsOf(account) } };
    }),
  ];
}

/** The answer that RFC 6749 §5.2 requires, with the platform's own problem beside it. */
function faultAnswer(protocol: string, error: GrantFault, { requestId }: TokenRequest): StandardAnswer {
  const code = error.code === 'invalid_client' ? 'invalid_credentials' : 'validation_failed';
  const problem = problemOf(new AppError(code, { detail: error.message }), requestId, protocol);
  return {
    status: problem.status,
    headers: { ...uncached, ...(problem.status === 401 ? { 'www-authenticate': 'Basic realm="kianda"' } : {}) },
    body: { ...problem, error: error.code, error_description: error.message },
  };
}

async function asClient(
  { context, protocol }: OidcRealm,
  c: TokenRequest & { readonly body: Readonly<Record<string, string>> },
  work: (client: ClientRow) => Promise<StandardAnswer>,
): Promise<StandardAnswer> {
  try {
    const { authorization } = c.headers;
    const client = await authenticateClient(
      context,
      c.body,
      typeof authorization === 'string' ? authorization : undefined,
    );
    return await work(client);
  } catch (error) {
    if (error instanceof GrantFault) return faultAnswer(protocol, error, c);
    throw error;
  }
}
