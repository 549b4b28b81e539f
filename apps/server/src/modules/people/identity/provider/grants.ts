import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { allows, type Permission, permissions } from '@kianda/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import { AppError } from '../../../../platform/http/errors.ts';
import { findAccount } from '../accounts.repository.ts';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import { sha256 } from '../core/keys.ts';
import type { AccountRow, ClientRow, Origin, SessionRow } from '../identity.types.ts';
import { accessTokenSeconds, signProgramToken, verifyAccessToken } from '../sessions/access-tokens.ts';
import { openSession } from '../sessions/session-tokens.ts';
import { endSessions } from '../sessions/sessions.repository.ts';
import { refresh } from '../sessions/sessions.service.ts';
import { hasSecret } from './clients.ts';
import * as repository from './provider.repository.ts';

/** A fault of the token endpoint, by its name in RFC 6749 §5.2. */
export class GrantFault extends Error {
  readonly code: string;
  constructor(
    code:
      | 'invalid_request'
      | 'invalid_client'
      | 'invalid_grant'
      | 'unauthorized_client'
      | 'unsupported_grant_type'
      | 'invalid_scope',
    message: string,
  ) {
    super(message);
    this.name = 'GrantFault';
    this.code = code;
  }
}

type Fields = Readonly<Record<string, string>>;
const codeMs = 60_000;
const refreshSeconds = 12 * 3600;
const identityScopes: readonly string[] = ['openid', 'profile', 'email'];

/** Permissions among the words of a scope, those unknown left out. */
export function permissionsOf(scope: string): Permission[] {
  return scope.split(/\s+/).filter((word): word is Permission => Object.hasOwn(permissions, word));
}

/** What a program gets: what it asked for, or all it may, within what it was registered with. */
export function grantedTo(client: ClientRow, scope: string): string[] {
  const asked = permissionsOf(scope);
  return client.permissions.filter((one) => asked.length === 0 || (asked as string[]).includes(one));
}

