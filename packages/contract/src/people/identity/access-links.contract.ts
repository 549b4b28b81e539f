import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { newPasswordSchema, personNameSchema, roleSchema, signInSchema, totpCodeSchema } from './identity.schemas.ts';

const token = z.string().regex(/^[\w-]{43}$/, { message: 'Esta ligação não está completa.' });

/** Sent in a body, never in an address, because logs and histories store addresses. */
export const linkRead = endpoint({
  id: 'linkRead',
  first: true,
  service: 'admin-api',
  method: 'POST',
  path: '/auth/link',
  summary: 'Ver para que serve uma ligação de convite ou de reposição de acesso',
  access: 'public',
  neverStored: true,
  rateLimitPerMinute: 30,
  body: z.object({ token }),
  response: z.object({
    purpose: z.enum(['invitation', 'reset', 'recovery']),
    email: z.string(),
    name: z.string(),
    role: roleSchema,
    expiresAt: instantSchema,
    /** The account can't open without two-step verification; of a forgotten password: without a code of the one it has. */
    twoStepRequired: z.boolean(),
  }),
  errors: ['link_invalid'],
});

/** Answers the same for every address: whether an account has it is nobody's business. */
export const linkForgotten = endpoint({
  id: 'linkForgotten',
  first: true,
  service: 'admin-api',
  method: 'POST',
  path: '/auth/forgotten',
  summary: 'Pedir por correio uma ligação para definir a palavra-passe esquecida',
  access: 'public',
  neverStored: true,
  rateLimitPerMinute: 10,
  body: z.object({ email: z.string().trim().min(3).max(254) }),
  /** `sent`: this installation sends mail; false: only an administrator can help. */
  response: z.object({ sent: z.boolean() }),
});

export const linkTwoStep = endpoint({
  id: 'linkTwoStep',
  service: 'admin-api',
  method: 'POST',
  path: '/auth/link/two-step',
  summary: 'Preparar a verificação em dois passos da conta de uma ligação',
  access: 'public',
  neverStored: true,
  rateLimitPerMinute: 30,
  body: z.object({ token }),
  response: z.object({ secret: z.string(), otpauthUrl: z.string(), qrSvg: z.string() }),
  errors: ['link_invalid'],
});

/** Sets name, password and, where demanded or wished, the second step; serves once and signs in. */
export const linkAccept = endpoint({
  id: 'linkAccept',
  first: true,
  service: 'admin-api',
  method: 'POST',
  path: '/auth/link/accept',
  summary: 'Aceitar uma ligação: definir a palavra-passe e iniciar sessão',
  access: 'public',
  neverStored: true,
  rateLimitPerMinute: 30,
  body: z.object({
    token,
    name: personNameSchema,
    newPassword: newPasswordSchema,
    totp: totpCodeSchema.optional(),
  }),
  response: signInSchema,
  errors: ['link_invalid', 'password_weak', 'totp_invalid', 'locked_out', 'conflict'],
});

export const accessLinkEndpoints = [linkForgotten, linkRead, linkTwoStep, linkAccept] as const;
