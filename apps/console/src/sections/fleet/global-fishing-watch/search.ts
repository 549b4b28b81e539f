import { alertSeverities, alertStates } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { vesselSorts } from '@kianda/contract/fleet/vessels/list.contract';
import { z } from 'zod';
import { mapSearchFields } from './map/map-search.ts';

export const fishingTabs = ['alerts', 'vessels', 'areas', 'access', 'settings'] as const;

export const pageSizes = [10, 25, 50, 100] as const;
export const defaultPageSize = 25;

const stateNames = Object.keys(alertStates) as [keyof typeof alertStates];
const list = z
  .string()
  .regex(/^[\w,]{1,200}$/)
  .optional()
  .catch(undefined);
const latitude = z.coerce.number().min(-20).max(-3).optional().catch(undefined);
const longitude = z.coerce.number().min(8).max(16).optional().catch(undefined);
const flagWord = z.literal('1').optional().catch(undefined);

/** What the section keeps in the address: a view sent to a colleague shows the same. */
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
  q: z.string().max(120).optional().catch(undefined),
  types: list,
  flags: list,
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  south: latitude,
  north: latitude,
  west: longitude,
  east: longitude,
  group: z.uuid().optional().catch(undefined),
  active: flagWord,
  imo: flagWord,
  sort: z
    .enum(vesselSorts.map(({ sort }) => sort))
    .optional()
    .catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  size: z.coerce
    .number()
    .pipe(z.union(pageSizes.map((size) => z.literal(size))))
    .optional()
    .catch(undefined),
  ...mapSearchFields,
});
export type FishingSearch = z.output<typeof fishingSearchSchema>;
export type ChangeSearch = (
  part: Partial<z.input<typeof fishingSearchSchema>>,
  options?: { readonly replace?: boolean },
) => void;

/** First values of the location box once it is used, and the ends of its sliders: degrees, in steps of half of one. */
export const boxDefaults = { south: -18, north: -5, west: 11, east: 14 } as const;
export const boxLimits = { south: -20, north: -3, west: 8, east: 16, step: 0.5 } as const;
