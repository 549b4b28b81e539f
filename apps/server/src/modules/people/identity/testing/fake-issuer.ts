import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, SignJWT } from 'jose';

export type Person = {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly name?: string;
};

/** Faults that a test may have the issuer make. */
export type Fault =
  | 'none'
  | 'down'
  | 'wrong-nonce'
  | 'wrong-audience'
  | 'foreign-signature'
  | 'expired'
  | 'email-in-userinfo'
  | 'userinfo-of-another';

type Grant = {
  readonly person: Person;
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
};

/** `id:secret` of HTTP Basic authentication, both form-encoded (RFC 6749 §2.3.1). */
function clientOf(header = ''): string {
  const encoded = Buffer.from(header.replace('Basic ', ''), 'base64').toString();
  return encoded
    .split(':')
    .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    .join(':');
}

/** A small OpenID Connect provider on a free port: discovery, keys, token with PKCE and client secret, userinfo. */
export async function startFakeIssuer(client: { id: string; secret: string }) {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const people = new Map<string, Person>();
  let fault: Fault = 'none';
  let issuer = '';

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (fault === 'down') return void response.writeHead(503).end('em manutenção');
    switch (new URL(request.url ?? '/', issuer).pathname) {
      case '/.well-known/openid-configuration':
        return void json(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: `${issuer}/userinfo`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/keys':
        return void json(200, {
          keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
        });
      case '/token':
        return void (await answerToken(request, json));
      case '/userinfo': {
        const person = people.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
        if (person === undefined) return void json(401, { error: 'invalid_token' });
        return void json(200, fault === 'userinfo-of-another' ? { ...person, sub: 'outro' } : person);
      }
      default:
        return void json(404, { error: 'not_found' });
    }
  }

  async function answerToken(request: IncomingMessage, json: (status: number, body: unknown) => unknown) {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const form = new URLSearchParams(text);
    if (clientOf(request.headers.authorization) !== `${client.id}:${client.secret}`) {
      return json(401, { error: 'invalid_client' });
    }
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant === undefined || challenge !== grant.challenge || form.get('redirect_uri') !== grant.redirectUri) {
      return json(400, { error: 'invalid_grant' });
    }
    const accessToken = randomUUID();
    people.set(accessToken, grant.person);
    return json(200, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 60,
      id_token: await idToken(grant),
    });
  }

  function idToken({ person, nonce }: Grant): Promise<string> {
    const inUserinfo = fault === 'email-in-userinfo' || fault === 'userinfo-of-another';
    return new SignJWT({ ...(inUserinfo ? {} : person), nonce: fault === 'wrong-nonce' ? 'outro' : nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setSubject(person.sub)
      .setIssuer(issuer)
      .setAudience(fault === 'wrong-audience' ? 'outro' : client.id)
      .setIssuedAt()
      .setExpirationTime(fault === 'expired' ? '-1h' : '5m')
      .sign(fault === 'foreign-signature' ? foreign.privateKey : keys.privateKey);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    setFault(next: Fault) {
      fault = next;
    },
    /** The person signs in at the page the browser was sent to; answers the callback's query. */
    authorize(location: string, person: Person): Record<string, string> {
      const { searchParams } = new URL(location);
      const code = randomUUID();
      grants.set(code, {
        person,
        challenge: searchParams.get('code_challenge') ?? '',
        nonce: searchParams.get('nonce') ?? '',
        redirectUri: searchParams.get('redirect_uri') ?? '',
      });
      return { code, state: searchParams.get('state') ?? '' };
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
