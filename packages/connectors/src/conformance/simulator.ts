import type { ConnectorSettings, PullContext } from '../core/port.ts';

/** Faults that can be switched on in any simulated provider; absent ones are off. */
export type SimulatorFaults = {
  readonly latencyMs?: number;
  readonly errorRate5xx?: number;
  readonly every429?: number;
  readonly retryAfterSeconds?: number;
  readonly truncate?: number;
  readonly malformed?: number;
  readonly wrongContentType?: number;
  readonly clockSkewMs?: number;
  readonly schemaDrift?: 'off' | 'extra' | 'missing' | 'renamed' | 'typeFlip';
  readonly duplicatePage?: boolean;
  readonly revokedCredentials?: boolean;
  readonly flapping?: number;
  readonly down?: boolean;
};

/** A provider's simulator, listening, with a clock that stands still. */
export type ConformanceSimulator = {
  readonly settings: ConnectorSettings;
  readonly stations: PullContext['stations'];
  readonly nowMs: () => number;
  /** Replaces the faults of the connector's provider. */
  setFaults(faults: SimulatorFaults): void;
  /** Moves the clock on, for sources that send by themselves. */
  advance?(ms: number): void;
  close(): Promise<void>;
};
