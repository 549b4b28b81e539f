import type { Connector } from '@kianda/connectors';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import type { ChangeSource } from '../../../platform/changes.ts';
import type { ConnectorRepository } from './connectors.repository.ts';

/** Streams that began to fail, and those that came back. */
export function connectorChanges(
  turns: ConnectorRepository['streamTurns'],
  connectors: readonly Connector[],
): readonly ChangeSource[] {
  const names = new Map(connectors.map(({ id, name }) => [id, name]));
  const source = (kind: 'connector-failed' | 'connector-recovered', isFailed: boolean): ChangeSource => ({
    kind,
    access: 'connectors:read',
    async since(from, _principal, limit) {
      const turned = await turns(from, isFailed);
      return {
        count: turned.length,
        newest: turned.slice(0, limit).map(({ run_id: id, connector_id: connectorId, stream_id: stream, at }) => ({
          id,
          title: `${names.get(connectorId) ?? connectorId} · ${streamTitle(stream)}`,
          at,
          target: { section: 'data-connectors', search: { connector: connectorId } },
        })),
      };
    },
  });
  return [source('connector-failed', true), source('connector-recovered', false)];
}
