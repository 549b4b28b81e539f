import type { Provenance } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { FilterStores } from './compute/compute.types.ts';
import type { FilterRepository } from './filters.repository.ts';

/** The parts that the rules of filters use. */
export type FilterContext = {
  readonly platform: Platform;
  readonly repository: FilterRepository;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
  readonly queue: () => JobQueue;
  readonly stores: FilterStores;
  /** Origin of what was computed from stored rows. */
  readonly provenance: (isSimulated: boolean) => Provenance;
  /** Tells people of a change. */
  readonly tell: (message: AlertMessage) => Promise<void>;
};

/** The account that asks, and the origin of its request. */
export type FilterActor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
