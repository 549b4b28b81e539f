import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { CollectionSource } from '../../../platform/feature-collections.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { PlaceSource } from '../../../platform/places.ts';
import type { OceanClimate } from '../../sea/ocean/index.ts';
import type { SpatialRepository } from './spatial.repository.ts';

export type SpatialLimits = {
  /** Features and vertices of all inputs of an analysis together. */
  readonly features: number;
  readonly vertices: number;
  /** Cells of its grid, and memory that it may take. */
  readonly cells: number;
  readonly memoryBytes: number;
  readonly seconds: number;
  readonly fileBytes: number;
  /** Days that the result of an analysis nobody else reads is kept; 0: for ever. */
  readonly keptDays: number;
};

export type SpatialSettings = {
  readonly codeVersion: string;
  readonly limits: SpatialLimits;
  /** Of the simulator, for the origin of results that simulated inputs give. */
  readonly simulatorSeed: number;
};

/** The parts that the rules of spatial analyses use. */
export type SpatialContext = {
  readonly platform: Platform;
  readonly repository: SpatialRepository;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
  readonly queue: () => JobQueue;
  /** An active account, for what is done in its name later; null of any other. */
  readonly accountOf: (id: string) => Promise<Pick<Principal, 'name' | 'email' | 'role'> | null>;
  readonly settings: SpatialSettings;
  readonly stores: {
    readonly collections: CollectionSource;
    readonly places: () => readonly PlaceSource[];
    readonly climate: OceanClimate;
  };
};

/** The account that asks, and the origin of its request. */
export type SpatialActor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
