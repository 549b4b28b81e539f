import { type AisDecoder, type AisFault, createAisDecoder } from '@kianda/science/ais/decoder';
import { createLineSplitter, maxLineBytes } from '@kianda/science/ais/lines';
import type { PullContext, RejectedRow } from '../core/port.ts';
import type { Spool, SpooledLines } from '../core/spool.ts';
import type { AisSafetyRecord, VesselIdentityRecord, VesselPositionRecord } from '../core/vessel-records.ts';
import { type Backlog, createBacklog } from './backlog.ts';
import type { LineEvents } from './lines.ts';
import { disbelievedText, isTimeBelieved, lateMs, recordOf } from './map.ts';

/** Records that wait to be stored. Beyond it connections are paused; datagrams, which can't be paused, are dropped. */
const mostWaiting = 50_000;
const mostExamples = 20;
/** Feeds with a decoder of their own; further feeds share one. */
const mostFeeds = 48;
/** Raw bytes that wait to be stored; beyond it raw bytes are not stored. */
const mostRawBytes = 8 * 1024 * 1024;

export type AisRecord = VesselPositionRecord | VesselIdentityRecord | AisSafetyRecord;

export type AisState = {
  readonly lines: Readonly<Record<string, { readonly isOpen: boolean; readonly detail: string }>>;
  readonly sentences: number;
  readonly accepted: number;
  readonly ignored: number;
  /** Sentences refused, by reason. */
  readonly rejected: Readonly<Record<string, number>>;
  readonly refusedConnections: number;
  readonly dropped: number;
  /** Records that wait to be stored, and when the oldest of them came (epoch milliseconds). */
  readonly waiting: number;
  readonly waitingSinceMs: number | null;
  /** Records ever received. */
  readonly received: number;
  readonly lastMessageMs: number | null;
  /** Milliseconds between the last fix and its reception. */
  readonly lagMs: number | null;
  /** Records received more than ten minutes after their fix: buffered stations and satellites. */
  readonly late: number;
};

export type Reader = Pick<PullContext, 'http' | 'nowMs'>;

type Feed = { readonly decoder: AisDecoder; raw: Uint8Array[] };

/** Records and bytes that were received and not yet read by a run, with the counts since the start. */
export type Reception = {
  /** Run that reads at present: each run has an HTTP client of its own, closed when it ends. */
  reader: Reader;
  readonly feeds: Map<string, Feed>;
  readonly lineStates: Record<string, { isOpen: boolean; detail: string }>;
  waiting: AisRecord[];
  readonly backlog: Backlog;
  examples: RejectedRow[];
  rawBytes: number;
  refusedConnections: number;
  dropped: number;
  lastMessageMs: number | null;
  lagMs: number | null;
  late: number;
};

export function emptyReception(reader: Reader, spool: Spool | null): Reception {
  return {
    reader,
    backlog: createBacklog(spool),
    feeds: new Map(),
    lineStates: {},
    waiting: [],
    examples: [],
    rawBytes: 0,
    refusedConnections: 0,
    dropped: 0,
    lastMessageMs: null,
    lagMs: null,
    late: 0,
  };
}

/** True while so many records wait that connections have to be paused. */
export const isFull = ({ waiting }: Reception): boolean => waiting.length >= mostWaiting;
/** Beyond it nothing more is taken in: what can't be paused is dropped and counted. */
const isOverfull = ({ waiting }: Reception): boolean => waiting.length >= 4 * mostWaiting;
/** True once few enough records wait for paused connections to go on. */
export const hasRoom = ({ waiting }: Reception): boolean => waiting.length < mostWaiting / 2;

function feedNamed(reception: Reception, name: string): Feed {
  const { feeds } = reception;
  const key = feeds.size < mostFeeds || feeds.has(name) ? name : 'outros';
  const known = feeds.get(key);
  if (known !== undefined) return known;
  const feed: Feed = { decoder: decoderOf(reception, key), raw: [] };
  feeds.set(key, feed);
  return feed;
}

function decoderOf(reception: Reception, feed: string): AisDecoder {
  const take: Parameters<typeof createAisDecoder>[0] = (message, received) => {
    const record = recordOf(message, received, feed);
    reception.lastMessageMs = Math.max(reception.lastMessageMs ?? 0, received.receivedMs);
    if (record === null) return;
    reception.lagMs = received.receivedMs - record.timeMs;
    if (reception.lagMs > lateMs) reception.late += 1;
    if (isOverfull(reception)) reception.dropped += 1;
    else {
      reception.waiting.push(record);
      reception.backlog.add(1, received.receivedMs);
    }
  };
  return createAisDecoder(take, { believes: isTimeBelieved });
}

const reasonOf = (fault: AisFault): string => (fault === 'station-time' ? disbelievedText : `AIS recusado (${fault})`);

