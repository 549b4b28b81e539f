import { databaseOverview } from '@kianda/contract/operations/databases/databases.contract';
import { formatBytes, formatNumber } from '@kianda/format';
import { FactList, Panel, RelativeTime } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { databaseTexts as texts } from '../texts.pt.ts';

const wholeNumber = (value: number) => formatNumber(value, { maxDecimals: 0 });

/** Server, size and connections of the database. */
export function ServerPanel() {
  const overview = useEndpoint(databaseOverview, {}, { refetchSeconds: 30 });
  return (
    <Panel id="servidor" title={texts.overview} source={overview}>
      {({ name, version, totalBytes, startedAt, extensions, connections }) => (
        <FactList
          items={[
            [texts.database, name],
            [texts.version, version],
            [texts.totalSize, formatBytes(totalBytes)],
            [texts.startedAt, <RelativeTime key="since" at={startedAt} />],
            [
              texts.connections,
              <span key="connections">
                {texts.connectionsValue(wholeNumber(connections.total), wholeNumber(connections.limit))}
                {'; '}
                {texts.connectionStates(
                  wholeNumber(connections.active),
                  wholeNumber(connections.idle),
                  wholeNumber(connections.idleInTransaction),
                )}
              </span>,
            ],
            [
              texts.byApplication,
              connections.byApplication
                .map(({ application, connections: count }) => `${application} (${wholeNumber(count)})`)
                .join(', '),
            ],
            [
              texts.extensions,
              extensions.length === 0
                ? texts.none
                : extensions.map((extension) => `${extension.name} ${extension.version}`).join(', '),
            ],
          ]}
        />
      )}
    </Panel>
  );
}
