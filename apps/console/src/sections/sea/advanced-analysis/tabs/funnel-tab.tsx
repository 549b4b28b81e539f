import type { UsageReport } from '@kianda/contract/people/usage/usage.contract';
import { formatCount, formatQuantity } from '@kianda/format';
import { EmptyState, Panel, SkeletonBar } from '@kianda/ui';
import { funnelOption } from '@kianda/viz/charts/figure/options.ts';
import { useMemo } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { funnelTable } from '../api/tables.ts';
import styles from '../page.module.css';
import { analysisTexts as texts } from '../texts.pt.ts';

const height = 340;

/** How far accounts come, from their first visit to regular use. */
export default function FunnelTab({ result }: { readonly result: EndpointResult<UsageReport> }) {
  return (
    <Panel
      id="funil"
      title={texts.charts.funnel}
      description={texts.charts.funnelText}
      source={result}
      isEmpty={({ funnel }) => !((funnel[0]?.users ?? 0) > 0)}
      empty={<EmptyState title={texts.charts.trendEmpty} />}
      skeleton={<SkeletonBar height={height + 30} />}
    >
      {(report) => <Funnel report={report} />}
    </Panel>
  );
}

function Funnel({ report }: { readonly report: UsageReport }) {
  const chart = useMemo(() => {
    const steps = report.funnel.map(({ id, users }) => ({ label: texts.steps[id], value: users }));
    return {
      marks: report.funnel.map(({ id, users, share }) => ({
        label: texts.steps[id],
        value:
          formatCount(users, 'conta', 'contas') +
          (share === null ? '' : ` (${formatQuantity(share, '%', { maxDecimals: 1 })})`),
      })),
      option: funnelOption(steps),
    };
  }, [report]);
  return (
    <div className={styles.narrow}>
      <FigureChart
        title={texts.charts.funnel}
        source={texts.source}
        height={height}
        {...chart}
        {...funnelTable(report)}
      />
    </div>
  );
}
