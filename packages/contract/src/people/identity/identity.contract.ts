import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import {
  accountSchema,
  givenPasswordSchema,
  newPasswordSchema,
  sessionSchema,
  signInSchema,
  tokenPairSchema,
  totpCodeSchema,
} from './identity.schemas.ts';

export * from './identity.schemas.ts';

const refreshTokenSchema = z.string().min(1).max(512);

/** A wrong e-mail, password or code, and a missing code, all answer the same `invalid_credentials`. */
export const authLogin = endpoint({
  id: 'authLogin',
  first: true,
  service: 'admin-api',
  method: 'POST',
  path: '/auth/login',
  summary: 'Iniciar sessão com e-mail, palavra-passe e, quando ativo, código de verificação',
  access: 'public',
  neverStored: true,
  rateLimitPerMinute: 20,
  body: z.object({
    email: z.string().trim().min(1).max(254),
    password: givenPasswordSchema,
    /** Left empty by accounts without two-step verification. */
    totp: z.string().max(16).optional(),
    /**
     * Tokens of earlier sign-ins from the same browser: they exempt it from a lockout that strangers cause elsewhere.
     */
    deviceTokens: z.array(z.string().max(128)).max(8).optional(),
  }),
  response: signInSchema.extend({
    deviceToken: z.string(),
    /** Sign-ins refused for their password or code since the last that was not; null where none was. */
    refused: z.object({ count: z.number().int(), lastAt: instantSchema }).nullable(),
  }),
  errors: ['invalid_credentials', 'locked_out'],
});

/** Each refresh token serves once; one used again ends every session it descends into. */
export const authRefresh = endpoint({
  id: 'authRefresh',
  first: true,
  service: 'admin-api',
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Renovar a sessão: troca o token de renovação por um novo par',
  access: 'public',
  neverStored: true,
  rateLimitPerMinute: 120,
  body: z.object({ refreshToken: refreshTokenSchema }),
  response: tokenPairSchema,
  errors: ['refresh_rejected'],
});

export const authLogout = endpoint({
  id: 'authLogout',
  first: true,
  service: 'admin-api',
  method: 'POST',
  path: '/auth/logout',
  summary: 'Terminar esta sessão',
  access: 'session',
  allowBeforePasswordChange: true,
  body: z.object({ refreshToken: refreshTokenSchema.optional() }),
  response: z.object({ endedSessions: z.number().int() }),
});

export const authLogoutAll = endpoint({
  id: 'authLogoutAll',
  service: 'admin-api',
  method: 'POST',
  path: '/auth/logout-all',
  summary: 'Terminar todas as sessões da conta, incluindo esta',
  access: 'session',
  allowBeforePasswordChange: true,
  response: z.object({ endedSessions: z.number().int() }),
});

export const authMe = endpoint({
  id: 'authMe',
  first: true,
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/auth/me',
  summary: 'Conta da sessão atual e as suas permissões',
  access: 'session',
  allowBeforePasswordChange: true,
  response: accountSchema,
});

/** Ends every other session of the account and answers a new pair for this one. */
export const authPassword = endpoint({
  id: 'authPassword',
  first: true,
  service: 'admin-api',
  method: 'POST',
  path: '/auth/password',
  summary: 'Mudar a palavra-passe; as outras sessões da conta terminam',
  access: 'session',
  neverStored: true,
  allowBeforePasswordChange: true,
  rateLimitPerMinute: 20,
  body: z.object({ currentPassword: givenPasswordSchema, newPassword: newPasswordSchema }),
  response: signInSchema,
  errors: ['invalid_credentials', 'locked_out', 'password_weak'],
});

/** `currentPassword` may be absent only where the account has none (`hasPassword` false). */
export const authTotpEnrol = endpoint({
  id: 'authTotpEnrol',
  service: 'admin-api',
  method: 'POST',
  path: '/auth/totp/enrol',
  summary: 'Preparar a verificação em dois passos: segredo por confirmar',
  access: 'session',
  neverStored: true,
  allowBeforeTwoStep: true,
  rateLimitPerMinute: 20,
  body: z.object({ currentPassword: givenPasswordSchema.optional() }),
  response: z.object({
    /** Base32, to type by hand. */
    secret: z.string(),
    otpauthUrl: z.string(),
    /** The same URL as a QR code: a standalone SVG document. */
    qrSvg: z.string(),
  }),
  errors: ['invalid_credentials', 'locked_out', 'conflict'],
});

