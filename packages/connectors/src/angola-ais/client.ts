import { type AisDecoder, createAisDecoder } from '@kianda/science/ais/decoder';
import { createLineSplitter } from '@kianda/science/ais/lines';
import { ProviderError } from '../core/failures.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext, RejectedRow } from '../core/port.ts';
import type { VesselIdentityRecord, VesselPositionRecord } from '../core/vessel-records.ts';
import { dial, hostAndPort, type Line, type LineEvents, listenTcp, listenUdp } from './lines.ts';
import { recordOf } from './map.ts';
import { feedWire } from './wire.ts';

/** Records that wait to be stored. Beyond it connections are told to wait; datagrams, which can't be, are dropped. */
const mostWaiting = 50_000;
const mostExamples = 20;
/** Feeds with a decoder of their own; whoever comes after shares the last. */
const mostFeeds = 48;
/** Bytes that wait to be kept as they came; beyond it they are not kept. */
const mostRawBytes = 8 * 1024 * 1024;

export type AisRecord = VesselPositionRecord | VesselIdentityRecord;

export type AisState = {
  readonly lines: Readonly<Record<string, { readonly isOpen: boolean; readonly detail: string }>>;
  readonly sentences: number;
  readonly accepted: number;
  readonly ignored: number;
  /** Sentences refused, by reason. */
  readonly rejected: Readonly<Record<string, number>>;
  readonly refusedConnections: number;
  readonly dropped: number;
  readonly lastMessageMs: number | null;
  /** Milliseconds between the last fix and its reception. */
  readonly lagMs: number | null;
};

type Reader = Pick<PullContext, 'http' | 'nowMs'>;

type Feed = { readonly decoder: AisDecoder; raw: Uint8Array[] };

/**
 * Everything that AIS stations send us, decoded as it comes, whether or not a run reads it at the moment. `nowMs` is the
 * time of reception.
 */
