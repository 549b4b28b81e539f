import { z } from 'zod';

export const connectorTypes = ['international', 'regional', 'national'] as const;

export const detailViews = [
  'overview',
  'intake',
  'runs',
  'schedule',
  'backfill',
  'quality',
  'drift',
  'rejected',
  'lineage',
  'connection',
] as const;
export type DetailView = (typeof detailViews)[number];

/** Parameters of the screen in the address. */
export const connectorSearchSchema = z.object({
  tab: z.enum(connectorTypes).optional().catch(undefined),
  connector: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .optional()
    .catch(undefined),
  view: z.enum(detailViews).optional().catch(undefined),
  /** File received from a national institution. */
  file: z.uuid().optional().catch(undefined),
  run: z.uuid().optional().catch(undefined),
  /** When a value that is being followed was retrieved. */
  trace: z.iso.datetime().optional().catch(undefined),
  rows: z.enum(['open', 'replayed', 'discarded']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).optional().catch(undefined),
});
