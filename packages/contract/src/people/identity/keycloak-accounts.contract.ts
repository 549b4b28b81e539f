import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { entity, keycloakPasswordSchema, read, realm, write } from './keycloak.contract.ts';
import { realmParams } from './oidc.contract.ts';

export const keycloakCredentialSchema = z.object({
  id: z.uuid(),
  type: z.enum(['password', 'otp']),
  userLabel: z.string().optional(),
  /** JSON text, as Keycloak has it: nothing secret. */
  credentialData: z.string(),
});

const credential = entity.extend({ credential: z.uuid() });

export const userCredentials = endpoint({
  ...read,
  id: 'userCredentials',
  personal: true,
  path: `${realm}/users/{id}/credentials`,
  summary: 'Palavra-passe e segundo passo de um utilizador, sem segredos, no formato do Keycloak',
  params: entity,
  response: z.array(keycloakCredentialSchema),
  errors: ['not_found'],
});

export const removeUserCredential = endpoint({
  ...write,
  id: 'removeUserCredential',
  method: 'DELETE',
  path: `${realm}/users/{id}/credentials/{credential}`,
  summary: 'Retira a palavra-passe ou o segundo passo de um utilizador',
  params: credential,
  response: z.unknown(),
  errors: ['not_found', 'conflict'],
});

export const labelUserCredential = endpoint({
  ...write,
  id: 'labelUserCredential',
  method: 'PUT',
  path: `${realm}/users/{id}/credentials/{credential}/userLabel`,
  summary: 'Dá um nome à palavra-passe ou ao segundo passo de um utilizador',
  params: credential,
  /** Plain text, or the JSON text of one. */
  body: z.string().max(100),
  response: z.unknown(),
  errors: ['not_found'],
});

export const resetRealmUserPassword = endpoint({
  ...write,
  id: 'resetRealmUserPassword',
  method: 'PUT',
  path: `${realm}/users/{id}/reset-password`,
  summary: 'Dá a um utilizador uma palavra-passe provisória, e termina as suas sessões',
  params: entity,
  body: keycloakPasswordSchema,
  response: z.unknown(),
  errors: ['not_found', 'conflict', 'password_weak'],
});

export const removeRealmUserTotp = endpoint({
  ...write,
  id: 'removeRealmUserTotp',
  method: 'PUT',
  path: `${realm}/users/{id}/remove-totp`,
  summary: 'Retira o segundo passo de um utilizador',
  params: entity,
  response: z.unknown(),
  errors: ['not_found', 'conflict'],
});

export const mailUserActions = endpoint({
  ...write,
  id: 'mailUserActions',
  method: 'PUT',
  path: `${realm}/users/{id}/execute-actions-email`,
  summary: 'Envia a um utilizador a ligação com que define a palavra-passe e o segundo passo',
  params: entity,
  query: z.object({ lifespan: z.coerce.number().int().min(1).optional() }),
  body: z.array(z.string().max(64)).min(1).max(10),
  response: z.unknown(),
  errors: ['not_found', 'conflict', 'unavailable'],
});

export const userLoginFailures = endpoint({
  ...read,
  id: 'userLoginFailures',
  personal: true,
  path: `${realm}/attack-detection/brute-force/users/{id}`,
  summary: 'Tentativas falhadas na conta de um utilizador, no formato do Keycloak',
  params: entity,
  response: z.object({
    numFailures: z.number().int(),
    /** Whether the next attempt has to wait. */
    disabled: z.boolean(),
    /** Places are counted by a digest: none can be told. */
    lastIPFailure: z.literal('n/a'),
    /** ms since 1970; 0: none. */
    lastFailure: z.number(),
  }),
  errors: ['not_found'],
});

export const clearUserLoginFailures = endpoint({
  ...write,
  id: 'clearUserLoginFailures',
  method: 'DELETE',
  path: `${realm}/attack-detection/brute-force/users/{id}`,
  summary: 'Esquece as tentativas falhadas na conta de um utilizador',
  params: entity,
  response: z.unknown(),
  errors: ['not_found'],
});

export const clearLoginFailures = endpoint({
  ...write,
  id: 'clearLoginFailures',
  method: 'DELETE',
  path: `${realm}/attack-detection/brute-force/users`,
  summary: 'Esquece as tentativas falhadas em todas as contas',
  params: realmParams,
  response: z.unknown(),
  errors: ['not_found'],
});

export const keycloakAccountEndpoints = [
  userCredentials,
  removeUserCredential,
  labelUserCredential,
  resetRealmUserPassword,
  removeRealmUserTotp,
  mailUserActions,
  userLoginFailures,
  clearUserLoginFailures,
  clearLoginFailures,
] as const;
