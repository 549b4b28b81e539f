import type { RecordKind } from '@kianda/connectors';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { CredentialVault } from '../../../../platform/crypto/credential-vault.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { ConnectorRepository } from '../connectors.repository.ts';
import type { ConnectorService } from '../connectors.service.ts';
import type { StoredQuality } from '../quality/stored.ts';
import type { ConnectorRegistry } from '../registry/connector-registry.ts';
import type { EngineDependencies } from '../runs/run.types.ts';
import type { KindLineage } from './lineage.ts';
import type { OperationsRepository } from './operations.repository.ts';

/** The person or program that acts, for the audit trail. */
export type Actor = {
  readonly id: string;
  readonly name: string;
  readonly ipAddress: string;
  readonly userAgent: string;
};

/** The part of the audit trail that this module needs. */
export type ConnectorAudit = {
  record(entry: {
    change: string;
    resource: string;
    actor: Actor;
    metadata: Readonly<Record<string, string | number | boolean | null>>;
  }): Promise<void>;
};

export type OperationsDependencies = {
  readonly repository: ConnectorRepository;
  readonly operations: OperationsRepository;
  readonly registry: ConnectorRegistry;
  readonly service: ConnectorService;
  readonly vault: CredentialVault;
  readonly engine: EngineDependencies;
  readonly storage: ObjectStorage;
  readonly queue: () => JobQueue;
  readonly clock: Clock;
  readonly audit: ConnectorAudit;
  readonly kinds: Readonly<Partial<Record<RecordKind, KindLineage>>>;
  /** Judges of the tables; brought by the modules above that keep them. */
  readonly storedQuality: () => readonly StoredQuality[];
};
