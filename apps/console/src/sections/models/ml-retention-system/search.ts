import { recordSorts, retainedTable } from '@kianda/contract/models/retention/retention.contract';
import { z } from 'zod';

export const retentionTabs = ['overview', 'data-viewer', 'data-stats', 'cache', 'policies', 'performance'] as const;

/** State of the section in the address. */
export const retentionSearchSchema = z.object({
  tab: z.enum(retentionTabs).optional().catch(undefined),
  table: retainedTable.optional().catch(undefined),
  q: z.string().max(100).optional().catch(undefined),
  sort: z
    .string()
    .refine((sort) => Object.hasOwn(recordSorts, sort.replace(/^-/, '')))
    .optional()
    .catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).optional().catch(undefined),
  size: z.coerce
    .number()
    .refine((size) => [10, 20, 50, 100].includes(size))
    .optional()
    .catch(undefined),
  /** Record whose detail is open. */
  record: z.uuid().optional().catch(undefined),
});
export type RetentionSearch = z.output<typeof retentionSearchSchema>;