/** Decodes the bytes of each line as they come. `onData` is called after every chunk. */
export function receiveLines(reception: Reception, onData: () => void): LineEvents {
  return {
    open(name) {
      const feed = feedNamed(reception, name);
      const whole = createWholeLines((lines) => {
        if (!isOverfull(reception))
          reception.backlog.append({ feed: name, receivedMs: reception.reader.nowMs(), lines });
      });
      const splitter = createLineSplitter((bytes, from, to) => {
        const fault = feed.decoder.line(bytes, from, to, reception.reader.nowMs());
        if (fault === null || reception.examples.length >= mostExamples) return;
        const raw = { linha: latin(bytes, from, to), origem: name };
        reception.examples.push({ reason: reasonOf(fault), raw });
      }, feed.decoder.tooLong);
      return {
        push(chunk) {
          if (reception.rawBytes + chunk.length <= mostRawBytes) {
            feed.raw.push(Uint8Array.from(chunk));
            reception.rawBytes += chunk.length;
          }
          reception.reader.http.metrics.bytes += chunk.length;
          whole.push(chunk);
          splitter.push(chunk);
          onData();
        },
        end() {
          whole.end();
          splitter.end();
        },
      };
    },
    state(name, isOpen, detail) {
      reception.lineStates[name] = { isOpen, detail };
    },
    refused() {
      reception.refusedConnections += 1;
    },
  };
}

/**
 * Reads lines that an earlier process received and did not store. Their sentences were counted when they came, by the
 * process that received them, so their decoders are not among those of the feeds.
 */
export function createRereader(reception: Reception): (received: SpooledLines) => void {
  const decoders = new Map<string, AisDecoder>();
  return ({ feed, receivedMs, lines }) => {
    const decoder = decoders.get(feed) ?? decoderOf(reception, feed);
    decoders.set(feed, decoder);
    const splitter = createLineSplitter(
      (bytes, from, to) => void decoder.line(bytes, from, to, receivedMs),
      () => undefined,
    );
    splitter.push(lines);
  };
}

const lineFeed = 10;

/** The whole lines of a stream that arrives in chunks cut anywhere, as many at once as came. */
function createWholeLines(onLines: (lines: Uint8Array) => void) {
  let rest: Uint8Array = new Uint8Array(0);
  return {
    push(chunk: Uint8Array): void {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.lastIndexOf(lineFeed) + 1;
      if (end > 0) onLines(bytes.subarray(0, end));
      // A line longer than any sentence is refused anyway, so its beginning is not stored.
      rest = bytes.length - end > maxLineBytes ? new Uint8Array(0) : Uint8Array.from(bytes.subarray(end));
    },
    end(): void {
      if (rest.length > 0) onLines(Buffer.concat([rest, Buffer.of(lineFeed)]));
      rest = new Uint8Array(0);
    },
  };
}

/** Takes at most `limit` records, and the examples of refused lines, out of the reception. */
export function drain(reception: Reception, limit: number): { records: AisRecord[]; rejected: RejectedRow[] } {
  const { waiting, examples: rejected } = reception;
  const records = waiting.length <= limit ? waiting : waiting.slice(0, limit);
  reception.waiting = waiting.length <= limit ? [] : waiting.slice(limit);
  reception.examples = [];
  for (const { decoder } of reception.feeds.values()) decoder.expire(reception.reader.nowMs());
  return { records, rejected };
}

/** Takes the raw bytes of each feed out of the reception. */
export function takeRaw(reception: Reception): { feed: string; bytes: Uint8Array }[] {
  reception.rawBytes = 0;
  return [...reception.feeds].flatMap(([name, feed]) => {
    const chunks = feed.raw;
    feed.raw = [];
    return chunks.length === 0 ? [] : [{ feed: name, bytes: Buffer.concat(chunks) }];
  });
}

/** Counts of all feeds together, and the state of each line. */
export function stateOf(reception: Reception): AisState {
  const { lineStates, refusedConnections, dropped, lastMessageMs, lagMs, late, backlog } = reception;
  let [sentences, accepted, ignored] = [0, 0, 0];
  const rejected: Record<string, number> = {};
  for (const { decoder } of reception.feeds.values()) {
    const counts = decoder.counts();
    sentences += counts.sentences;
    accepted += counts.accepted;
    ignored += counts.ignored;
    for (const [fault, count] of Object.entries(counts.rejected)) rejected[fault] = (rejected[fault] ?? 0) + count;
  }
  return {
    lines: structuredClone(lineStates),
    ...{ sentences, accepted, ignored, rejected, refusedConnections, dropped, lastMessageMs, lagMs, late },
    waiting: backlog.size(),
    waitingSinceMs: backlog.oldestMs(),
    received: backlog.received(),
  };
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  // A NUL cannot be stored as text; an operator may want to see any other character.
  return Buffer.from(bytes.subarray(from, to)).toString('latin1').replaceAll('\0', '␀');
}
