import type { Connector, ConnectorRecord, ConnectorSettings, RecordKind, RejectedRow } from '@kianda/connectors';

/** Origin of records, as a sink receives it and stores it in every row. */
export type Origin = {
  readonly runId: string;
  readonly connectorId: string;
  readonly streamId: string;
  readonly provider: string;
  readonly retrievedAtMs: number;
  /** Seed of the simulated world, or null when the provider is real. */
  readonly simulatedSeed: number | null;
  /** Set where the records are of a file: a part of it that more follows, or its end. */
  readonly file?: 'part' | 'end';
};

export type Stored = {
  readonly written: number;
  /** Rows that were already there, unchanged. */
  readonly duplicates: number;
  readonly newestObservedMs: number | null;
  /** Records that the sink refuses (a position of the future): they are counted and listed as the page's rejected rows are. */
  readonly rejected?: readonly RejectedRow[];
};

/** Stores records of one kind by upsert on their natural key: the same page twice changes nothing. */
export type Sink<R extends ConnectorRecord = ConnectorRecord> = (
  records: readonly R[],
  origin: Origin,
) => Promise<Stored>;

export type Sinks = { readonly [K in RecordKind]?: Sink<Extract<ConnectorRecord, { kind: K }>> };

/** A connector with the settings of this installation. */
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

/** Author and time of a change of a setting. */
export type ChangeAuthor = { readonly by: string; readonly at: Date };
