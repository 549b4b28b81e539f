import { z } from 'zod';
import { instantSchema } from './provenance.ts';

/** A link that opens something to people without an account, as its list tells of it. */
export const publicLinkSchema = z.object({
  id: z.uuid(),
  /** Recipient, as its author wrote. */
  note: z.string(),
  madeBy: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  /** Null while it is open. */
  revokedAt: instantSchema.nullable(),
  opens: z.number().int().nonnegative(),
  lastOpenedAt: instantSchema.nullable(),
});
export type PublicLink = z.infer<typeof publicLinkSchema>;

export const publicLinkDays = { least: 1, most: 365, usual: 30 } as const;

/** How long a link stays open, and whom it is for. */
export const newPublicLinkSchema = z.object({
  days: z.number().int().min(publicLinkDays.least).max(publicLinkDays.most).default(publicLinkDays.usual),
  note: z.string().trim().max(200).default(''),
});

/** The secret in the address of a link; the platform stores only a digest of it. */
export const byLinkToken = z.object({ token: z.string().regex(/^[\w-]{43}$/) });
