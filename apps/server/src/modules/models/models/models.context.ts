import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { LearningRetention } from '../retention/index.ts';
import type { SourceMarks } from './kept/kept-stores.ts';
import type { ModelRepository } from './models.repository.ts';
import type { LearningTable } from './tables/learning-table.types.ts';
import type { LearningStores } from './tables/tables.ts';

export type ModelSettings = {
  /** Models without a version are trained by the platform itself, once there is enough to learn from. */
  readonly trainsFirst: boolean;
  /** Whether who trained a version may approve it: for installations where one person alone may. */
  readonly allowsOwnApproval: boolean;
  /** Bytes of a model's file from elsewhere at most. */
  readonly foreignFileBytes: number;
  /** Trees of a forest; boosting has half as many more. */
  readonly trees: number;
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
  /** The table that a model learns from, as the stores are now. Throws TooFewRows where they hold too little. */
  readonly tableOf: (type: ModelType) => Promise<LearningTable>;
  /** Tables, features and predictions of before. */
  readonly retention: LearningRetention;
  readonly marks: SourceMarks;
  readonly settings: ModelSettings;
};

/** The account that asks, and the origin of its request. */
export type ModelActor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
