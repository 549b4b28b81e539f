import { type Column, DataTable, EmptyState, Instant, Panel, SkeletonBar } from '@kianda/ui';
import { lazy, Suspense } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { absenceReason } from '../../../shared/absence.ts';
import type { Monitoring } from '../api/use-monitoring.ts';
import { monitoringTexts } from '../texts.pt.ts';

const TimeSeries = lazy(() =>
  import('@kianda/viz/charts/time-series/time-series.tsx').then((module) => ({ default: module.TimeSeries })),
);

const { chart: texts, freshness } = monitoringTexts;
const height = 220;
const typeName = (type: string) => monitoringTexts.types[type] ?? type;
const hasNone = ({ types }: Monitoring) => types.length === 0;

type Props = { readonly monitoring: EndpointResult<Monitoring> };

/** Products of each type by day of sensing. */
export function ProductsChart({ monitoring }: Props) {
  const skeleton = <SkeletonBar height={height + 30} />;
  return (
    <Panel
      id="produtos-por-dia"
      title={texts.title}
      description={texts.description}
      source={monitoring}
      skeleton={skeleton}
      isEmpty={hasNone}
      empty={<EmptyState title={texts.empty}>{absenceReason(monitoring.sourced) ?? texts.emptyText}</EmptyState>}
    >
      {({ days, types }) => (
        <Suspense fallback={skeleton}>
          <TimeSeries
            title={texts.axis}
            unit={texts.unit}
            height={height}
            // Counts are of days of UTC: another zone would move them.
            timeZone="UTC"
            source={texts.source}
            format={{ maxDecimals: 0 }}
            lines={types.map(({ type }) => ({
              label: typeName(type),
              points: days.map(({ date, byType }) => ({
                time: `${date}T00:00:00Z`,
                // Both satellites pass every day: one without any product was not read yet, and is no zero.
                value: Object.keys(byType).length === 0 ? null : (byType[type] ?? 0),
              })),
            }))}
          />
        </Suspense>
      )}
    </Panel>
  );
}

type TypeRow = Monitoring['types'][number];

const moment = (instant: string | null) => (instant === null ? '' : <Instant at={instant} />);

const freshnessColumns: readonly Column<TypeRow>[] = [
  { id: 'type', label: freshness.type, value: (row) => typeName(row.type) },
  { id: 'total', label: freshness.total, value: (row) => row.total, align: 'end' },
  {
    id: 'sensed',
    label: freshness.sensed,
    value: (row) => row.newestSensed,
    render: (row) => moment(row.newestSensed),
  },
  {
    id: 'published',
    label: freshness.published,
    value: (row) => row.newestPublished,
    render: (row) => moment(row.newestPublished),
  },
  { id: 'latency', label: freshness.latency, value: (row) => row.latencyHours, align: 'end' },
];

/** Newest observation, newest publication and delay of each type. */
export function FreshnessPanel({ monitoring }: Props) {
  return (
    <Panel
      id="frescura"
      title={freshness.title}
      source={monitoring}
      flush
      isEmpty={hasNone}
      empty={<EmptyState title={texts.empty}>{absenceReason(monitoring.sourced) ?? texts.emptyText}</EmptyState>}
    >
      {({ types }) => (
        <DataTable
          id="copernicus-frescura"
          label={freshness.caption}
          columns={freshnessColumns}
          rows={types}
          rowId={(row) => row.type}
          initialSort="type"
        />
      )}
    </Panel>
  );
}
