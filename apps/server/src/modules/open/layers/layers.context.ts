import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { LayerRepository } from './layers.repository.ts';

/** The parts that the rules of layers use. */
export type LayerContext = {
  readonly platform: Platform;
  readonly repository: LayerRepository;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
  readonly queue: () => Pick<JobQueue, 'enqueue' | 'list'>;
  readonly limits: LayerLimits;
};

export type LayerLimits = {
  /** Bytes of a file that is sent. */
  readonly fileBytes: number;
  /** Rows of one import. */
  readonly rows: number;
};

export const layerLimits: LayerLimits = { fileBytes: 512 * 1_048_576, rows: 2_000_000 };

/** The account that asks, and the origin of its request. */
export type LayerActor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