export const authTotpConfirm = endpoint({
  id: 'authTotpConfirm',
  first: true,
  service: 'admin-api',
  method: 'POST',
  path: '/auth/totp/confirm',
  summary: 'Ativar a verificação em dois passos com o primeiro código',
  access: 'session',
  allowBeforeTwoStep: true,
  rateLimitPerMinute: 20,
  body: z.object({ code: totpCodeSchema }),
  response: accountSchema,
  errors: ['totp_invalid', 'locked_out', 'conflict'],
});

export const authTotpDisable = endpoint({
  id: 'authTotpDisable',
  service: 'admin-api',
  method: 'POST',
  path: '/auth/totp/disable',
  summary: 'Desativar a verificação em dois passos, com um código ou a palavra-passe',
  access: 'session',
  rateLimitPerMinute: 20,
  body: z.union([z.object({ code: totpCodeSchema }), z.object({ password: givenPasswordSchema })]),
  response: accountSchema,
  errors: ['totp_invalid', 'invalid_credentials', 'locked_out', 'conflict'],
});

export const authSessions = endpoint({
  id: 'authSessions',
  personal: true,
  service: 'admin-api',
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Sessões abertas da própria conta',
  access: 'session',
  response: z.object({ sessions: z.array(sessionSchema) }),
});

export const authEndSession = endpoint({
  id: 'authEndSession',
  service: 'admin-api',
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  summary: 'Terminar uma sessão da própria conta',
  access: 'session',
  params: z.object({ id: z.uuid() }),
  response: z.object({ endedSessions: z.number().int() }),
  errors: ['not_found'],
});

export const authMethods = endpoint({
  id: 'authMethods',
  first: true,
  service: 'admin-api',
  method: 'GET',
  path: '/auth/methods',
  summary: 'Formas de iniciar sessão disponíveis',
  access: 'public',
  response: z.object({ local: z.literal(true), oidc: z.object({ label: z.string() }).nullable() }),
});

/**
 * Begins the code flow: the browser navigates here. The console makes a random `verifier` (43 to 128 characters of A-Z
 * a-z 0-9 - . _ ~), stores it in sessionStorage and passes `challenge` = base64url(SHA-256(verifier)), so that only the
 * browser that began can finish: a link can sign no one in to another's account.
 */
export const authOidcStart = endpoint({
  id: 'authOidcStart',
  service: 'admin-api',
  method: 'GET',
  path: '/auth/oidc/start',
  summary: 'Iniciar sessão através do fornecedor OpenID Connect (redireciona)',
  access: 'public',
  rateLimitPerMinute: 20,
  format: 'redirect',
  query: z.object({ challenge: z.string().regex(/^[\w-]{43}$/) }),
  response: z.object({ location: z.string() }),
  errors: ['not_found', 'provider_failed'],
});

/** Always redirects to the console: `/login#code=…` when it worked, `/login#error=<OidcFailure>` when not. */
export const authOidcCallback = endpoint({
  id: 'authOidcCallback',
  service: 'admin-api',
  method: 'GET',
  path: '/auth/oidc/callback',
  summary: 'Retorno do fornecedor OpenID Connect (redireciona para a consola)',
  access: 'public',
  rateLimitPerMinute: 20,
  format: 'redirect',
  query: z.object({
    code: z.string().max(4096).optional(),
    state: z.string().max(512).optional(),
    iss: z.string().max(2048).optional(),
    error: z.string().max(256).optional(),
    error_description: z.string().max(2048).optional(),
    session_state: z.string().max(512).optional(),
  }),
  response: z.object({ location: z.string() }),
  errors: ['not_found'],
});

/** Why a sign-in through the provider did not work, as the console receives it in `/login#error=`. */
export const oidcFailures = [
  'oidc_denied',
  'oidc_expired',
  'oidc_provider',
  'oidc_email_unverified',
  'oidc_no_account',
] as const;
export type OidcFailure = (typeof oidcFailures)[number];

export const authOidcExchange = endpoint({
  id: 'authOidcExchange',
  service: 'admin-api',
  method: 'POST',
  path: '/auth/oidc/exchange',
  summary: 'Trocar o código de uso único do retorno pela sessão',
  access: 'public',
  neverStored: true,
  rateLimitPerMinute: 20,
  body: z.object({ code: z.string().min(1).max(128), verifier: z.string().regex(/^[\w.~-]{43,128}$/) }),
  response: signInSchema,
  errors: ['invalid_credentials'],
});

/** Signing in and out, and the account's own password, second step and sessions: what the console needs at once. */
export const authEndpoints = [
  authLogin,
  authRefresh,
  authLogout,
  authLogoutAll,
  authMe,
  authPassword,
  authTotpEnrol,
  authTotpConfirm,
  authTotpDisable,
  authSessions,
  authEndSession,
  authMethods,
  authOidcStart,
  authOidcCallback,
  authOidcExchange,
] as const;
