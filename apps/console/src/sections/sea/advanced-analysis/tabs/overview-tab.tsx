import type { Sourced } from '@kianda/contract';
import { type UsageFigureId, type UsageReport, usageFigureIds } from '@kianda/contract/people/usage/usage.contract';
import { formatDuration, formatQuantity, type NumberOptions } from '@kianda/format';
import { EmptyState, Panel, PanelGrid, SkeletonBar, Tile, TileGrid } from '@kianda/ui';
import { barsOption } from '@kianda/viz/charts/figure/options.ts';
import { lazy, Suspense, useMemo } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { FigureChart } from '../../../shared/figure-chart.tsx';
import { orReason } from '../../../shared/sourced.ts';
import { deviceTable, nameOfSection, sectionTable } from '../api/tables.ts';
import { analysisTexts as texts } from '../texts.pt.ts';

const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);

const shares: readonly UsageFigureId[] = ['conversion', 'retention', 'churn', 'bounce'];
const oneDecimal = { maxDecimals: 1 } as const;
const wholeNumber = { maxDecimals: 0 } as const;
const chartHeight = 220;

type Props = { readonly result: EndpointResult<UsageReport> };

/** How much the platform is used, with what, and what is opened. */
export default function OverviewTab({ result }: Props) {
  return (
    <>
      <TileGrid minWidth={236}>
        {usageFigureIds.map((id) => (
          <FigureTile key={id} id={id} result={result} />
        ))}
      </TileGrid>
      <Panel
        id="tendencia"
        title={texts.charts.trendTitle}
        source={result}
        isEmpty={({ trend }) => trend.every(({ users }) => users === 0)}
        empty={<EmptyState title={texts.charts.trendEmpty} />}
        skeleton={<SkeletonBar height={chartHeight + 30} />}
      >
        {(report) => <Trend report={report} />}
      </Panel>
      <PanelGrid minWidth={370}>
        <Panel
          id="seccoes"
          title={texts.charts.sections}
          source={result}
          isEmpty={({ sections }) => sections.length === 0}
          empty={<EmptyState title={texts.charts.trendEmpty} />}
          skeleton={<SkeletonBar height={chartHeight + 30} />}
        >
          {(report) => <Sections report={report} />}
        </Panel>
        <Panel
          id="equipamentos"
          title={texts.charts.devices}
          source={result}
          isEmpty={({ devices }) => devices.every(({ visits }) => visits === 0)}
          empty={<EmptyState title={texts.charts.trendEmpty} />}
          skeleton={<SkeletonBar height={chartHeight + 30} />}
        >
          {(report) => <Devices report={report} />}
        </Panel>
      </PanelGrid>
    </>
  );
}

function FigureTile({ id, result }: Props & { readonly id: UsageFigureId }) {
  const value = orReason(result.figure(`overview.${id}.value`), result);
  const change = result.figure(`overview.${id}.change`);
  const { label, note } = texts.figures[id];
  const isShare = shares.includes(id);
  const isDuration = id === 'sessionSeconds';
  const format: NumberOptions = isShare || id === 'dailyUsers' ? oneDecimal : wholeNumber;
  return (
    <Tile
      id={id}
      label={label}
      value={value}
      unit={isShare ? '%' : isDuration ? 's' : ''}
      format={format}
      note={note}
      {...(isDuration ? { display: (seconds: number | string) => formatDuration(Number(seconds)) } : {})}
      {...changeOf(change, isShare ? texts.points : isDuration ? 's' : '%')}
    />
  );
}

function changeOf(change: Sourced<number | null> | undefined, unit: string) {
  if (change === undefined || change.value === null) return {};
  return { change: { value: { ...change, value: Math.round(change.value * 10) / 10 }, label: texts.compared, unit } };
}

function Trend({ report: { trend } }: { readonly report: UsageReport }) {
  const lines = useMemo(
    () => [
      {
        label: texts.charts.users,
        // A day begins at midnight of Luanda.
        points: trend.map(({ day, users }) => ({ time: `${day}T00:00:00+01:00`, value: users })),
      },
    ],
    [trend],
  );
  return (
    <Suspense fallback={<SkeletonBar height={chartHeight + 30} />}>
      <TimeSeries
        title={texts.charts.trend}
        unit={texts.charts.trendUnit}
        lines={lines}
        timeZone="Africa/Luanda"
        source={texts.source}
        height={chartHeight}
        format={wholeNumber}
      />
    </Suspense>
  );
}

function Sections({ report }: { readonly report: UsageReport }) {
  const chart = useMemo(() => {
    const bars = report.sections
      .slice(0, 10)
      .map(({ section, opened }) => ({ label: nameOfSection(section), value: opened }));
    return {
      marks: bars.map(({ label, value }) => ({ label, value: formatQuantity(value, '', wholeNumber) })),
      option: barsOption(bars, texts.charts.sectionsAxis),
      height: Math.max(140, 60 + 26 * bars.length),
    };
  }, [report]);
  return <FigureChart title={texts.charts.sections} source={texts.source} {...chart} {...sectionTable(report)} />;
}

function Devices({ report }: { readonly report: UsageReport }) {
  const chart = useMemo(() => {
    const bars = report.devices.map(({ device, share }) => ({ label: texts.devices[device], value: share }));
    return {
      marks: bars.map(({ label, value }) => ({ label, value: formatQuantity(value, '%', oneDecimal) })),
      option: barsOption(bars, texts.charts.devicesAxis),
      height: 160,
    };
  }, [report]);
  return <FigureChart title={texts.charts.devices} source={texts.source} {...chart} {...deviceTable(report)} />;
}
