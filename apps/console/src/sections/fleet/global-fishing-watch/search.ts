import { addressShapeOf } from '@kianda/contract/core/resource';
import { alertSeverities, alertStates } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { vesselResource } from '@kianda/contract/fleet/vessels/vessels.resource';
import { z } from 'zod';
import { mapSearchFields } from './map/map-search.ts';

export const fishingTabs = ['alerts', 'vessels', 'areas', 'access', 'settings'] as const;

const stateNames = Object.keys(alertStates) as [keyof typeof alertStates];
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
  state: z
    .enum([...stateNames, 'open', 'all'])
    .optional()
    .catch(undefined),
  severity: z.enum(alertSeverities).optional().catch(undefined),
  /** This severity and the graver ones. */
  least: z.enum(alertSeverities).optional().catch(undefined),
  level: z.coerce.number().int().min(1).max(4).optional().catch(undefined),
  /** Columns of the list, separated by commas; those of the resource where absent. */
  columns: z
    .string()
    .regex(/^[\w,]{1,300}$/)
    .optional()
    .catch(undefined),
  ...addressShapeOf(vesselResource),
  ...mapSearchFields,
});
export type FishingSearch = z.output<typeof fishingSearchSchema>;
export type ChangeSearch = (
  part: Partial<z.input<typeof fishingSearchSchema>>,
  options?: { readonly replace?: boolean },
) => void;
