import { z } from 'zod';
import { type Permission, permissions, roles } from '../../core/permissions.ts';
import { instantSchema } from '../../core/provenance.ts';

export const roleSchema = z.enum(roles);
const permissionKeys = Object.keys(permissions) as [Permission, ...Permission[]];
export const permissionSchema = z.enum(permissionKeys);

/** Shortest and longest password accepted; the other rules need the server's lists. */
export const passwordLengthMin = 12;
export const passwordLengthMax = 128;

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ message: 'Indique um endereço de e-mail válido.' }));

/** A password being set. Length only: the server refuses common ones and those with context words. */
export const newPasswordSchema = z
  .string()
  .min(passwordLengthMin, { message: `A palavra-passe precisa de, pelo menos, ${passwordLengthMin} caracteres.` })
  .max(passwordLengthMax, { message: `A palavra-passe não pode exceder ${passwordLengthMax} caracteres.` });

/** A password being checked: whatever was set before any rule changed. */
export const givenPasswordSchema = z.string().min(1).max(1024);

/** Six digits of an authenticator application; blanks between them are forgiven. */
export const totpCodeSchema = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { message: 'O código tem 6 algarismos.' }));

/** The account of the signed-in person. */
export const accountSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: roleSchema,
  permissions: z.array(permissionSchema),
  mustChangePassword: z.boolean(),
  totpEnabled: z.boolean(),
  /** Nothing opens to this session before the second step is set up. */
  mustSetUpTwoStep: z.boolean(),
  /** Until when its role lets it go without the second step; null where it has one, or none is demanded. */
  twoStepDueAt: instantSchema.nullable(),
  /** False for accounts that only sign in through the OpenID Connect provider. */
  hasPassword: z.boolean(),
  lastSignInAt: instantSchema.nullable(),
});
export type Account = z.infer<typeof accountSchema>;

export const tokenPairSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Life of the access token. */
  expiresInSeconds: z.number().int().positive(),
});
export type TokenPair = z.infer<typeof tokenPairSchema>;

export const signInSchema = tokenPairSchema.extend({ account: accountSchema, mustChangePassword: z.boolean() });
export type SignIn = z.infer<typeof signInSchema>;

/** One device or browser that is signed in. */
export const sessionSchema = z.object({
  id: z.uuid(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema,
  /** When it ends at the latest, used or not. */
  expiresAt: instantSchema,
  ipAddress: z.string(),
  userAgent: z.string(),
  /** The session that asks. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof sessionSchema>;

export const userStatusSchema = z.enum(['active', 'inactive', 'suspended']);
export type UserStatus = z.infer<typeof userStatusSchema>;

/** An account as administrators see it. */
export const userSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  status: userStatusSchema,
  lastAccess: instantSchema.nullable(),
  createdAt: instantSchema,
  permissions: z.array(permissionSchema),
  totpEnabled: z.boolean(),
  mustChangePassword: z.boolean(),
  /** True when its role demands two-step verification. */
  twoStepRequired: z.boolean(),
  /** Until when it may still go without; null where it has one, none is demanded, or it has not signed in since. */
  twoStepDueAt: instantSchema.nullable(),
  /** False before the invitation is accepted, and for accounts that only sign in through the OpenID Connect provider. */
  hasPassword: z.boolean(),
  /** Account of a registered program, without sign-in. */
  isProgram: z.boolean(),
  /** Link by which its owner still has to set a password; null when there is none. */
  pendingLink: z.object({ purpose: z.enum(['invitation', 'reset']), expiresAt: instantSchema }).nullable(),
});
export type User = z.infer<typeof userSchema>;

/** A link by which someone sets the password of an account: shown once, by mail or to the administrator who made it. */
export const accessLinkSchema = z.object({
  purpose: z.enum(['invitation', 'reset']),
  expiresAt: instantSchema,
  /** Null where it went out by mail. */
  url: z.string().nullable(),
  /** Address that it was sent to; null where it was not. */
  sentTo: z.string().nullable(),
  /** Why no mail went out, in Portuguese; null where one did. */
  mailProblem: z.string().nullable(),
});
export type AccessLink = z.infer<typeof accessLinkSchema>;

/** Control characters are refused: in a list or a log they forge lines. */
export const personNameSchema = z
  .string()
  .trim()
  .min(1, { message: 'Indique o nome.' })
  .max(120)
  .regex(/^\P{Cc}*$/u, { message: 'O nome contém caracteres inválidos.' });
