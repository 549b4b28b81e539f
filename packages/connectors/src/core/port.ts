import type { z } from 'zod';
import type { IntakeFormat } from '../intake/format.ts';
import type { Inbox } from '../intake/inbox.ts';
import type { ReadGrids } from './grid-reader.ts';
import type { HttpClient, RawBody } from './http.ts';
import type { ConnectorRecord, RecordKind } from './records.ts';
import type { Spool } from './spool.ts';
import type { WantedTaxon } from './taxon-record.ts';
import type { FormatWitness } from './witness.ts';

/** A row that could not be mapped: stored with its reason, never dropped silently. */
export type RejectedRow = { readonly reason: string; readonly raw: unknown };

/** One page of a provider's answer, mapped. `cursor` is what the next run resumes after, once the page is stored. */
export type Page<Cursor> = {
  readonly records: readonly ConnectorRecord[];
  readonly rejected: readonly RejectedRow[];
  readonly cursor: Cursor;
  /** Raw bodies this page came from, for replay. */
  readonly raw: readonly RawBody[];
  /** Share of the run done after this page, 0–1; null where the client does not know it. */
  readonly progress: number | null;
  /** True for data that a person or station delivered: never simulated, even where the connector reads the simulator. */
  readonly measured?: true;
  /** Set where the page is of a file: a part that others of the same file follow, or the end of it. */
  readonly file?: 'part' | 'end';
};

export type PullMode = 'incremental' | 'full' | 'backfill';

