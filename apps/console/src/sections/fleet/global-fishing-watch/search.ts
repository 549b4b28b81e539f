import { addressShapeOf } from '@kianda/contract/core/resource';
import { vesselAlertResource } from '@kianda/contract/fleet/surveillance/alerts.resource';
import { vesselResource } from '@kianda/contract/fleet/vessels/vessels.resource';
import { z } from 'zod';
import { mapSearchFields } from './map/map-search.ts';

export const fishingTabs = ['alerts', 'vessels', 'areas', 'safety', 'access', 'settings'] as const;

const pageSizes: readonly number[] = [...vesselResource.pageSizes, ...vesselAlertResource.pageSizes];
/** Parameters of the section in the address: a view sent to a colleague shows the same. */
export const fishingSearchSchema = z.object({
  tab: z.enum(fishingTabs).optional().catch(undefined),
  /** Alert or vessel whose dialog is open. */
  alert: z.uuid().optional().catch(undefined),
  vessel: z
    .string()
    .regex(/^[\w:.-]{1,80}$/)
    .optional()
    .catch(undefined),
  /** Alerts by vessel. */
  grouped: z.enum(['vessel']).optional().catch(undefined),
  level: z.coerce.number().int().min(1).max(4).optional().catch(undefined),
  /** Columns of the list, separated by commas; those of the resource where absent. */
  columns: z
    .string()
    .regex(/^[\w,]{1,300}$/)
    .optional()
    .catch(undefined),
  ...addressShapeOf(vesselAlertResource),
  ...addressShapeOf(vesselResource),
  // Two tabs share these: each list reads of them what it has.
  sort: z.string().max(40).optional().catch(undefined),
  size: z.coerce
    .number()
    .refine((size) => pageSizes.includes(size))
    .optional()
    .catch(undefined),
  ...mapSearchFields,
});
export type FishingSearch = z.output<typeof fishingSearchSchema>;
export type ChangeSearch = (
  part: Partial<z.input<typeof fishingSearchSchema>>,
  options?: { readonly replace?: boolean },
) => void;

/** Parameters that the lists of two tabs share: another tab begins without them. */
export const noSharedList = {
  q: undefined,
  from: undefined,
  to: undefined,
  south: undefined,
  north: undefined,
  west: undefined,
  east: undefined,
  sort: undefined,
  order: undefined,
  page: undefined,
  size: undefined,
  columns: undefined,
} as const;
