import { z } from 'zod';

export const count = z.number().int().nonnegative();

export const fileSchema = z.object({ path: z.string(), bytes: count, sha256: z.string() });

export type ManifestFile = z.infer<typeof fileSchema>;
