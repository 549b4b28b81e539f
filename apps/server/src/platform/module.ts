import type { AlertMetric } from './alert-metric.ts';
import type { Analysis } from './analyses.ts';
import type { ChangeSource } from './changes.ts';
import type { Clock } from './clock/clock.ts';
import type { ProductCollection } from './collections.ts';
import type { Database, Migration } from './db/database.ts';
import type { EventBus } from './events/events.ts';
import type { FeatureCollection } from './feature-collections.ts';
import type { Bindings } from './http/bind.ts';
import type { Job } from './jobs/jobs.ts';
import type { Logger } from './log/log.ts';
import type { PlaceSource } from './places.ts';
import type { SearchSource } from './search.ts';
import type { ObjectStorage } from './storage/object-storage.ts';

/** The parts of the platform that every module may use. */
export type Platform = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventBus;
  readonly storage: ObjectStorage;
  /** Seeded generator for jitter and sampling; secrets use node:crypto. */
  readonly random: () => number;
};

export type HealthState = 'online' | 'warning' | 'offline';

/** Outcome of one probe of one component. */
export type HealthReport = {
  readonly state: HealthState;
  readonly detail: string;
  readonly latencyMs: number | null;
  /** Providers behind the component whose data are later than they should be. */
  readonly late?: readonly LateProvider[];
};

export type LateProvider = { readonly id: string; readonly name: string; readonly detail: string };

export type HealthCheck = {
  readonly id: string;
  readonly label: string;
  /** Must settle within its own time limit; a rejection counts as offline. */
  check(signal: AbortSignal): Promise<HealthReport>;
};

/** A lasting condition that operators should know of; it closes by itself when it is no longer raised. */
export type ModuleAlert = {
  /** The subject, e.g. a connector's id: each has one open alert. */
  readonly subject: string;
  readonly severity: 'warning' | 'error' | 'critical';
  readonly title: string;
  readonly message: string;
  readonly source: string;
  readonly metadata: Readonly<Record<string, string | number | boolean | null>>;
};

/** An alert rule of a module, judged with the components' checks. */
export type AlertRule = {
  readonly rule: string;
  /** Portuguese texts: the name, and the condition under which it raises an alert. */
  readonly title: string;
  readonly condition: string;
  /** Everything the rule holds for now. A rejection leaves its alerts as they are. */
  judge(): Promise<readonly ModuleAlert[]>;
};

/** Things of an account in a module, and the effect of the account's deletion on them. */
export type AccountData = {
  readonly id: string;
  /** Portuguese: `Grupos de embarcações privados`. */
  readonly label: string;
  readonly fate: 'kept' | 'removed';
  /** The consequence for other people, in Portuguese. */
  readonly note: string;
  count(accountId: string): Promise<number>;
  /** Makes of it what `fate` says, once the account is deleted; absent where nothing is left to be done. */
  release?(accountId: string): Promise<void>;
};

/** Front door of a module. `app.ts` collects these, so that health, jobs and migrations know no module's tables. */
export type Module = {
  readonly name: string;
  readonly migrations: readonly Migration[];
  /** Pairs endpoint → handler; a declared endpoint without a handler fails a test and the start. */
  readonly bindings?: Bindings;
  /** Bindings that stand in for those of the same endpoints: of services that are elsewhere. */
  readonly replacements?: Bindings;
  readonly jobs?: readonly Job[];
  readonly health?: readonly HealthCheck[];
  readonly alerts?: readonly AlertRule[];
  /** Things it stores for accounts. */
  readonly holdings?: readonly AccountData[];
  /** Metrics that people's alert rules may use. */
  readonly metrics?: readonly AlertMetric[];
  /** Collections it contributes to the catalogue. */
  readonly collections?: readonly ProductCollection[];
  /** Collections it contributes to the OGC API. */
  readonly featureCollections?: readonly FeatureCollection[];
  /** Analyses that it offers to programs by the OGC API. */
  readonly analyses?: readonly Analysis[];
  /** Ports, areas and stations that it knows. */
  readonly places?: readonly PlaceSource[];
  /** Things that people find by name in it. */
  readonly searches?: readonly SearchSource[];
  /** Happenings in it that people are told of when they come back. */
  readonly changes?: readonly ChangeSource[];
  /** Runs once after migrations, before the server listens. */
  start?(): Promise<void>;
  stop?(): Promise<void>;
};
