import { hash32 } from '@kianda/geo';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';

const realm = '/cdse-identity/auth/realms/CDSE';
const accessSeconds = 600;
const refreshSeconds = 3600;

type Session = { readonly accessUntilMs: number; readonly refreshUntilMs: number };

/**
 * The identity service below `/cdse-identity`: discovery, tokens by password and by refresh, and the account of a token.
 * Any account is known, except one whose password is `errada`. An access token lasts 600 s, its refresh token an hour.
 */
function routes(app: FastifyInstance, { clock }: ProviderDeps): void {
  const byAccess = new Map<string, Session & { readonly username: string }>();
  const byRefresh = new Map<string, Session & { readonly username: string }>();
  let made = 0;

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get(`${realm}/.well-known/openid-configuration`, async (request, reply) => {
    const issuer = `${request.protocol}://${request.host}${realm}`;
    return send(reply, {
      issuer,
      token_endpoint: `${issuer}/protocol/openid-connect/token`,
      userinfo_endpoint: `${issuer}/protocol/openid-connect/userinfo`,
      grant_types_supported: ['authorization_code', 'refresh_token', 'password', 'client_credentials'],
    });
  });
  app.post<{ Body: Readonly<Record<string, string | undefined>> | null }>(
    `${realm}/protocol/openid-connect/token`,
    async ({ body }, reply) => {
      if (body?.client_id !== 'cdse-public') return refuse(reply, 401, 'invalid_client', 'Invalid client');
      if (body.grant_type === 'password') {
        const { username = '', password = '' } = body;
        if (username === '' || password === '' || password === 'errada')
          return refuse(reply, 401, 'invalid_grant', 'Invalid user credentials');
        return send(reply, grant(username));
      }
      if (body.grant_type === 'refresh_token') {
        const known = byRefresh.get(body.refresh_token ?? '');
        if (known === undefined || known.refreshUntilMs <= clock())
          return refuse(reply, 400, 'invalid_grant', 'Token is not active');
        return send(reply, grant(known.username));
      }
      return refuse(reply, 400, 'unsupported_grant_type', 'Unsupported grant_type');
    },
  );
  app.get(`${realm}/protocol/openid-connect/userinfo`, async ({ headers }, reply) => {
    const known = byAccess.get((headers.authorization ?? '').replace(/^Bearer /, ''));
    if (known === undefined || known.accessUntilMs <= clock())
      return refuse(reply, 401, 'invalid_token', 'Token verification failed');
    return send(reply, { sub: known.username, preferred_username: known.username });
  });

  function grant(username: string) {
    made += 1;
    const name = (kind: string) => `${kind}-${hash32('cdse-token', kind, username, made).toString(16)}-${made}`;
    const [access, refresh] = [name('access'), name('refresh')];
    const session = {
      username,
      accessUntilMs: clock() + accessSeconds * 1000,
      refreshUntilMs: clock() + refreshSeconds * 1000,
    };
    byAccess.set(access, session);
    byRefresh.set(refresh, session);
    return {
      access_token: access,
      expires_in: accessSeconds,
      refresh_expires_in: refreshSeconds,
      refresh_token: refresh,
      token_type: 'Bearer',
      session_state: name('session'),
      scope: 'AUDIENCE_PUBLIC openid email profile',
    };
  }
}

function refuse(reply: FastifyReply, status: number, error: string, description: string): FastifyReply {
  return send(reply.code(status), { error, error_description: description });
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json').send(JSON.stringify(body));
}

export const cdseIdentity: Provider = { name: 'cdse-identity', routes };
