import type { RecordKind } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import type { connectorLineage } from '@kianda/contract/connectors/operations.contract';
import type { ConfiguredConnector } from './connectors.types.ts';

export type LineageGraph = DataOf<typeof connectorLineage>;
type Node = LineageGraph['nodes'][number];

/** Where records of a kind go, declared by those who store and show them. */
export type KindLineage = {
  readonly table: string;
  readonly endpoints: readonly string[];
  readonly screens: readonly string[];
};

export type LastRun = {
  readonly streamId: string;
  readonly runId: string;
  readonly at: string;
  readonly rawPages: number;
};

/** Graph provider → stream → last run → raw pages → table → endpoint → screen. */
export function lineageOf(
  { connector, settings }: ConfiguredConnector,
  lastRuns: readonly LastRun[],
  kinds: Readonly<Partial<Record<RecordKind, KindLineage>>>,
): LineageGraph {
  const nodes = new Map<string, Node>();
  const edges = new Map<string, { from: string; to: string }>();
  const node = (kind: Node['kind'], key: string, label: string, detail: string | null = null): string => {
    const id = `${kind}:${key}`;
    if (!nodes.has(id)) nodes.set(id, { id, kind, label, detail });
    return id;
  };
  const edge = (from: string, to: string) => edges.set(`${from}>${to}`, { from, to });

  const provider = node('provider', connector.id, connector.provider, settings.baseUrl);
  for (const stream of connector.streams) {
    const streamNode = node('stream', stream.id, stream.id, stream.recordKind);
    edge(provider, streamNode);
    const last = lastRuns.find((run) => run.streamId === stream.id);
    let upstream = streamNode;
    if (last !== undefined) {
      const run = node('run', last.runId, `Execução de ${last.at}`, last.runId);
      const raw = node('raw', last.runId, `${last.rawPages} páginas originais`);
      edge(streamNode, run);
      edge(run, raw);
      upstream = raw;
    }
    const kind = kinds[stream.recordKind];
    if (kind === undefined) continue;
    const table = node('table', kind.table, kind.table);
    edge(upstream, table);
    for (const endpoint of kind.endpoints) {
      const endpointNode = node('endpoint', endpoint, endpoint);
      edge(table, endpointNode);
      for (const screen of kind.screens) edge(endpointNode, node('screen', screen, screen));
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}
