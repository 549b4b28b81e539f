import type { DataOf } from '@kianda/contract';
import { gfwQuota } from '@kianda/contract/fleet/vessels/gfw.contract';
import { useEndpoint } from '../../../../client/use-endpoint.ts';

export type Quota = { readonly used: number; readonly limit: number };

/** Requests of the day and their limit; null where the provider has not told both. */
export function quotaOf({ daily }: Pick<DataOf<typeof gfwQuota>, 'daily'>): Quota | null {
  const { usage, limit } = daily;
  return usage === null || limit === null || limit <= 0 ? null : { used: usage, limit };
}

/** The provider's own count of our requests. */
export function useQuota(refetchSeconds: number) {
  return useEndpoint(gfwQuota, {}, { refetchSeconds });
}
