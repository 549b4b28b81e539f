import type { DataOf } from '@kianda/contract';
import type { listEndpoints } from '@kianda/contract/operations/health/health.contract';
import { gatewayTexts as texts } from './texts.pt.ts';

export type EndpointRow = DataOf<typeof listEndpoints>['endpoints'][number];

/** Text about the role or session that a call needs. */
export function accessText({ access, accessLabel }: EndpointRow): string {
  if (accessLabel !== null) return accessLabel;
  return access === 'public' ? texts.everyone : texts.session;
}
