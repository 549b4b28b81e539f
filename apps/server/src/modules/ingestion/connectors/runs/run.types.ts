import type { AnyStream, Inbox, PullContext, PullMode } from '@kianda/connectors';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { EventBus } from '../../../../platform/events/events.ts';
import type { JobContext } from '../../../../platform/jobs/jobs.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { ConnectorRepository, PageAcknowledgement } from '../connectors.repository.ts';
import type { ConfiguredConnector, Sinks } from '../connectors.types.ts';
import type { DriftRepository } from '../drift/drift.repository.ts';
import type { RuleTally } from '../quality/quality.types.ts';

export type EngineDependencies = {
  readonly repository: ConnectorRepository;
  readonly drift: DriftRepository;
  /** Called after a run suspends its connector, so that the next reader of the registry sees it. */
  readonly forgetSettings: () => void;
  readonly storage: ObjectStorage;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly random: () => number;
  readonly sinks: Sinks;
  readonly stations: readonly { readonly id: string; readonly lon: number; readonly lat: number }[];
  /** See `PullContext.wantedTaxa`. */
  readonly wantedTaxa?: PullContext['wantedTaxa'] | undefined;
  readonly codeVersion: string;
  /** Directory of the machine for what was received and is not stored yet. */
  readonly spoolDirectory: string;
  /** The connector as it stands when its run begins: an operator may have changed its credentials since the start. */
  readonly resolve: (configured: ConfiguredConnector) => Promise<ConfiguredConnector>;
  /** Distinguishes the credentials that a connector has now from others. */
  readonly markOf: (configured: ConfiguredConnector) => string;
  readonly saveQuality: (run: StreamRun, tallies: readonly RuleTally[], at: Date) => Promise<void>;
  /** Files handed over for a stream, for one of its runs; absent where no module takes files in. */
  readonly inbox?: ((connectorId: string, streamId: string, runId: string) => Inbox) | undefined;
  /** Count and newest name of the files in an institution's folder, for a connection test; null where there is none. */
  readonly probeInbox?:
    | ((
        connectorId: string,
        signal: AbortSignal,
      ) => Promise<{ readonly files: number; readonly newest: string | null } | null>)
    | undefined;
  /** How providers can reach the operator. */
  readonly contact: string;
};

export type RunRequest = {
  readonly mode: PullMode;
  readonly trigger: string;
  readonly actorId: string | null;
  readonly window: { readonly fromMs: number; readonly toMs: number } | null;
  /** The run that waited for its provider and now goes on; absent for one that begins. */
  readonly resumeRunId?: string | undefined;
};

export type RunResult = {
  readonly pages: number;
  readonly written: number;
  /** The provider works on the answer: the run goes on later, in another job. */
  readonly isWaiting: boolean;
};

/** One run to be made: the stream, as its connector was declared at the start, and the job that works on it. */
export type RunTask = {
  readonly declared: ConfiguredConnector;
  readonly stream: AnyStream;
  readonly request: RunRequest;
  readonly job: JobContext;
};

export type StreamRun = { readonly connectorId: string; readonly streamId: string; readonly runId: string };

export type HttpCounters = PageAcknowledgement['http'];
