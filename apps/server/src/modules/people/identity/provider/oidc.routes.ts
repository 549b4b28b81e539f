import { allows, type Permission, permissions } from '@kianda/contract';
import * as contract from '@kianda/contract/people/identity/oidc.contract';
import { exportJWK } from 'jose';
import { type Bindings, bind, type RequestContext, type StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import { problemOf } from '../../../../platform/http/problem.ts';
import { findAccount } from '../accounts.repository.ts';
import type { IdentityContext } from '../core/identity-context.ts';
import type { ClientRow, Origin } from '../identity.types.ts';
import { authenticateClient, claimsOf, createGrants, GrantFault, grantedTo } from './grants.ts';
import { findClient } from './provider.repository.ts';

type Consent = RequestContext<typeof contract.oidcRequest>['query'];
type Asked = Pick<RequestContext<typeof contract.oidcToken>, 'headers' | 'requestId' | 'ipAddress' | 'userAgent'>;

const challengePattern = /^[\w-]{43}$/;

/** The realm to outside programs: OpenID Connect with code and PKCE, client credentials, refresh. */
export function oidcBindings(context: IdentityContext): Bindings {
  const { publicUrl } = context.config;
  const issuer = `${publicUrl}/identity/realms/${contract.realmName}`;
  const protocol = `${issuer}/protocol/openid-connect`;
  const grants = createGrants(context, issuer);
  const origin = ({ ipAddress, userAgent }: Origin): Origin => ({ ipAddress, userAgent });
  const secretive = { 'cache-control': 'no-store', pragma: 'no-cache' };

  function checkRealm({ realm }: { readonly realm: string }): void {
    if (realm !== contract.realmName) throw new AppError('not_found', { detail: 'Realm not found.' });
  }

  /** Answers as RFC 6749 §5.2 asks, with the platform's own problem beside it. */
  function fault(error: GrantFault, { requestId }: Asked): StandardAnswer {
    const code = error.code === 'invalid_client' ? 'invalid_credentials' : 'validation_failed';
    const problem = problemOf(new AppError(code, { detail: error.message }), requestId, protocol);
    return {
      status: problem.status,
      headers: { ...secretive, ...(problem.status === 401 ? { 'www-authenticate': 'Basic realm="kianda"' } : {}) },
      body: { ...problem, error: error.code, error_description: error.message },
    };
  }

  async function asClient(
    c: Asked & { readonly body: Readonly<Record<string, string>> },
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
      if (error instanceof GrantFault) return fault(error, c);
      throw error;
    }
  }

  /** The client of a request to authorise, once its address is known to be its own. Throws `validation_failed`. */
  async function clientOf(query: Consent): Promise<ClientRow> {
    const client = await findClient(context.store, 'client_id', query.client_id);
    const refuse = (path: string, message: string) =>
      new AppError('validation_failed', { issues: [{ path, message }] });
    if (client === undefined) throw refuse('client_id', 'Aplicação desconhecida.');
    if (!client.redirect_uris.includes(query.redirect_uri)) {
      throw refuse('redirect_uri', 'Este endereço de retorno não está registado.');
    }
    return client;
  }

  /** What is wrong with a request whose client is known: told to the client, not to the person. */
  function requestFault(query: Consent): string | null {
    if (query.response_type !== 'code') return 'unsupported_response_type';
    if (query.code_challenge_method !== 'S256' || !challengePattern.test(query.code_challenge ?? '')) {
      return 'invalid_request';
    }
    return null;
  }

  function back(query: Consent, answer: Readonly<Record<string, string>>): string {
    const url = new URL(query.redirect_uri);
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    if (query.state !== undefined) url.searchParams.set('state', query.state);
    url.searchParams.set('iss', issuer);
    return url.href;
  }

  const redirect = (location: string): StandardAnswer => ({ status: 302, headers: { ...secretive, location } });

  return [
    bind(contract.realmInfo, async ({ params }) => {
      checkRealm(params);
      const spki = context.keys.signing.publicKey.export({ format: 'der', type: 'spki' });
      return {
        body: {
          realm: contract.realmName,
          public_key: spki.toString('base64'),
          'token-service': protocol,
          'account-service': publicUrl,
          'tokens-not-before': 0,
        },
      };
    }),
    bind(contract.oidcDiscovery, async ({ params }) => {
      checkRealm(params);
      return {
        body: {
          issuer,
          authorization_endpoint: `${protocol}/auth`,
          token_endpoint: `${protocol}/token`,
          userinfo_endpoint: `${protocol}/userinfo`,
          jwks_uri: `${protocol}/certs`,
          introspection_endpoint: `${protocol}/token/introspect`,
          revocation_endpoint: `${protocol}/revoke`,
          end_session_endpoint: `${protocol}/logout`,
          scopes_supported: ['openid', 'profile', 'email', ...Object.keys(permissions)],
          response_types_supported: ['code'],
          response_modes_supported: ['query'],
          grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['EdDSA'],
          token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
          code_challenge_methods_supported: ['S256'],
          claims_supported: [
            'sub',
            'iss',
            'aud',
            'exp',
            'iat',
            'name',
            'email',
            'email_verified',
            'preferred_username',
          ],
          authorization_response_iss_parameter_supported: true,
        },
      };
    }),
    bind(contract.oidcKeys, async ({ params }) => {
      checkRealm(params);
      const { publicKey, keyId } = context.keys.signing;
      return { body: { keys: [{ ...(await exportJWK(publicKey)), kid: keyId, use: 'sig', alg: 'EdDSA' }] } };
    }),
    bind(contract.oidcAuthorize, async ({ params, query }) => {
      checkRealm(params);
      await clientOf(query);
      const wrong = requestFault(query);
      if (wrong !== null) return redirect(back(query, { error: wrong }));
      const asked = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return redirect(`${publicUrl}/?${new URLSearchParams([['section', 'autorizar'], ...asked])}`);
    }),
    bind(contract.oidcRequest, async ({ query, principal }) => {
      const client = await clientOf(query);
      const asked = grantedTo(client, query.scope) as Permission[];
      return {
        data: {
          clientId: client.client_id,
          name: client.name,
          description: client.description,
          redirectUri: query.redirect_uri,
          permissions: asked.map((id) => ({ id, label: permissions[id].label, held: allows(id, principal.role) })),
        },
        provenance: ownProvenance(context.platform.clock),
      };
    }),
    bind(contract.oidcConsent, async ({ body, principal, ipAddress, userAgent }) => {
      const client = await clientOf(body);
      const provenance = ownProvenance(context.platform.clock);
      const wrong = requestFault(body) ?? (body.accept ? null : 'access_denied');
      if (wrong !== null) return { data: { location: back(body, { error: wrong }) }, provenance };
      const code = await grants.issueCode({
        client,
        accountId: principal.accountId,
        redirectUri: body.redirect_uri,
        challenge: body.code_challenge ?? '',
        nonce: body.nonce ?? null,
        scope: body.scope,
      });
      await context.audit.record({
        event: 'auth.identity.linked',
        severity: 'medium',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: `client/${client.client_id}`,
        ipAddress,
        userAgent,
        metadata: { act: 'consent', permissions: grantedTo(client, body.scope).join(' ').slice(0, 500) },
      });
      return { data: { location: back(body, { code }) }, provenance };
    }),
    bind(contract.oidcToken, async (c) => {
      checkRealm(c.params);
      return asClient(c, async (client) => ({
        headers: secretive,
        body: await grants.token(client, c.body, origin(c)),
      }));
    }),
    bind(contract.oidcIntrospect, async (c) => {
      checkRealm(c.params);
      return asClient(c, async (client) => {
        if (client.secret_hash === null)
          throw new GrantFault('invalid_client', 'Só uma aplicação com segredo pergunta.');
        return { headers: secretive, body: await grants.introspect(client, c.body.token ?? '') };
      });
    }),
    bind(contract.oidcRevoke, async (c) => {
      checkRealm(c.params);
      return asClient(c, async (client) => {
        await grants.revoke(client, c.body.token ?? '', origin(c));
        return { headers: secretive };
      });
    }),
    bind(contract.oidcUserInfo, async ({ params, principal, requestId }) => {
      checkRealm(params);
      const account = principal === null ? undefined : await findAccount(context.store, principal.accountId);
      if (account === undefined) {
        const problem = problemOf(new AppError('invalid_credentials'), requestId, `${protocol}/userinfo`);
        return {
          status: problem.status,
          headers: { ...secretive, 'www-authenticate': 'Bearer error="invalid_token"' },
          body: { ...problem, error: 'invalid_token' },
        };
      }
      return { headers: secretive, body: { sub: account.id, ...claimsOf(account) } };
    }),
    bind(contract.oidcLogout, async (c) => {
      checkRealm(c.params);
      const { id_token_hint: hint, post_logout_redirect_uri: uri, state } = c.query;
      const client = hint === undefined ? undefined : await grants.logout(hint, origin(c));
      // Without a token that proves for whom, nobody is sent anywhere but home.
      if (uri === undefined || client === undefined || !client.redirect_uris.includes(uri)) return redirect(publicUrl);
      const target = new URL(uri);
      if (state !== undefined) target.searchParams.set('state', state);
      return redirect(target.href);
    }),
  ];
}
