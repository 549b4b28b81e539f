import type { Connector, RecordKind } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import type { traceObservation } from '@kianda/contract/ingestion/connectors/engine.contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ConnectorTables } from '../connectors.tables.ts';
import type { ConnectorRegistry } from '../registry/connector-registry.ts';
import { addConsumers, createGraph, type KindLineage } from './lineage.ts';

/**
 * Leads one stored value back to the run and the raw page it came with, and on to the screens and endpoints that use it.
 * Rows carry the instant their page was retrieved, as does the badge beside every figure; the engine gives no two pages
 * of a run the same.
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
    const wanted = (await registry.all()).filter(
      ({ connector }) =>
        query.source === undefined || connector.id === query.source || connector.provider === query.source,
    );
    const ids = wanted.map(({ connector }) => connector.id);
    const found = await pageRetrievedAt(db, new Date(query.retrievedAt), ids);
    const configured = wanted.find(({ connector }) => connector.id === found?.connector_id);
    if (found === undefined || configured === undefined) {
      throw new AppError('not_found', { detail: 'Nenhuma página guardada foi obtida nesse instante.' });
    }
    const raw = await rawPagesOf(db, found);
    const { connector } = configured;
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
      ...graphOf({ connector, found, raw, retrievedAt: query.retrievedAt, kinds }),
    };
  };
}

export type Trace = ReturnType<typeof createTrace>;

type FoundPage = NonNullable<Awaited<ReturnType<typeof pageRetrievedAt>>>;
type RawPage = Awaited<ReturnType<typeof rawPagesOf>>[number];

/** The page retrieved at an instant, with its run; the fullest one where several connectors share the instant. */
function pageRetrievedAt(db: Kysely<ConnectorTables>, retrievedAt: Date, connectorIds: readonly string[]) {
  return db
    .selectFrom('connectors.pages as p')
    .innerJoin('connectors.runs as r', 'r.id', 'p.run_id')
    .selectAll('r')
    .select(['p.page', 'p.retrieved_at', 'p.written', 'p.duplicates', 'p.rejected'])
    .where('p.retrieved_at', '=', retrievedAt)
    .where('r.connector_id', 'in', ['', ...connectorIds])
    .orderBy('p.written', 'desc')
    .executeTakeFirst();
}

function rawPagesOf(db: Kysely<ConnectorTables>, { id, page }: { readonly id: string; readonly page: number }) {
  return db
    .selectFrom('connectors.raw_pages')
    .selectAll()
    .where('run_id', '=', id)
    .where('seq', '>=', page * 1000)
    .where('seq', '<', (page + 1) * 1000)
    .orderBy('seq')
    .execute();
}

/** Nodes and edges from the provider over stream, run and raw pages to the observation and its consumers. */
function graphOf(of: {
  readonly connector: Connector;
  readonly found: FoundPage;
  readonly raw: readonly RawPage[];
  readonly retrievedAt: string;
  readonly kinds: Readonly<Partial<Record<RecordKind, KindLineage>>>;
}) {
  const { connector, found, raw, retrievedAt } = of;
  const stream = connector.streams.find(({ id }) => id === found.stream_id);
  const graph = createGraph();
  const provider = graph.node('provider', connector.id, connector.provider, found.base_url);
  const streamNode = graph.node('stream', found.stream_id, found.stream_id, stream?.recordKind ?? null);
  const run = graph.node('run', found.id, `Execução de ${found.created_at.toISOString()}`, found.id);
  const observation = graph.node('observation', retrievedAt, `Obtido em ${retrievedAt}`);
  graph.edge(provider, streamNode);
  graph.edge(streamNode, run);
  for (const page of raw) {
    const node = graph.node('raw', `${found.id}/${page.seq}`, `Página original ${page.seq}`, page.url);
    graph.edge(run, node);
    graph.edge(node, observation);
  }
  if (raw.length === 0) graph.edge(run, observation);
  const kind = stream === undefined ? undefined : of.kinds[stream.recordKind];
  if (kind !== undefined) addConsumers(graph, observation, kind, `${connector.id}/${found.stream_id}`);
  return { nodes: graph.nodes(), edges: graph.edges() };
}
