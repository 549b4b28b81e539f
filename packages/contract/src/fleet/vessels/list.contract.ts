import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { provenanceSchema } from '../../core/provenance.ts';
import { queryShapeOf } from '../../core/resource.ts';
import { listedVesselSchema, vesselResource } from './vessels.resource.ts';

export { type VesselType, vesselTypes } from './vessel-types.ts';
export { type ListedVessel, type VesselActivity, vesselActivities } from './vessels.resource.ts';

/** Days since the last transmission of an active vessel, and of a recent one. */
export const activeDays = 1;
export const recentDays = 7;
/** Window of the filter of active vessels. */
export const activeOnlyDays = 30;

/** One source of the vessels on a page: of their last positions, or of their identities. */
const listSourceSchema = z.object({
  tells: z.enum(['position', 'identity']),
  /** Number of vessels on the page from this source. */
  vessels: z.number().int(),
  provenance: provenanceSchema,
});
export type ListSource = z.infer<typeof listSourceSchema>;

/** Filters and order of the fleet. `fromCourse` greater than `toCourse`: across north. */
export const vesselFilters = queryShapeOf(vesselResource);
const orderMessage = { message: 'from must not be after to' } as const;
const isInOrder = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): boolean =>
  from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);

export const listVessels = endpoint({
  id: 'listVessels',
  service: 'admin-api',
  method: 'GET',
  path: '/vessels',
  summary: 'Embarcações com posição conhecida (AIS, VMS e Global Fishing Watch), por filtros',
  access: 'vessels:read',
  query: z
    .object({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(1000).default(25),
      ...vesselFilters,
    })
    .refine(isInOrder, orderMessage),
  response: z.object({
    data: z.array(listedVesselSchema),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    hasNext: z.boolean(),
    hasPrev: z.boolean(),
    /** Vessels without any filter. */
    known: z.number().int(),
    /** Heard within the last day. */
    active: z.number().int(),
    /** Flags of all vessels, most frequent first. */
    flags: z.array(z.object({ flag: z.string(), vessels: z.number().int() })),
    /** The same of gears. */
    gears: z.array(z.object({ gear: z.string(), vessels: z.number().int() })),
    /** Sources of this page, positions first; `known`, `active` and `flags` have the origin of the whole fleet. */
    sources: z.array(listSourceSchema),
    attribution: z.string(),
  }),
});

export const listEndpoints = [listVessels] as const;
