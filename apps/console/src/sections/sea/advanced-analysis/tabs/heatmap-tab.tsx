import type { UsageReport } from '@kianda/contract/people/usage/usage.contract';
import { formatNumber } from '@kianda/format';
import { EmptyState, Panel, SkeletonBar } from '@kianda/ui';
import { heatOption } from '@kianda/viz/charts/figure/options.ts';
import { useMemo } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { heatTable } from '../api/tables.ts';
import { analysisTexts as texts } from '../texts.pt.ts';

const blockHours = 4;
const blocks = Array.from({ length: 24 / blockHours }, (_, index) => index * blockHours);
const height = 380;
const twoDigits = (hour: number) => String(hour).padStart(2, '0');

/** When the platform is used. */
export default function HeatmapTab({ result }: { readonly result: EndpointResult<UsageReport> }) {
  return (
    <Panel
      id="heatmap"
      title={texts.charts.heatmap}
      description={texts.charts.heatmapText}
      source={result}
      isEmpty={({ heatmap }) => heatmap.every(({ accountHours }) => accountHours === 0)}
      empty={<EmptyState title={texts.charts.trendEmpty} />}
      skeleton={<SkeletonBar height={height + 30} />}
    >
      {(report) => <Heat report={report} />}
    </Panel>
  );
}

function Heat({ report }: { readonly report: UsageReport }) {
  const chart = useMemo(() => {
    const cells = report.heatmap.map(({ weekday, hour, accountHours }) => ({
      column: blocks.indexOf(hour),
      row: weekday,
      value: accountHours,
    }));
    return {
      marks: report.heatmap.map(({ weekday, hour, accountHours }) => ({
        label: `${texts.weekdays[weekday] ?? ''} ${twoDigits(hour)}–${twoDigits(hour + blockHours)} h`,
        value: formatNumber(accountHours, { maxDecimals: 0 }),
      })),
      option: heatOption(cells, blocks.map(twoDigits), texts.weekdays, texts.charts.hourAxis),
    };
  }, [report]);
  return (
    <FigureChart title={texts.charts.heatmap} source={texts.source} height={height} {...chart} {...heatTable(report)} />
  );
}
