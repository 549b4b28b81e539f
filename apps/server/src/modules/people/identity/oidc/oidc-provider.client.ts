import * as client from 'openid-client';
import { z } from 'zod';
import { AppError } from '../../../../platform/http/errors.ts';
import { StartupError } from '../../../../platform/process/startup-error.ts';
import { keyedHash } from '../core/keys.ts';
import type { OidcConfig } from '../identity.types.ts';
import type { OidcPerson } from './oidc-accounts.service.ts';

const TIMEOUT_SECONDS = 10;
const personSchema = z.object({
  email: z.string().max(254).optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
});
const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Query with which the provider sends the browser back. */
export type CallbackQuery = Readonly<
  Partial<Record<'code' | 'state' | 'iss' | 'error' | 'error_description' | 'session_state', string | undefined>>
>;
export type OidcProvider = {
  authorizationUrl(state: string): Promise<string>;
  /** Redeems the code of a callback and tells who signed in. Throws when any check fails. */
  exchange(query: CallbackQuery, state: string): Promise<OidcPerson>;
};

/**
 * The provider of the settings: authorization code flow with PKCE (S256), state and nonce. Verifier and nonce follow
 * from the state and a key, so that nothing secret waits in the database.
 */
export function createOidcProvider(settings: OidcConfig, redirectUri: string, key: Uint8Array): OidcProvider {
  const issuer = new URL(settings.issuer);
  const insecure = issuer.protocol === 'http:';
  if (insecure && !loopback.has(issuer.hostname)) {
    throw new StartupError(`KIANDA_OIDC_ISSUER: ${settings.issuer} tem de usar https.`);
  }
  const secrets = (state: string) => ({
    verifier: keyedHash(key, 'verifier', state).toString('base64url'),
    nonce: keyedHash(key, 'nonce', state).toString('base64url'),
  });
  let discovered: Promise<client.Configuration> | null = null;

  function configuration(): Promise<client.Configuration> {
    discovered ??= discover().catch((error: unknown) => {
      // The next sign-in asks again: a provider that was down for a moment must not be down until the restart.
      discovered = null;
      throw new AppError('provider_failed', {
        detail: 'O fornecedor de identidade não respondeu corretamente.',
        downstream: true,
        cause: error,
      });
    });
    return discovered;
  }

  function discover(): Promise<client.Configuration> {
    const { clientId, clientSecret } = settings;
    const authentication = clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret);
    return client.discovery(issuer, clientId, undefined, authentication, {
      timeout: TIMEOUT_SECONDS,
      // Without it the library trusts TLS alone and takes an ID token of any signature.
      execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
    });
  }

  return {
    async authorizationUrl(state) {
      const { verifier, nonce } = secrets(state);
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return url.href;
    },

    async exchange(query, state) {
      const { verifier, nonce } = secrets(state);
      const current = new URL(redirectUri);
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) current.searchParams.set(name, value);
      }
      const settled = await configuration();
      const tokens = await client.authorizationCodeGrant(settled, current, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the provider sent no ID token');
      // Some providers tell the e-mail only when asked for it.
      const person = personSchema.parse(
        claims.email === undefined && settled.serverMetadata().userinfo_endpoint !== undefined
          ? await client.fetchUserInfo(settled, tokens.access_token, claims.sub)
          : claims,
      );
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: person.email ?? null,
        emailVerified: person.email_verified ?? false,
        name: person.name ?? null,
      };
    },
  };
}
