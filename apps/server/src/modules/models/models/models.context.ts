import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { ModelRepository } from './models.repository.ts';
import type { LearningStores } from './tables/tables.ts';

export type ModelSettings = {
  /** Models without a version are trained by the platform itself, once there is enough to learn from. */
  readonly trainsFirst: boolean;
  /** Whether who trained a version may approve it: for installations where one person alone may. */
  readonly allowsOwnApproval: boolean;
  readonly codeVersion: string;
  /** Seed of the simulated world that versions may have learned from. */
  readonly simulatorSeed: number;
};

/** The parts that the rules of models use. */
export type ModelContext = {
  readonly platform: Platform;
  readonly repository: ModelRepository;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
  readonly queue: () => JobQueue;
  readonly stores: LearningStores;
  readonly settings: ModelSettings;
};

/** The account that asks, and the origin of its request. */
export type ModelActor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
