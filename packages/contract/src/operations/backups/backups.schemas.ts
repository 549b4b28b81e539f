import { z } from 'zod';
import { instantSchema } from '../../core/provenance.ts';

export const backupKinds = ['full', 'incremental'] as const;
/** Kinds that may be asked for: `files` and `database` are parts of a full backup, which is made instead of them. */
export const requestedBackupKinds = [...backupKinds, 'files', 'database'] as const;
export const backupStates = ['running', 'completed', 'failed'] as const;
export const backupTargets = ['main', 'second'] as const;
export type BackupTargetId = (typeof backupTargets)[number];

const count = z.number().int().nonnegative();

const copySchema = z.object({
  target: z.enum(backupTargets),
  place: z.string(),
  /** `missing`: it was there and a later check did not find all of it. */
  state: z.enum(['good', 'failed', 'missing']),
  at: instantSchema,
  error: z.string().nullable(),
});

export const backupSchema = z.object({
  /** The same as its name. */
  id: z.string(),
  name: z.string(),
  type: z.enum(backupKinds),
  status: z.enum(backupStates),
  trigger: z.enum(['schedule', 'manual']),
  actor: z.string(),
  startTime: instantSchema,
  endTime: instantSchema.nullable(),
  /** Every transaction acknowledged before it is in the backup. */
  markedAt: instantSchema.nullable(),
  markLsn: z.string().nullable(),
  /** Bytes of its own files, compressed and sealed. */
  size: count.nullable(),
  /** Where the first of its good copies is; null where none is known. */
  path: z.string().nullable(),
  rows: count.nullable(),
  tables: count.nullable(),
  objects: count.nullable(),
  /** SHA-256 of its manifest as stored. */
  checksum: z.string().nullable(),
  base: z.string().nullable(),
  requires: z.array(z.string()),
  error: z.string().nullable(),
  keyFingerprint: z.string(),
  verifiedAt: instantSchema.nullable(),
  verifyError: z.string().nullable(),
  drilledAt: instantSchema.nullable(),
  drillPassed: z.boolean().nullable(),
  copies: z.array(copySchema),
});
export type Backup = z.infer<typeof backupSchema>;
