import { intakeFileResource } from '@kianda/contract/ingestion/connectors/files.resource';
import { ingestRunResource } from '@kianda/contract/ingestion/connectors/runs.resource';
import { z } from 'zod';
import { listSearchOf } from '../../shared/resource/list-state.ts';

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

/** Parameters of an item or of a list within a view, which belong to the view that was open. */
const itemShape = {
  ...listSearchOf(ingestRunResource),
  ...listSearchOf(intakeFileResource),
  // Two views share it: each list reads of it what it has.
  sort: z.string().max(40).optional().catch(undefined),
  /** File received from a national institution. */
  file: z.uuid().optional().catch(undefined),
  run: z.uuid().optional().catch(undefined),
  rows: z.enum(['open', 'replayed', 'discarded']).optional().catch(undefined),
};
type NoItem = { readonly [K in keyof typeof itemShape]?: undefined };
export const noItem: NoItem = Object.fromEntries(Object.keys(itemShape).map((name) => [name, undefined]));

/** Parameters of the screen in the address. */
export const connectorSearchSchema = z.object({
  ...itemShape,
  tab: z.enum(connectorTypes).optional().catch(undefined),
  connector: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .optional()
    .catch(undefined),
  view: z.enum(detailViews).optional().catch(undefined),
  /** When a value that is being followed was retrieved. */
  trace: z.iso.datetime().optional().catch(undefined),
});
