import { ProviderError } from '../core/failures.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext, RejectedRow } from '../core/port.ts';
import type { Spool } from '../core/spool.ts';
import { dial, hostAndPort, type Line, type LineEvents, listenTcp, listenUdp } from './lines.ts';
import {
  type AisRecord,
  createRereader,
  drain,
  emptyReception,
  hasRoom,
  isFull,
  type Reader,
  receiveLines,
  stateOf,
  takeRaw,
} from './reception.ts';
import { feedWire } from './wire.ts';

/** Receives the sentences of AIS stations and decodes them as they come, whether or not a run reads at the moment. */
export function createAisHub(settings: ConnectorSettings, context: Reader, spool: Spool | null) {
  const reception = emptyReception(context, spool);
  const { backlog } = reception;
  const reread = createRereader(reception);
  let isPaused = false;

  function pause(isOn: boolean): void {
    isPaused = isOn;
    for (const line of lines) {
      if (isOn) line.pause();
      else line.resume();
    }
  }

  const events = receiveLines(reception, () => {
    if (!isPaused && isFull(reception)) pause(true);
  });
  const lines = openLines(settings, () => reception.reader.http, events);

  return {
    /** Another run reads from here on. */
    attach(next: Reader): void {
      reception.reader = next;
    },
    /** Puts back records that were drained and could not be stored: the next drain gives them first. */
    restore(records: readonly AisRecord[]): void {
      reception.waiting = [...records, ...reception.waiting];
    },
    /** Records and examples of refused lines since the last call, at most `limit` records. */
    drain(limit: number): { records: AisRecord[]; rejected: RejectedRow[] } {
      const drained = drain(reception, limit);
      if (isPaused && hasRoom(reception)) pause(false);
      return drained;
    },
    /** The oldest `count` records are stored. */
    store: (count: number) => backlog.store(count),
    /** Lets go of the spooled lines whose records are stored, as far as they make a segment. */
    cut: () => backlog.cut(),
    /** Reads what earlier processes received and did not store, as far as there is room. */
    async adopt(): Promise<void> {
      while (hasRoom(reception) && (await backlog.adopt(reread)));
    },
    rawBytes: () => reception.rawBytes,
    /** Raw bytes received since the last call, by feed. */
    takeRaw: () => takeRaw(reception),
    state: () => ({ ...stateOf(reception), lostDatagrams: lines.reduce((sum, line) => sum + line.lost(), 0) }),
    /** Ends the lines. Records that wait are read by the next run, wherever it is. */
    close(): void {
      for (const line of lines) line.close();
      backlog.release();
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