export function createAisHub(settings: ConnectorSettings, context: Reader) {
  // The run that reads it now: each has an HTTP client of its own, closed when it ends.
  let reader = context;
  const nowMs = (): number => reader.nowMs();
  const feeds = new Map<string, Feed>();
  const lineStates: Record<string, { isOpen: boolean; detail: string }> = {};
  let waiting: AisRecord[] = [];
  let examples: RejectedRow[] = [];
  let rawBytes = 0;
  let refusedConnections = 0;
  let dropped = 0;
  let lastMessageMs: number | null = null;
  let lagMs: number | null = null;
  let isPaused = false;

  function feedNamed(name: string): Feed {
    const key = feeds.size < mostFeeds || feeds.has(name) ? name : 'outros';
    const known = feeds.get(key);
    if (known !== undefined) return known;
    const decoder = createAisDecoder((message, reception) => {
      const record = recordOf(message, reception, key);
      lastMessageMs = reception.receivedMs;
      if (record === null) return;
      lagMs = reception.receivedMs - record.timeMs;
      if (waiting.length >= 4 * mostWaiting) dropped += 1;
      else waiting.push(record);
    });
    const feed: Feed = { decoder, raw: [] };
    feeds.set(key, feed);
    return feed;
  }

  const events: LineEvents = {
    open(name) {
      const feed = feedNamed(name);
      const splitter = createLineSplitter((bytes, from, to) => {
        const fault = feed.decoder.line(bytes, from, to, nowMs());
        if (fault === null || examples.length >= mostExamples) return;
        examples.push({ reason: `AIS recusado (${fault})`, raw: { linha: latin(bytes, from, to), origem: name } });
      }, feed.decoder.tooLong);
      return {
        push(chunk) {
          if (rawBytes + chunk.length <= mostRawBytes) {
            feed.raw.push(Uint8Array.from(chunk));
            rawBytes += chunk.length;
          }
          reader.http.metrics.bytes += chunk.length;
          splitter.push(chunk);
          if (!isPaused && waiting.length >= mostWaiting) pause(true);
        },
        end: () => splitter.end(),
      };
    },
    state(name, isOpen, detail) {
      lineStates[name] = { isOpen, detail };
    },
    refused() {
      refusedConnections += 1;
    },
  };
  const lines = openLines(settings, () => reader.http, events);

  function pause(isOn: boolean): void {
    isPaused = isOn;
    for (const line of lines) {
      if (isOn) line.pause();
      else line.resume();
    }
  }

  return {
    /** Another run reads from here on. */
    attach(next: Reader): void {
      reader = next;
    },
    /** Records that were drained and could not be stored: the next drain gives them first. */
    restore(records: readonly AisRecord[]): void {
      waiting = [...records, ...waiting];
    },
    /** Records and examples of what was refused since the last call, at most `limit` records. */
    drain(limit: number): { records: AisRecord[]; rejected: RejectedRow[] } {
      const records = waiting.length <= limit ? waiting : waiting.slice(0, limit);
      waiting = waiting.length <= limit ? [] : waiting.slice(limit);
      const rejected = examples;
      examples = [];
      for (const { decoder } of feeds.values()) decoder.expire(nowMs());
      if (isPaused && waiting.length < mostWaiting / 2) pause(false);
      return { records, rejected };
    },
    rawBytes: () => rawBytes,
    /** Bytes as they came since the last call, by feed. */
    takeRaw(): { feed: string; bytes: Uint8Array }[] {
      rawBytes = 0;
      return [...feeds].flatMap(([name, feed]) => {
        const chunks = feed.raw;
        feed.raw = [];
        return chunks.length === 0 ? [] : [{ feed: name, bytes: Buffer.concat(chunks) }];
      });
    },
    state(): AisState {
      let sentences = 0;
      let accepted = 0;
      let ignored = 0;
      const rejected: Record<string, number> = {};
      for (const { decoder } of feeds.values()) {
        const counts = decoder.counts();
        sentences += counts.sentences;
        accepted += counts.accepted;
        ignored += counts.ignored;
        for (const [fault, count] of Object.entries(counts.rejected)) rejected[fault] = (rejected[fault] ?? 0) + count;
      }
      return {
        lines: structuredClone(lineStates),
        sentences,
        accepted,
        ignored,
        rejected,
        refusedConnections,
        dropped,
        lastMessageMs,
        lagMs,
      };
    },
    close(): void {
      for (const line of lines) line.close();
    },
  };
}

export type AisHub = ReturnType<typeof createAisHub>;

function openLines(settings: ConnectorSettings, http: () => PullContext['http'], events: LineEvents): readonly Line[] {
  const { lines } = settings;
  if (lines === undefined) {
    const base = new URL(settings.baseUrl);
    return [
      dial(
        'tcp simulador',
        async () => {
          const reply = await http().request({ url: `${settings.baseUrl.replace(/\/+$/, '')}/feed` });
          const { port } = parseJson(reply, feedWire);
          // The port alone is taken from the answer: it can't send us to another machine.
          return { host: base.hostname, port };
        },
        events,
      ),
    ];
  }
  const opened: Line[] = [];
  for (const server of lines.servers) {
    const { host, port } = hostAndPort(server);
    opened.push(dial(`tcp ${server}`, async () => ({ host, port }), events));
  }
  if (lines.tcpListen !== null)
    opened.push(listenTcp(hostAndPort(lines.tcpListen), lines.allowedAddresses, events, lines.onBound));
  if (lines.udpListen !== null)
    opened.push(listenUdp(hostAndPort(lines.udpListen), lines.allowedAddresses, events, lines.onBound));
  if (opened.length === 0) throw new ProviderError('request', 'Nenhuma linha AIS está configurada.');
  return opened;
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  // A NUL cannot be stored as text; whatever else is there an operator may want to see.
  return Buffer.from(bytes.subarray(from, to)).toString('latin1').replaceAll('\0', '␀');
}