/** The client that a form or Basic header proves to be. Throws `invalid_client`. */
export async function authenticateClient(
  context: IdentityContext,
  fields: Fields,
  authorization: string | undefined,
): Promise<ClientRow> {
  const basic = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  let id = fields.client_id;
  let secret = fields.client_secret;
  if (basic !== undefined) {
    const [user = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    [id, secret] = [decoded(user), decoded(rest.join(':'))];
  }
  const client =
    id === undefined || id.includes('\0') ? undefined : await repository.findClient(context.store, 'client_id', id);
  if (client === undefined || !hasSecret(client, secret))
    throw new GrantFault('invalid_client', 'Aplicação ou segredo errados.');
  return client;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

export function createGrants(context: IdentityContext, issuer: string) {
  const { store, keys } = context;

  async function answer(
    client: ClientRow,
    account: AccountRow,
    session: { id: string; permissions: readonly string[] },
    more: { refreshToken?: string; nonce?: string | null; openid: boolean },
  ) {
    const issuedAtMs = nowOf(context).getTime();
    const scope = [...(more.openid ? identityScopes : []), ...session.permissions].join(' ');
    const access_token = await signProgramToken(keys, {
      accountId: account.id,
      sessionId: session.id,
      issuedAtMs,
      issuer,
      clientId: client.client_id,
      scope,
      tokenId: randomUUID(),
    });
    const id_token = more.openid ? await idToken(client, account, session.id, issuedAtMs, more.nonce ?? null) : null;
    return {
      access_token,
      token_type: 'Bearer' as const,
      expires_in: accessTokenSeconds,
      ...(more.refreshToken === undefined ? {} : { refresh_token: more.refreshToken }),
      refresh_expires_in: more.refreshToken === undefined ? 0 : refreshSeconds,
      ...(id_token === null ? {} : { id_token }),
      scope,
      session_state: session.id,
      'not-before-policy': 0 as const,
    };
  }

  function idToken(client: ClientRow, account: AccountRow, sid: string, issuedAtMs: number, nonce: string | null) {
    const at = Math.floor(issuedAtMs / 1000);
    return new SignJWT({ sid, azp: client.client_id, ...claimsOf(account), ...(nonce === null ? {} : { nonce }) })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: keys.signing.keyId })
      .setIssuer(issuer)
      .setAudience(client.client_id)
      .setSubject(account.id)
      .setIssuedAt(at)
      .setExpirationTime(at + accessTokenSeconds)
      .sign(keys.signing.privateKey);
  }

  async function activeAccount(id: string | null): Promise<AccountRow> {
    const account = id === null ? undefined : await findAccount(store, id);
    if (account?.status !== 'active') throw new GrantFault('invalid_grant', 'A conta já não está ativa.');
    return account;
  }

  async function clientCredentials(client: ClientRow, fields: Fields, origin: Origin) {
    if (client.service_account_id === null) {
      throw new GrantFault('unauthorized_client', 'Esta aplicação não tem conta de serviço.');
    }
    const account = await activeAccount(client.service_account_id);
    const granted = grantedTo(client, fields.scope ?? '');
    const { sessionId } = await store.transaction().execute((transaction) =>
      openSession(transaction, keys, {
        accountId: account.id,
        method: 'client',
        origin,
        now: nowOf(context),
        client: { id: client.id, permissions: granted },
        // There is nothing to renew: the session lasts as long as its one token.
        lifeMs: accessTokenSeconds * 1000,
      }),
    );
    return answer(client, account, { id: sessionId, permissions: granted }, { openid: false });
  }

  async function authorizationCode(client: ClientRow, fields: Fields, origin: Origin) {
    const grant = await repository.takeCode(store, sha256(fields.code ?? ''));
    const refused = new GrantFault('invalid_grant', 'O código não é válido, já foi usado ou expirou.');
    if (grant === undefined || grant.client_id !== client.id || grant.expires_at <= nowOf(context)) throw refused;
    if (grant.redirect_uri !== fields.redirect_uri) throw refused;
    const challenge = createHash('sha256')
      .update(fields.code_verifier ?? '')
      .digest('base64url');
    if (challenge !== grant.challenge) throw new GrantFault('invalid_grant', 'O code_verifier não corresponde.');
    const account = await activeAccount(grant.account_id);
    const granted = grant.permissions;
    const { sessionId, pair } = await store.transaction().execute((transaction) =>
      openSession(transaction, keys, {
        accountId: account.id,
        method: 'client',
        origin,
        now: nowOf(context),
        client: { id: client.id, permissions: granted },
      }),
    );
    const more = { refreshToken: pair.refreshToken, nonce: grant.nonce, openid: true };
    return answer(client, account, { id: sessionId, permissions: granted }, more);
  }

  async function refreshToken(client: ClientRow, fields: Fields, origin: Origin) {
    const given = fields.refresh_token ?? '';
    const pair = await refresh(context, given, origin, client.id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'refresh_rejected') {
        throw new GrantFault('invalid_grant', 'O token de renovação já não é válido.');
      }
      throw error;
    });
    const token = await store
      .selectFrom('identity.refresh_tokens as token')
      .innerJoin('identity.sessions as session', 'session.id', 'token.session_id')
      .select(['session.id', 'session.account_id', 'session.permissions'])
      .where('token.hash', '=', sha256(pair.refreshToken))
      .executeTakeFirstOrThrow();
    const account = await activeAccount(token.account_id);
    const session = { id: token.id, permissions: token.permissions ?? [] };
    return answer(client, account, session, { refreshToken: pair.refreshToken, openid: true });
  }

  /** The session of an access or refresh token of this client, wherever it stands in its life. */
  async function sessionOfToken(client: ClientRow, token: string): Promise<SessionRow | undefined> {
    const claims = await verifyAccessToken(keys, token, nowOf(context).getTime());
    const row =
      claims === null
        ? await store
            .selectFrom('identity.refresh_tokens')
            .select('session_id')
            .where('hash', '=', sha256(token))
            .executeTakeFirst()
        : { session_id: claims.sessionId };
    const session = row === undefined ? undefined : await repository.findSession(store, row.session_id);
    return session?.client_id === client.id ? session : undefined;
  }

  async function end(session: SessionRow, origin: Origin): Promise<void> {
    await endSessions(store, session.account_id, 'logout', nowOf(context), [session.id]);
    context.authentication.announce(session.account_id, session.id);
    await context.audit.record({
      event: 'auth.logout',
      severity: 'low',
      actorId: session.account_id,
      actorName: session.account_id,
      resource: `session/${session.id}`,
      ...origin,
      metadata: { reason: 'client' },
    });
  }

  return {
    token(client: ClientRow, fields: Fields, origin: Origin) {
      const type = fields.grant_type;
      if (type === 'client_credentials') return clientCredentials(client, fields, origin);
      if (type === 'authorization_code') return authorizationCode(client, fields, origin);
      if (type === 'refresh_token') return refreshToken(client, fields, origin);
      throw new GrantFault('unsupported_grant_type', `Não se aceita «${(type ?? '').slice(0, 40)}».`);
    },

    /** A one-time code for what a signed-in person agreed to. */
    async issueCode(grant: {
      client: ClientRow;
      accountId: string;
      redirectUri: string;
      challenge: string;
      nonce: string | null;
      scope: string;
    }): Promise<string> {
      const code = randomBytes(32).toString('base64url');
      await repository.insertCode(store, {
        code_hash: sha256(code),
        client_id: grant.client.id,
        account_id: grant.accountId,
        redirect_uri: grant.redirectUri,
        challenge: grant.challenge,
        nonce: grant.nonce,
        permissions: grantedTo(grant.client, grant.scope),
        expires_at: new Date(nowOf(context).getTime() + codeMs),
      });
      return code;
    },

    /** RFC 7662: what a token of this client is good for; only that it is not, of any other. */
    async introspect(client: ClientRow, token: string) {
      const session = await sessionOfToken(client, token);
      const principal = await context.authentication.authenticate(token);
      const account = session === undefined ? undefined : await findAccount(store, session.account_id);
      if (session === undefined || account?.status !== 'active') return { active: false };
      const isAccess = principal !== null;
      if (!isAccess && session.idle_expires_at <= nowOf(context)) return { active: false };
      return {
        active: true,
        sub: account.id,
        username: account.email,
        client_id: client.client_id,
        scope: (session.permissions ?? []).filter((one) => allows(one as Permission, account.role)).join(' '),
        token_type: isAccess ? 'Bearer' : 'refresh_token',
        iss: issuer,
        sid: session.id,
      };
    },

    async revoke(client: ClientRow, token: string, origin: Origin): Promise<void> {
      const session = await sessionOfToken(client, token);
      if (session !== undefined) await end(session, origin);
    },

    /** Ends the session that an id token names, however old it is. Answers the client it was for. */
    async logout(hint: string, origin: Origin): Promise<ClientRow | undefined> {
      try {
        const { payload } = await jwtVerify(hint, keys.signing.publicKey, {
          algorithms: ['EdDSA'],
          typ: 'JWT',
          issuer,
          currentDate: new Date(0),
        });
        const client = await repository.findClient(store, 'client_id', String(payload.aud));
        const session = await repository.findSession(store, String(payload.sid));
        if (client !== undefined && session?.client_id === client.id) await end(session, origin);
        return client;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

/** What OpenID Connect says of a person. */
export function claimsOf(account: AccountRow) {
  const [given = '', ...rest] = account.name.split(' ');
  return {
    name: account.name,
    given_name: given,
    family_name: rest.join(' '),
    preferred_username: account.email,
    email: account.email,
    email_verified: true,
    realm_access: { roles: [account.role] },
  };
}
