import { rawRetention } from '@kianda/contract/ingestion/connectors/engine.contract';
import { formatBytes, formatCount, formatNumber, UNKNOWN } from '@kianda/format';
import { FactList, Panel, RelativeTime } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { ingestionTexts } from '../texts.pt.ts';

const texts = ingestionTexts.retention;

/** Raw pages and runs in storage, their retention, and the removals of the last clean-up. */
export function RetentionPanel() {
  const retention = useEndpoint(rawRetention, {}, { refetchSeconds: 300, staleSeconds: 300 });
  const days = (count: number) => formatCount(count, 'dia', 'dias');
  return (
    <Panel title={texts.title} description={texts.description} source={retention}>
      {({ rawPagesDays, runsDays, rawPages, rawBytes, oldestRawPage, lastSweep }) => (
        <FactList
          items={[
            [texts.pages, `${formatNumber(rawPages, { maxDecimals: 0 })} · ${formatBytes(rawBytes)}`],
            [texts.pagesKept, days(rawPagesDays)],
            [texts.runsKept, days(runsDays)],
            [
              texts.oldest,
              oldestRawPage === null ? (
                <span key="none" title={texts.noPages}>
                  {UNKNOWN}
                </span>
              ) : (
                <RelativeTime key="oldest" at={oldestRawPage} />
              ),
            ],
            [
              texts.sweep,
              lastSweep === null ? (
                <span key="none" title={texts.noSweep}>
                  {UNKNOWN}
                </span>
              ) : (
                <span key="sweep">
                  <RelativeTime at={lastSweep.at} /> · {texts.swept(lastSweep.rawPages, formatBytes(lastSweep.bytes))}
                </span>
              ),
            ],
          ]}
        />
      )}
    </Panel>
  );
}
