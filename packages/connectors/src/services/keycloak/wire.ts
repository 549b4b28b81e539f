import { z } from 'zod';

/** Keycloak leaves out of a representation fields without a value, and fields that the caller may not see. */
const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const rights = z.record(z.string(), z.boolean()).nullish();

export const tokenWire = z.object({ access_token: z.string().min(1), expires_in: z.number().nullish() });

export const realmWire = z.looseObject({ id: text, realm: z.string(), displayName: text, enabled: flag });

export const userWire = z.object({
  id: z.string(),
  username: z.string(),
  firstName: text,
  lastName: text,
  email: text,
  emailVerified: flag,
  enabled: flag,
  totp: flag,
  createdTimestamp: z.number().nullish(),
  requiredActions: texts,
  disableableCredentialTypes: texts,
  notBefore: z.number().nullish(),
  attributes: z.record(z.string(), z.array(z.string())).nullish(),
  access: rights,
});

export const clientWire = z.object({
  id: z.string(),
  clientId: z.string(),
  name: text,
  description: text,
  enabled: flag,
  protocol: text,
  publicClient: flag,
  bearerOnly: flag,
  standardFlowEnabled: flag,
  directAccessGrantsEnabled: flag,
  serviceAccountsEnabled: flag,
  redirectUris: texts,
  webOrigins: texts,
  rootUrl: text,
  baseUrl: text,
  attributes: z.record(z.string(), z.string().nullable()).nullish(),
  defaultClientScopes: texts,
  optionalClientScopes: texts,
  fullScopeAllowed: flag,
  consentRequired: flag,
  access: rights,
});

export const sessionWire = z.object({
  id: z.string(),
  username: text,
  userId: text,
  ipAddress: text,
  /** ms since 1970. */
  start: z.number(),
  lastAccess: z.number(),
  rememberMe: flag,
  clients: z.record(z.string(), z.string()).nullish(),
  type: text,
});

/** Counts are texts. */
export const statsWire = z.array(
  z.object({ id: z.string(), clientId: z.string(), active: z.coerce.string(), offline: z.coerce.string() }),
);

export const refusalWire = z.object({ errorMessage: text, error_description: text, error: text });
