import type { RecordKind } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import type { traceObservation } from '@kianda/contract/ingestion/connectors/engine.contract';
import type { Database } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ConnectorTables } from '../connectors.tables.ts';
import type { ConnectorRegistry } from '../registry/connector-registry.ts';
import { addConsumers, createGraph, type KindLineage } from './lineage.ts';

/**
 * Leads one stored value back to the run and the raw page it came with, and on to who uses it. Rows carry the instant
 * their page was retrieved, as does the badge beside every figure; the engine gives no two pages of a run the same.
 */
export function createTrace(
  database: Database,
  registry: ConnectorRegistry,
  kinds: Readonly<Partial<Record<RecordKind, KindLineage>>>,
) {
  const db = database.for<ConnectorTables>();

  return async function trace(query: {
    retrievedAt: string;
    source?: string | undefined;
  }): Promise<DataOf<typeof traceObservation>> {
    const retrievedAt = new Date(query.retrievedAt);
    const all = await registry.all();
    const wanted = all.filter(
      ({ connector }) =>
        query.source === undefined || connector.id === query.source || connector.provider === query.source,
    );
    const found = await db
      .selectFrom('connectors.pages as p')
      .innerJoin('connectors.runs as r', 'r.id', 'p.run_id')
      .selectAll('r')
      .select(['p.page', 'p.retrieved_at', 'p.written', 'p.duplicates', 'p.rejected'])
      .where('p.retrieved_at', '=', retrievedAt)
      .where('r.connector_id', 'in', ['', ...wanted.map(({ connector }) => connector.id)])
      .orderBy('p.written', 'desc')
      .executeTakeFirst();
    const configured = wanted.find(({ connector }) => connector.id === found?.connector_id);
    if (found === undefined || configured === undefined) {
      throw new AppError('not_found', { detail: 'Nenhuma página guardada foi obtida nesse instante.' });
    }
    const raw = await db
      .selectFrom('connectors.raw_pages')
      .selectAll()
      .where('run_id', '=', found.id)
      .where('seq', '>=', found.page * 1000)
      .where('seq', '<', (found.page + 1) * 1000)
      .orderBy('seq')
      .execute();

    const { connector } = configured;
    const stream = connector.streams.find(({ id }) => id === found.stream_id);
    const graph = createGraph();
    const provider = graph.node('provider', connector.id, connector.provider, found.base_url);
    const streamNode = graph.node('stream', found.stream_id, found.stream_id, stream?.recordKind ?? null);
    const run = graph.node('run', found.id, `Execução de ${found.created_at.toISOString()}`, found.id);
    const observation = graph.node('observation', query.retrievedAt, `Obtido em ${query.retrievedAt}`);
    graph.edge(provider, streamNode);
    graph.edge(streamNode, run);
    for (const page of raw) {
      const node = graph.node('raw', `${found.id}/${page.seq}`, `Página original ${page.seq}`, page.url);
      graph.edge(run, node);
      graph.edge(node, observation);
    }
    if (raw.length === 0) graph.edge(run, observation);
    const kind = stream === undefined ? undefined : kinds[stream.recordKind];
    if (kind !== undefined) addConsumers(graph, observation, kind, `${connector.id}/${found.stream_id}`);

    return {
      connectorId: connector.id,
      connectorName: connector.name,
      provider: connector.provider,
      stream: found.stream_id,
      runId: found.id,
      runState: found.state,
      retrievedAt: found.retrieved_at.toISOString(),
      simulated: found.simulated_seed !== null,
      licence: found.licence,
      citation: found.citation,
      codeVersion: found.code_version,
      page: {
        number: found.page,
        written: found.written,
        duplicates: found.duplicates,
        rejected: found.rejected,
      },
      rawPages: raw.map((page) => ({
        seq: page.seq,
        url: page.url,
        bytes: page.bytes,
        contentType: page.content_type,
        storedAt: page.stored_at.toISOString(),
        expiredAt: page.expired_at?.toISOString() ?? null,
      })),
      nodes: graph.nodes(),
      edges: graph.edges(),
    };
  };
}

export type Trace = ReturnType<typeof createTrace>;
