import { databaseOverview } from '@kianda/contract/operations/databases/databases.contract';
import { formatBytes, formatNumber } from '@kianda/format';
import { FactList, Panel, RelativeTime } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { databaseTexts as texts } from '../texts.pt.ts';

const whole = (value: number) => formatNumber(value, { maxDecimals: 0 });

/** What server this is, how large the database is, and who is connected to it. */
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
                {texts.connectionsValue(whole(connections.total), whole(connections.limit))}
                {'; '}
                {texts.connectionStates(
                  whole(connections.active),
                  whole(connections.idle),
                  whole(connections.idleInTransaction),
                )}
              </span>,
            ],
            [
              texts.byApplication,
              connections.byApplication
                .map(({ application, connections: count }) => `${application} (${whole(count)})`)
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
