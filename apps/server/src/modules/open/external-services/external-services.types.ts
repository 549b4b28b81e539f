import type { AuditEntry, AuditMetadata } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';

/** Services that may be external, besides the storage, which is a module of its own. */
export type ExternalServiceId = 'stac' | 'features' | 'monitor' | 'identity' | 'workflow';

export type ExternalServiceSettings = {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, string>>;
};

type Actor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };

/** Records what a person did at an external service. */
export type ExternalServiceAudit = (
  actor: Actor,
  act: { event: AuditEntry['event']; resource: string; metadata: AuditMetadata },
) => Promise<void>;
