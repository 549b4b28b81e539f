import { z } from 'zod';

const list = z
  .string()
  .regex(/^[\w:.,-]{1,300}$/)
  .optional()
  .catch(undefined);
const instant = z.iso.datetime().optional().catch(undefined);

/** Vessels whose tracks may be drawn at once: beyond that nobody can follow a line. */
export const maxTracks = 20;

/** Parameters of the map in the address: a link shows a colleague the same picture. */
export const mapSearchFields = {
  /** The vessels tab shows those on the map at its moment, instead of the list of all. */
  show: z.literal('map').optional().catch(undefined),
  /** The pane beside the map: folded, open or wide; absent: open where there is room for it. */
  pane: z.enum(['open', 'closed', 'wide']).optional().catch(undefined),
  /** `lon,lat,zoom`. */
  camera: z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,5})?,-?\d{1,2}(\.\d{1,5})?,\d{1,2}(\.\d{1,2})?$/)
    .optional()
    .catch(undefined),
  span: z.enum(['24h', '7d', '30d', '90d']).optional().catch(undefined),
  step: z.enum(['hour', 'day', 'month']).optional().catch(undefined),
  /** Where the period ends, and the moment shown in it; absent: now. */
  end: instant,
  at: instant,
  /** Layers that are on, `none` for none; absent: those that are on at first. */
  layers: list,
  /** Numbers of the vessels whose tracks are drawn. */
  tracks: list,
  heat: z.enum(['hours', 'pair', 'change']).optional().catch(undefined),
  /** Whether the heat map shows one step or the whole period. */
  sum: z.literal('step').optional().catch(undefined),
  /** Filters of the heat map, `fishing` or `fishing.AGO`; the second only for two at once. */
  first: list,
  second: list,
} as const;