export type PullInput<Cursor> = {
  readonly mode: PullMode;
  /** Null on the first run of the stream. */
  readonly cursor: Cursor | null;
  /** Only for `backfill`: inclusive UTC instants. */
  readonly window?: { readonly fromMs: number; readonly toMs: number };
  /** State that an earlier part of this run left with `ProviderPending`; absent in a run that begins. */
  readonly pending?: unknown;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type PullContext = {
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
  readonly log: (level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>) => void;
  /** Shows the present activity of a run without a new page, in Portuguese. */
  readonly status?: (message: string) => void;
  /** Called by clients whose tokens end, with the instant (epoch ms) that a connection test shows. */
  readonly tokenExpires?: (atMs: number) => void;
  /** Points at which station series are wanted. */
  readonly stations: readonly { readonly id: string; readonly lon: number; readonly lat: number }[];
  /** Taxa the platform has occurrences of and not yet the register's record, most wanted first; absent in a connection test. */
  readonly wantedTaxa?: () => Promise<readonly WantedTaxon[]>;
  /** Files handed over for this stream; absent in a connection test. */
  readonly inbox?: Inbox;
  /** Reads binary files apart, where a reader can be ended; absent where there is only this process. */
  readonly readGrids?: ReadGrids;
  /** Opens a spool of this stream; absent in a connection test: what it receives is not stored. */
  readonly openSpool?: () => Spool;
};

/** Outcome of a rejected row that an operator corrected: records for the sink, or why it is still bad. */
export type ReplayedRow = { readonly records: readonly ConnectorRecord[] } | { readonly reason: string };

/** Settings of a connector by the operator: base URLs and credentials, by name. */
export type ConnectorSettings = {
  readonly baseUrl: string;
  readonly extraBaseUrls?: Readonly<Record<string, string>>;
  readonly credentials?: Readonly<Record<string, string>>;
  /** Addresses of stations that send by themselves; absent for connectors that poll. */
  readonly lines?: LineSettings;
};

/** Lines of AIS stations. A station that connects or sends by itself must be on the list. */
export type LineSettings = {
  /** `host:port` of servers to connect to. */
  readonly servers: readonly string[];
  /** `host:port` to take connections, or datagrams, at; null: none. */
  readonly tcpListen: string | null;
  readonly udpListen: string | null;
  /** Addresses and networks: `192.0.2.7`, `198.51.100.0/24`. */
  readonly allowedAddresses: readonly string[];
  /** Called with each port that is listened at. */
  readonly onBound?: (port: number) => void;
};

export type Stream<Cursor = unknown> = {
  readonly id: string;
  readonly recordKind: RecordKind;
  readonly cursorSchema: z.ZodType<Cursor>;
  readonly freshnessLimitHours?: number;
  /** As in `AnyStream`. */
  readonly replayRow?: RowReplay;
  /** Oldest → newest; each page is durable before the next is asked for. Throws `ProviderError`. */
  pull(input: PullInput<Cursor>, settings: ConnectorSettings, context: PullContext): AsyncGenerator<Page<Cursor>>;
};

/** Maps the edited raw row of a dead letter. */
export type RowReplay = (
  raw: unknown,
  context: { readonly nowMs: number; readonly inbox?: Inbox },
) => Promise<ReplayedRow> | ReplayedRow;

/** A stream whose cursor type only it knows: cursors cross this border as JSON, checked by `cursorSchema`. */
export type AnyStream = {
  readonly id: string;
  readonly recordKind: RecordKind;
  /** Age beyond which the stream is no longer current, where it is delivered later than the connector's others. */
  readonly freshnessLimitHours?: number;
  readonly cursorSchema: z.ZodType;
  pull(input: PullInput<unknown>, settings: ConnectorSettings, context: PullContext): AsyncGenerator<Page<unknown>>;
  /** Present on streams that read files (see `intakeStream`). */
  readonly intake?: IntakeFormat;
  /** Maps the edited raw row of a dead letter; absent where a row alone can't be mapped again. */
  readonly replayRow?: RowReplay;
};

/** Hides the cursor type of a stream, parsing what was stored. A cursor that does not parse starts the stream anew. */
export function stream<Cursor>(definition: Stream<Cursor>): AnyStream {
  return {
    id: definition.id,
    recordKind: definition.recordKind,
    cursorSchema: definition.cursorSchema,
    ...(definition.freshnessLimitHours === undefined ? {} : { freshnessLimitHours: definition.freshnessLimitHours }),
    ...(definition.replayRow === undefined ? {} : { replayRow: definition.replayRow }),
    pull({ cursor, ...input }, settings, context) {
      const parsed = cursor === null ? null : definition.cursorSchema.safeParse(cursor);
      if (parsed !== null && !parsed.success)
        context.log('warn', 'Cursor guardado inválido; o fluxo recomeça', { cursor });
      return definition.pull({ ...input, cursor: parsed?.success === true ? parsed.data : null }, settings, context);
    },
  };
}

export type Connector = {
  readonly id: string;
  /** Name on screen, Portuguese. */
  readonly name: string;
  readonly provider: string;
  readonly description: string;
  readonly category: 'international' | 'regional' | 'national';
  /** Spec's source enum. */
  readonly source: 'obis' | 'gbif' | 'cmems' | 'modis' | 'angola_national' | 'others';
  readonly defaultBaseUrl: string;
  readonly defaultExtraBaseUrls?: Readonly<Record<string, string>>;
  /** Names of the credentials it needs (empty when none). */
  readonly credentialNames: readonly string[];
  /** Names of credentials it can do without. */
  readonly optionalCredentialNames?: readonly string[];
  readonly licence: string;
  readonly citation: string;
  readonly homepage: string;
  /** Evidence for our reading of its format. */
  readonly formatWitness: FormatWitness;
  readonly cron: string;
  readonly timeoutSeconds: number;
  /** Age beyond which its data no longer count as current. */
  readonly freshnessLimitHours: number;
  /**
   * Registers and archives are published long after what they describe: with `retrieval` the limit counts from the last
   * successful run, not from the newest observation.
   */
  readonly freshnessBy?: 'retrieval';
  /**
   * It listens instead of polling: a run lasts as long as it may, the next follows at once, and it is off until an
   * address is set. `cron` only sets how soon after the end of a run the next begins.
   */
  readonly continuous?: true;
  /** Kind of record of other connectors that gives it work: it also runs once a run has brought such records. */
  readonly follows?: RecordKind;
  /**
   * The cheapest request that the provider answers only to a credential it takes. Throws `ProviderError`, `auth` where
   * it does not; present on every connector that needs a credential to ask.
   */
  readonly checkAccess?: (settings: ConnectorSettings, context: PullContext) => Promise<void>;
  readonly streams: readonly AnyStream[];
};

/** Age (hours) beyond which data of a stream no longer count as current: its own limit, or the connector's. */
export function freshnessLimitOf(connector: Connector, streamId: string): number {
  const streamLimit = connector.streams.find((candidate) => candidate.id === streamId)?.freshnessLimitHours;
  return streamLimit ?? connector.freshnessLimitHours;
}

/** True for a connector whose first stream reads files that an institution sends: it has no server to check. */
export function takesFiles({ streams }: Pick<Connector, 'streams'>): boolean {
  return streams[0]?.intake !== undefined;
}
