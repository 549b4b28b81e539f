import { z } from 'zod';

export const featureViews = ['collections', 'layers', 'loads', 'processes'] as const;
export const limits = ['100', '500', '2000', '10000'] as const;

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()
  .catch(undefined);

/** State of the features browser in the address. */
export const featureSearch = z.object({
  view: z.enum(featureViews).catch('collections').default('collections'),
  collection: z.string().max(200).optional().catch(undefined),
  bbox: z.string().max(200).optional().catch(undefined),
  from: day,
  to: day,
  filter: z.string().max(4_000).optional().catch(undefined),
  limit: z.enum(limits).catch('500').default('500'),
  item: z.string().max(500).optional().catch(undefined),
  process: z.string().max(100).optional().catch(undefined),
});
export type FeatureSearch = z.output<typeof featureSearch>;
export type FeatureFilters = Pick<FeatureSearch, 'bbox' | 'from' | 'to' | 'filter' | 'limit'>;

/** Query of the service for the filters; days become whole days in UTC. */
export function itemsQuery({ bbox, from, to, filter, limit }: FeatureFilters): Record<string, string> {
  const datetime = datetimeOf({ from, to });
  return {
    f: 'json',
    limit,
    ...(bbox === undefined ? {} : { bbox }),
    ...(datetime === undefined ? {} : { datetime }),
    ...(filter === undefined ? {} : { filter, 'filter-lang': 'cql2-text' }),
  };
}

export function datetimeOf({ from, to }: Pick<FeatureFilters, 'from' | 'to'>): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  const start = from === undefined ? '..' : `${from}T00:00:00Z`;
  const end = to === undefined ? '..' : `${to}T23:59:59.999Z`;
  return `${start}/${end}`;
}

/** The box as the service reads it; null for text that is no box. */
export function boxOf(text: string): string | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const numbers = parts.map(Number);
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers.join(',') : null;
}
