import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createSimulator } from '../../apps/simulator/src/app.ts';
import { manualClock } from '../../apps/simulator/src/clock.ts';
import { createHttpClient } from '../../packages/connectors/src/core/client.ts';
import type { Connector, Page, PullContext, PullInput } from '../../packages/connectors/src/core/port.ts';
import type { ConnectorRecord } from '../../packages/connectors/src/core/records.ts';
import { connectorById, simulatorSettings } from '../../packages/connectors/src/registry.ts';

export type Run = {
  readonly pages: readonly Page<unknown>[];
  readonly records: readonly ConnectorRecord[];
  /** Where the next run resumes; that of the run before when nothing came. */
  readonly cursor: unknown;
};

export type SimulatedProvider = {
  readonly clock: ReturnType<typeof manualClock>;
  readonly logs: readonly { readonly message: string; readonly fields: unknown }[];
  /** One run of the stream (the first, unless named), to its end, over real HTTP. */
  run(cursor: unknown, mode?: PullInput<unknown>['mode'], window?: PullInput<unknown>['window']): Promise<Run>;
  close(): Promise<void>;
};

/** The simulator on a free port and a connector pointed at it, both on one clock that the test moves. */
export async function startSimulated(
  connectorId: string,
  options: {
    readonly nowMs: number;
    readonly stations?: PullContext['stations'];
    readonly wantedTaxa?: NonNullable<PullContext['wantedTaxa']>;
    readonly credentials?: Readonly<Record<string, string>>;
    /** Of a connector that has several. */
    readonly streamId?: string;
  },
): Promise<SimulatedProvider> {
  const connector = connectorById(connectorId);
  if (connector === null) throw new RangeError(`no connector ${connectorId}`);
  const clock = manualClock(options.nowMs);
  const app = createSimulator({ seed: 8478, clock });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const host = `127.0.0.1:${portOf(app)}`;
  const http = createHttpClient({
    userAgent: 'Kianda/test',
    allowedHosts: [],
    allowPrivateHosts: [host],
    nowMs: clock,
    random: () => 0,
    // The clock stands still, so the budget would never fill again.
    burst: 1_000_000,
  });
  const logs: { message: string; fields: unknown }[] = [];
  const context: PullContext = {
    http,
    signal: new AbortController().signal,
    nowMs: clock,
    log: (_level, message, fields) => logs.push({ message, fields }),
    stations: options.stations ?? [],
    ...(options.wantedTaxa === undefined ? {} : { wantedTaxa: options.wantedTaxa }),
  };
  const settings = simulatorSettings(connectorId, `http://${host}`, options.credentials);
  const stream = streamOf(connector, options.streamId);
  return {
    clock,
    logs,
    async run(cursor, mode = 'incremental', window) {
      const pages: Page<unknown>[] = [];
      const input = { mode, cursor, ...(window === undefined ? {} : { window }) };
      for await (const page of stream.pull(input, settings, context)) pages.push(page);
      // The engine stores its state between runs as JSON.
      const last = pages.at(-1)?.cursor ?? cursor;
      return {
        pages,
        records: pages.flatMap(({ records }) => records),
        cursor: JSON.parse(JSON.stringify(last ?? null)),
      };
    },
    async close() {
      await http.close();
      await app.close();
    },
  };
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port;
}

function streamOf(connector: Connector, id: string | undefined) {
  const stream = connector.streams.find((one) => id === undefined || one.id === id);
  if (stream === undefined) throw new RangeError(`connector ${connector.id} has no stream ${id ?? ''}`);
  return stream;
}

/** Records of one kind, the others counted as a fault of the test. */
export function ofKind<K extends ConnectorRecord['kind']>(
  records: readonly ConnectorRecord[],
  kind: K,
): Extract<ConnectorRecord, { kind: K }>[] {
  return records.map((record) => {
    if (record.kind !== kind) throw new TypeError(`expected ${kind}, received ${record.kind}`);
    return record as Extract<ConnectorRecord, { kind: K }>;
  });
}
