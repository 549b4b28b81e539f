import { allows, type Permission, permissions } from '@kianda/contract';
import * as contract from '@kianda/contract/people/identity/oidc.contract';
import { type Bindings, bind, type RequestContext, type StandardAnswer } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { IdentityContext } from '../core/identity-context.ts';
import type { ClientRow } from '../identity.types.ts';
import { postLogoutUris, requiresChallenge } from './client-attributes.rules.ts';
import { grantedTo } from './client-authentication.ts';
import { issueCode } from './grants.ts';
import { checkRealm, type OidcRealm, originOf, redirectTo } from './oidc-realm.ts';
import { findClient } from './provider.repository.ts';
import { endSession, hinted } from './token-state.ts';

type Consent = RequestContext<typeof contract.oidcRequest>['query'];

const challengePattern = /^[\w-]{43}$/;

/** The steps at which a person is present: authorisation, consent and sign-out. */
export function consentBindings(realm: OidcRealm): Bindings {
  const { context, issuer, publicUrl } = realm;
  return [
    bind(contract.oidcAuthorize, async ({ params, query }) => {
      checkRealm(params);
      const fault = requestFault(await clientOf(context, query), query);
      if (fault !== null) return redirectTo(returnAddress(issuer, query, { error: fault }));
      const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return redirectTo(`${publicUrl}/?${new URLSearchParams([['section', 'autorizar'], ...given])}`);
    }),
    bind(contract.oidcRequest, async ({ query, principal }) => {
      const client = await clientOf(context, query);
      const requested = grantedTo(client, query.scope) as Permission[];
      return {
        data: {
          clientId: client.client_id,
          name: client.name,
          description: client.description,
          redirectUri: query.redirect_uri,
          permissions: requested.map((id) => ({ id, label: permissions[id].label, held: allows(id, principal.role) })),
        },
        provenance: ownProvenance(context.platform.clock),
      };
    }),
    bind(contract.oidcConsent, async ({ body, principal, ipAddress, userAgent }) => {
      const client = await clientOf(context, body);
      const provenance = ownProvenance(context.platform.clock);
      const fault = requestFault(client, body) ?? (body.accept ? null : 'access_denied');
      if (fault !== null) return { data: { location: returnAddress(issuer, body, { error: fault }) }, provenance };
      const code = await issueCode(context, {
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
      return { data: { location: returnAddress(issuer, body, { code }) }, provenance };
    }),
    bind(contract.oidcLogout, (c) => signOut(realm, c, c.query)),
    bind(contract.oidcLogoutForm, (c) => signOut(realm, c, c.body)),
  ];
}

type SignOut = RequestContext<typeof contract.oidcLogout>;

/** Ends the session that a token names, and sends the browser to an address of its client. */
async function signOut(
  realm: OidcRealm,
  caller: Pick<SignOut, 'params' | 'ipAddress' | 'userAgent'>,
  { id_token_hint: hint, post_logout_redirect_uri: uri, state }: SignOut['query'],
): Promise<StandardAnswer> {
  const { context, publicUrl } = realm;
  checkRealm(caller.params);
  const known = hint === undefined ? null : await hinted(realm, hint);
  // Without a token that proves the client, the browser is sent to no address but the platform's.
  if (known === null) return redirectTo(publicUrl);
  if (uri !== undefined && !postLogoutUris(known.client).includes(uri)) {
    const message = 'Este endereço de saída não está registado.';
    throw new AppError('validation_failed', { issues: [{ path: 'post_logout_redirect_uri', message }] });
  }
  if (known.session !== null) await endSession(context, known.session, originOf(caller));
  if (uri === undefined) return redirectTo(publicUrl);
  const target = new URL(uri);
  if (state !== undefined) target.searchParams.set('state', state);
  return redirectTo(target.href);
}

/** The client of a request to authorise, once its address is known to be its own. Throws `validation_failed`. */
async function clientOf(context: IdentityContext, query: Consent): Promise<ClientRow> {
  const client = await findClient(context.store, 'client_id', query.client_id);
  const refuse = (path: string, message: string) => new AppError('validation_failed', { issues: [{ path, message }] });
  if (client === undefined) throw refuse('client_id', 'Aplicação desconhecida.');
  if (!client.redirect_uris.includes(query.redirect_uri)) {
    throw refuse('redirect_uri', 'Este endereço de retorno não está registado.');
  }
  return client;
}

/** The fault of a request whose client is known, reported to the client, not to the person; null without one. */
function requestFault(client: ClientRow, query: Consent): string | null {
  if (query.response_type !== 'code') return 'unsupported_response_type';
  if (query.code_challenge === undefined && !requiresChallenge(client)) {
    return query.nonce === undefined ? 'invalid_request' : null;
  }
  if (query.code_challenge_method !== 'S256' || !challengePattern.test(query.code_challenge ?? '')) {
    return 'invalid_request';
  }
  return null;
}

/** The client's address of return, with the answer to its request (RFC 6749 §4.1.2, RFC 9207). */
function returnAddress(issuer: string, query: Consent, answer: Readonly<Record<string, string>>): string {
  const url = new URL(query.redirect_uri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (query.state !== undefined) url.searchParams.set('state', query.state);
  url.searchParams.set('iss', issuer);
  return url.href;
}
