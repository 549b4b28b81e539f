import type { RecordKind } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import type { LineageNode as TraceNode } from '@kianda/contract/ingestion/connectors/engine.contract';
import type { connectorLineage } from '@kianda/contract/ingestion/connectors/operations.contract';
import type { ConfiguredConnector } from '../connectors.types.ts';

export type LineageGraph = DataOf<typeof connectorLineage>;
type Node = LineageGraph['nodes'][number];

/** Where records of a kind go, declared by those who store and show them. */
export type KindLineage = {
  readonly table: string;
  readonly endpoints: readonly string[];
  readonly screens: readonly string[];
  /** Products computed from the table, each from the streams (`connector/stream`) that it names. */
  readonly products?: readonly { readonly label: string; readonly streams: readonly string[] }[];
  /** Models fed with the table, reports and exports that hold it: by name. */
  readonly models?: readonly string[];
  readonly reports?: readonly string[];
};

export type LastRun = {
  readonly streamId: string;
  readonly runId: string;
  readonly at: string;
  readonly rawPages: number;
};

type Kinds = Readonly<Partial<Record<RecordKind, KindLineage>>>;

/** A graph under construction: each node and edge once. */
export function createGraph() {
  const nodes = new Map<string, TraceNode>();
  const edges = new Map<string, { from: string; to: string }>();
  const graph = {
    node(kind: TraceNode['kind'], key: string, label: string, detail: string | null = null): string {
      const id = `${kind}:${key}`;
      if (!nodes.has(id)) nodes.set(id, { id, kind, label, detail });
      return id;
    },
    edge: (from: string, to: string) => void edges.set(`${from}>${to}`, { from, to }),
    nodes: (): TraceNode[] => [...nodes.values()],
    edges: () => [...edges.values()],
  };
  return graph;
}

/**
 * Adds who uses records of a kind, from their table on: products, models, endpoints, screens, reports. `stream` is the
 * `connector/stream` that the records came by.
 */
export function addConsumers(
  graph: ReturnType<typeof createGraph>,
  upstream: string,
  kind: KindLineage,
  stream: string,
): void {
  const table = graph.node('table', kind.table, kind.table);
  graph.edge(upstream, table);
  for (const { label, streams } of kind.products ?? []) {
    if (streams.includes(stream)) graph.edge(table, graph.node('product', label, label));
  }
  for (const model of kind.models ?? []) graph.edge(table, graph.node('model', model, model));
  for (const report of kind.reports ?? []) graph.edge(table, graph.node('report', report, report));
  for (const endpoint of kind.endpoints) {
    const endpointNode = graph.node('endpoint', endpoint, endpoint);
    graph.edge(table, endpointNode);
    for (const screen of kind.screens) graph.edge(endpointNode, graph.node('screen', screen, screen));
  }
}

/** Graph provider → stream → last run → raw pages → table → products, models, reports, endpoints → screens. */
export function lineageOf(
  { connector, settings }: ConfiguredConnector,
  lastRuns: readonly LastRun[],
  kinds: Kinds,
): LineageGraph {
  const graph = createGraph();
  const provider = graph.node('provider', connector.id, connector.provider, settings.baseUrl);
  for (const stream of connector.streams) {
    const streamNode = graph.node('stream', stream.id, stream.id, stream.recordKind);
    graph.edge(provider, streamNode);
    const last = lastRuns.find((run) => run.streamId === stream.id);
    let upstream = streamNode;
    if (last !== undefined) {
      const run = graph.node('run', last.runId, `Execução de ${last.at}`, last.runId);
      const raw = graph.node('raw', last.runId, `${last.rawPages} páginas originais`);
      graph.edge(streamNode, run);
      graph.edge(run, raw);
      upstream = raw;
    }
    const kind = kinds[stream.recordKind];
    if (kind !== undefined) addConsumers(graph, upstream, kind, `${connector.id}/${stream.id}`);
  }
  const nodes = graph.nodes().filter((node): node is Node => node.kind !== 'observation');
  return { nodes, edges: graph.edges() };
}
