import type { Connector, ConnectorRecord, ConnectorSettings, RecordKind, RejectedRow } from '@kianda/connectors';

/** What a sink learns about where its records come from; every stored row keeps it. */
export type Origin = {
  readonly runId: string;
  readonly connectorId: string;
  readonly streamId: string;
  readonly provider: string;
  readonly retrievedAtMs: number;
  /** Seed of the simulated world, or null when the provider is real. */
  readonly simulatedSeed: number | null;
};

export type Stored = {
  readonly written: number;
  /** Rows that were already there, unchanged. */
  readonly duplicates: number;
  readonly newestObservedMs: number | null;
  /** Records that nobody may store (a position of the future): counted and kept as the page's own rejected rows are. */
  readonly rejected?: readonly RejectedRow[];
};

/** Stores records of one kind by upsert on their natural key: the same page twice changes nothing. */
export type Sink<R extends ConnectorRecord = ConnectorRecord> = (
  records: readonly R[],
  origin: Origin,
) => Promise<Stored>;

export type Sinks = { readonly [K in RecordKind]?: Sink<Extract<ConnectorRecord, { kind: K }>> };

/** A connector with what this installation set for it. */
export type ConfiguredConnector = {
  readonly connector: Connector;
  readonly settings: ConnectorSettings;
  readonly simulatedSeed: number | null;
  /** Why it can't run (a credential is missing), in Portuguese; null when it can. */
  readonly disabledReason: string | null;
  /** `host:port` exempt from the guard against private addresses. */
  readonly allowPrivateHosts: readonly string[];
};

/** The sinks of all modules together. Throws `RangeError` for a kind of record that two of them take. */
export function oneSinkEach(all: readonly Sinks[]): Sinks {
  const kinds = all.flatMap((sinks) => Object.keys(sinks));
  const twice = kinds.find((kind, index) => kinds.indexOf(kind) !== index);
  if (twice !== undefined) throw new RangeError(`records of kind "${twice}" have two sinks`);
  return Object.assign({}, ...all);
}
