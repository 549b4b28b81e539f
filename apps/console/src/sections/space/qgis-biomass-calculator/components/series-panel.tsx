import type { BiomassSeriesPoint, BiomassType } from '@kianda/contract/space/biomass/biomass.schemas';
import { formatDay, formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, PanelFrame, SkeletonBar } from '@kianda/ui';
import { lazy, Suspense, useMemo } from 'react';
import styles from '../page.module.css';
import { biomassTexts } from '../texts.pt.ts';
import { amountText, tonnesText } from './amounts.ts';

const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);
const texts = biomassTexts.series;
const chartHeight = 200;
const perMegatonne = 1e6;

type Props = { readonly series: readonly BiomassSeriesPoint[]; readonly type: BiomassType };

/** Three months: the sea's type that is chosen as a line with its interval, and all figures as a table. */
export function SeriesPanel({ series, type }: Props) {
  return (
    <PanelFrame id="serie" title={texts.title} description={texts.text}>
      <div className={styles.stack}>
        <Chart series={series} isFish={type === 'marine_fish'} />
        <DataTable id="serie" label={texts.title} columns={columns} rows={series} rowId={({ date }) => date} />
      </div>
    </PanelFrame>
  );
}

function Chart({ series, isFish }: { readonly series: readonly BiomassSeriesPoint[]; readonly isFish: boolean }) {
  const { lines, band } = useMemo(() => {
    const mega = (tonnes: number | null) => (tonnes === null ? null : tonnes / perMegatonne);
    // A month stands at its middle.
    const time = (date: string) => `${date}-15T00:00:00Z`;
    return {
      lines: [
        {
          label: isFish ? texts.fish : texts.phytoplankton,
          points: series.map((point) => ({
            time: time(point.date),
            value: mega(isFish ? point.marine_fish : point.marine_phytoplankton),
          })),
        },
      ],
      band: {
        label: texts.band,
        points: series.map((point) => ({
          time: time(point.date),
          low: mega(isFish ? point.fish_low : point.phytoplankton_low),
          high: mega(isFish ? point.fish_high : point.phytoplankton_high),
        })),
      },
    };
  }, [series, isFish]);
  return (
    <Suspense fallback={<SkeletonBar height={chartHeight + 30} />}>
      <TimeSeries
        title={isFish ? texts.fish : texts.phytoplankton}
        unit="Mt"
        lines={lines}
        band={band}
        timeZone="UTC"
        source={texts.source}
        height={chartHeight}
        format={{ maxDecimals: 2 }}
      />
    </Suspense>
  );
}

const figure = (text: string, isKnown: boolean, reason: string = texts.unknown) =>
  isKnown ? text : <abbr title={reason}>{UNKNOWN}</abbr>;

const columns: readonly Column<BiomassSeriesPoint>[] = [
  {
    ...{ id: 'month', label: texts.month, value: ({ date }) => date },
    render: ({ date }) => <span className={styles.month}>{formatDay(date)}</span>,
  },
  {
    ...{ id: 'phytoplankton', label: texts.phytoplankton, value: (row) => row.marine_phytoplankton },
    render: (row) => figure(tonnesText(row.marine_phytoplankton), row.marine_phytoplankton !== null),
  },
  {
    ...{ id: 'fish', label: texts.fish, value: ({ marine_fish }) => marine_fish },
    render: ({ marine_fish }) => figure(tonnesText(marine_fish), marine_fish !== null),
  },
  {
    ...{ id: 'total', label: texts.total, value: ({ total_marine }) => total_marine },
    render: ({ total_marine }) => figure(tonnesText(total_marine), total_marine !== null),
  },
  {
    ...{ id: 'chlorophyll', label: texts.chlorophyll, value: ({ chl_a_avg }) => chl_a_avg },
    render: ({ chl_a_avg }) => figure(amountText(chl_a_avg, 'mg/m³'), chl_a_avg !== null),
  },
  {
    ...{ id: 'terrestrial', label: texts.terrestrial, value: ({ terrestrial_biomass }) => terrestrial_biomass },
    render: ({ terrestrial_biomass: land }) => figure(tonnesText(land), land !== null, texts.noNdvi),
  },
  {
    ...{ id: 'ndvi', label: texts.ndvi, value: ({ ndvi_avg }) => ndvi_avg },
    render: ({ ndvi_avg }) => figure(formatNumber(ndvi_avg, { decimals: 2 }), ndvi_avg !== null, texts.noNdvi),
  },
  { id: 'days', label: texts.days, value: ({ days }) => days },
];
