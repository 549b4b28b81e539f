import type { Clock } from '../../../../platform/clock/clock.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { Credit, ProvenanceOf } from '../../../ingestion/connectors/index.ts';
import type { FieldStore } from '../field-store/field-store.ts';
import type { DerivedRepository } from './repository.ts';

export type CreditOf = (connectorId: string) => Credit | null;

/** Account that starts a computation, for the audit. */
export type DerivedActor = {
  readonly id: string;
  readonly name: string;
  readonly ipAddress: string;
  readonly userAgent: string;
};
export type DerivedAudit = {
  record(entry: {
    actor: DerivedActor;
    resource: string;
    metadata: Readonly<Record<string, string | boolean>>;
  }): Promise<unknown>;
};

/** Seconds that a request of a stream took lately; null before its first run. */
export type SecondsARequest = (connectorId: string, streamId: string) => Promise<number | null>;

export type DerivedDependencies = {
  readonly repository: DerivedRepository;
  readonly fields: FieldStore;
  readonly provenanceOf: ProvenanceOf;
  readonly creditOf: CreditOf;
  readonly secondsARequest: SecondsARequest;
  readonly queue: () => JobQueue;
  readonly audit: DerivedAudit;
  readonly clock: Clock;
};
