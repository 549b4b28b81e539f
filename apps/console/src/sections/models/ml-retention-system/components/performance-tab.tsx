import type { DataOf } from '@kianda/contract';
import type { retentionHistory } from '@kianda/contract/models/retention/statistics.contract';
import { formatInstant, formatMilliseconds, formatNumber, type TimeZone } from '@kianda/format';
import { EmptyState, Panel, PanelGrid, usePreferences } from '@kianda/ui';
import { useHistory } from '../api/use-retention.ts';
import { percentText } from '../api/words.ts';
import { performanceTexts as texts } from '../texts.pt.ts';
import { Series } from './series.tsx';
import { Sentences } from './statistics-tab.tsx';

type Points = DataOf<typeof retentionHistory>;

/** Times and space over the last day, and what they say. */
export default function PerformanceTab() {
  const history = useHistory();
  const { timeZone } = usePreferences();
  return (
    <>
      <PanelGrid minWidth={380}>
        <Panel
          id="tempos"
          title={texts.time}
          description={texts.timeText}
          source={history}
          isEmpty={(points) => points.every(({ response_time_ms }) => response_time_ms === null)}
          empty={<EmptyState title={texts.nothing} />}
        >
          {(points) => (
            <Series
              title={texts.time}
              unit="ms"
              format={{ maxDecimals: 2 }}
              lines={[
                {
                  label: texts.time,
                  points: points.map(({ timestamp, response_time_ms }) => ({
                    time: timestamp,
                    value: response_time_ms,
                  })),
                },
              ]}
            />
          )}
        </Panel>
        <Panel id="espaco-no-tempo" title={texts.space} description={texts.spaceText} source={history}>
          {(points) => (
            <Series
              title={texts.space}
              unit="GB"
              format={{ maxDecimals: 3 }}
              lines={[
                {
                  label: texts.space,
                  points: points.map(({ timestamp, space_usage_gb }) => ({ time: timestamp, value: space_usage_gb })),
                },
              ]}
            />
          )}
        </Panel>
      </PanelGrid>
      <Panel id="observacoes" title={texts.insights} source={history}>
        {(points) => <Sentences lines={insightsOf(points, timeZone)} />}
      </Panel>
    </>
  );
}

function insightsOf(points: Points, timeZone: TimeZone): string[] {
  const asked = points.reduce((sum, { active_queries }) => sum + active_queries, 0);
  if (asked === 0) return [texts.nothing];
  const slowest = points
    .filter(({ response_time_ms }) => response_time_ms !== null)
    .toSorted((a, b) => (b.response_time_ms ?? 0) - (a.response_time_ms ?? 0))[0];
  const failed = points.reduce((sum, { error_rate, active_queries }) => sum + (error_rate ?? 0) * active_queries, 0);
  return [
    texts.queries(formatNumber(asked, { maxDecimals: 0 })),
    ...(slowest === undefined
      ? []
      : [texts.slowest(formatMilliseconds(slowest.response_time_ms), formatInstant(slowest.timestamp, timeZone))]),
    failed === 0 ? texts.noErrors : texts.errors(percentText(failed / asked)),
  ];
}
