import { permissions } from '@kianda/contract';
import * as contract from '@kianda/contract/people/identity/oidc.contract';
import { exportJWK } from 'jose';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { tokenAlgorithms } from '../core/token-keys.ts';
import { checkRealm, type OidcRealm } from './oidc-realm.ts';

/** The description of the realm, and its keys. */
export function metadataBindings(realm: OidcRealm): Bindings {
  const { context, publicUrl, protocol } = realm;
  return [
    bind(contract.realmInfo, async ({ params }) => {
      checkRealm(params);
      const { publicKey } = await context.tokenKeys.of('RS256');
      const spki = publicKey.export({ format: 'der', type: 'spki' });
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
      return { body: discoveryOf(realm) };
    }),
    bind(contract.oidcKeys, async ({ params }) => {
      checkRealm(params);
      const keys = (await context.tokenKeys.all()).map(async ({ publicKey, keyId, algorithm }) => ({
        ...(await exportJWK(publicKey)),
        kid: keyId,
        use: 'sig',
        alg: algorithm,
      }));
      return { body: { keys: await Promise.all(keys) } };
    }),
  ];
}

/** Discovery document (OpenID Connect Discovery 1.0 §3). */
function discoveryOf({ issuer, protocol }: OidcRealm) {
  return {
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
    id_token_signing_alg_values_supported: [...tokenAlgorithms],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    claims_supported: ['sub', 'iss', 'aud', 'exp', 'iat', 'name', 'email', 'email_verified', 'preferred_username'],
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
}
