import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

/** The one realm, named after the product. */
export const realmName = 'kianda';

export const realmParams = z.object({ realm: z.string().min(1).max(64) });
const base = { service: 'identity', format: 'standard', access: 'public', allowBeforePasswordChange: true } as const;
const protocol = '/realms/{realm}/protocol/openid-connect';
const fields = z.record(z.string(), z.string().max(8_000));

export const realmInfo = endpoint({
  ...base,
  id: 'realmInfo',
  method: 'GET',
  path: '/realms/{realm}',
  summary: 'O domínio de identidade, no formato do Keycloak',
  params: realmParams,
  response: z.object({
    realm: z.string(),
    public_key: z.string(),
    'token-service': z.string(),
    'account-service': z.string(),
    'tokens-not-before': z.number(),
  }),
  errors: ['not_found'],
});

export const oidcDiscovery = endpoint({
  ...base,
  id: 'oidcDiscovery',
  method: 'GET',
  path: '/realms/{realm}/.well-known/openid-configuration',
  summary: 'Descrição OpenID Connect do domínio',
  params: realmParams,
  response: z.object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    userinfo_endpoint: z.string(),
    jwks_uri: z.string(),
    introspection_endpoint: z.string(),
    revocation_endpoint: z.string(),
    end_session_endpoint: z.string(),
    scopes_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    response_modes_supported: z.array(z.string()),
    grant_types_supported: z.array(z.string()),
    subject_types_supported: z.array(z.string()),
    id_token_signing_alg_values_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    claims_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
    backchannel_logout_supported: z.boolean(),
    backchannel_logout_session_supported: z.boolean(),
  }),
  errors: ['not_found'],
});

export const oidcKeys = endpoint({
  ...base,
  id: 'oidcKeys',
  method: 'GET',
  path: `${protocol}/certs`,
  summary: 'Chaves públicas com que os tokens se verificam (JWKS)',
  params: realmParams,
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  maxAgeSeconds: 300,
  errors: ['not_found'],
});

const authorizationQuery = z.object({
  response_type: z.string().max(64),
  client_id: z.string().max(255),
  redirect_uri: z.string().max(2_048),
  scope: z.string().max(2_000).default('openid'),
  state: z.string().max(2_048).optional(),
  nonce: z.string().max(255).optional(),
  code_challenge: z.string().max(128).optional(),
  code_challenge_method: z.string().max(16).optional(),
  prompt: z.string().max(32).optional(),
});

/** Sends the browser on to the console's consent page, where the session is. */
export const oidcAuthorize = endpoint({
  ...base,
  id: 'oidcAuthorize',
  method: 'GET',
  path: `${protocol}/auth`,
  summary: 'Início do fluxo de código: leva à página de consentimento',
  params: realmParams,
  query: authorizationQuery,
  response: z.unknown(),
  errors: ['not_found'],
});

/** Contents of the consent page. */
export const oidcRequest = endpoint({
  id: 'oidcRequest',
  service: 'identity',
  access: 'session',
  method: 'GET',
  path: '/consent',
  summary: 'A aplicação que pede acesso e o que pede',
  query: authorizationQuery,
  response: z.object({
    clientId: z.string(),
    name: z.string(),
    description: z.string(),
    redirectUri: z.string(),
    permissions: z.array(z.object({ id: z.string(), label: z.string(), held: z.boolean() })),
  }),
});

export const oidcConsent = endpoint({
  id: 'oidcConsent',
  service: 'identity',
  access: 'session',
  method: 'POST',
  path: '/consent',
  summary: 'Aceita ou recusa o acesso pedido por uma aplicação',
  neverStored: true,
  body: authorizationQuery.extend({ accept: z.boolean() }),
  response: z.object({ location: z.string() }),
});

/** Fields are checked by hand: their faults have names of their own (RFC 6749 §5.2). */
export const oidcToken = endpoint({
  ...base,
  id: 'oidcToken',
  method: 'POST',
  path: `${protocol}/token`,
  summary: 'Tokens: client_credentials, authorization_code com PKCE, refresh_token',
  params: realmParams,
  requestBody: 'form',
  body: fields,
  neverStored: true,
  rateLimitPerMinute: 120,
  response: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
    refresh_token: z.string().optional(),
    refresh_expires_in: z.number(),
    id_token: z.string().optional(),
    scope: z.string(),
    session_state: z.string(),
    'not-before-policy': z.literal(0),
  }),
  errors: ['not_found', 'invalid_credentials'],
});

export const oidcIntrospect = endpoint({
  ...base,
  id: 'oidcIntrospect',
  method: 'POST',
  path: `${protocol}/token/introspect`,
  summary: 'Diz se um token está ativo e o que traz (RFC 7662)',
  params: realmParams,
  requestBody: 'form',
  body: fields,
  neverStored: true,
  response: z.object({ active: z.boolean() }).loose(),
  errors: ['not_found', 'invalid_credentials'],
});

export const oidcRevoke = endpoint({
  ...base,
  id: 'oidcRevoke',
  method: 'POST',
  path: `${protocol}/revoke`,
  summary: 'Termina a sessão de um token (RFC 7009)',
  params: realmParams,
  requestBody: 'form',
  body: fields,
  neverStored: true,
  response: z.unknown(),
  errors: ['not_found', 'invalid_credentials'],
});

export const oidcUserInfo = endpoint({
  ...base,
  id: 'oidcUserInfo',
  method: 'GET',
  path: `${protocol}/userinfo`,
  summary: 'Quem é a pessoa do token',
  params: realmParams,
  neverStored: true,
  response: z.object({ sub: z.string() }).loose(),
  errors: ['not_found', 'invalid_credentials'],
});

const logoutRequest = z.object({
  id_token_hint: z.string().max(8_000).optional(),
  post_logout_redirect_uri: z.string().max(2_048).optional(),
  client_id: z.string().max(255).optional(),
  state: z.string().max(2_048).optional(),
});

export const oidcLogout = endpoint({
  ...base,
  id: 'oidcLogout',
  method: 'GET',
  path: `${protocol}/logout`,
  summary: 'Termina a sessão de uma aplicação e volta a ela',
  params: realmParams,
  query: logoutRequest,
  neverStored: true,
  response: z.unknown(),
  errors: ['not_found'],
});

/** The same by a form: a token in an address would stay in histories and logs (OpenID Connect RP-Initiated Logout 1.0, 2). */
export const oidcLogoutForm = endpoint({
  ...base,
  id: 'oidcLogoutForm',
  method: 'POST',
  path: `${protocol}/logout`,
  summary: 'Termina a sessão de uma aplicação, pedido num formulário',
  params: realmParams,
  requestBody: 'form',
  body: logoutRequest.default({}),
  neverStored: true,
  response: z.unknown(),
  errors: ['not_found'],
});

export const oidcEndpoints = [
  realmInfo,
  oidcDiscovery,
  oidcKeys,
  oidcAuthorize,
  oidcRequest,
  oidcConsent,
  oidcToken,
  oidcIntrospect,
  oidcRevoke,
  oidcUserInfo,
  oidcLogout,
  oidcLogoutForm,
] as const;
