import type { DataOf } from '@kianda/contract';
import { routeMetrics } from '@kianda/contract/operations/health/health.contract';
import { formatNumber } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, RelativeTime, SkeletonLines } from '@kianda/ui';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { type Period, periodHours } from '../api/periods.ts';
import { performanceTexts } from '../texts.pt.ts';
import styles from './routes-panel.module.css';

const texts = performanceTexts.routes;
type Route = DataOf<typeof routeMetrics>['routes'][number];

const milliseconds = (select: (route: Route) => number) => (route: Route) => (
  <span>{formatNumber(select(route), { decimals: 1 })}</span>
);

const columns: readonly Column<Route>[] = [
  {
    id: 'method',
    label: texts.method,
    value: (route) => route.method,
    render: (route) => <span className="k-mono">{route.method}</span>,
    width: '88px',
  },
  {
    id: 'path',
    label: texts.path,
    value: (route) => route.path,
    render: (route) => <span className={styles.path}>{route.path}</span>,
  },
  { id: 'endpoint', label: texts.endpoint, value: (route) => route.endpoint, hidden: true },
  {
    id: 'requests',
    label: texts.requests,
    value: (route) => route.requests,
    render: (route) => formatNumber(route.requests, { maxDecimals: 0 }),
    align: 'end',
    width: '100px',
  },
  {
    id: 'p50',
    label: texts.p50,
    value: (route) => route.p50Ms,
    render: milliseconds((route) => route.p50Ms),
    align: 'end',
    width: '96px',
  },
  {
    id: 'p95',
    label: texts.p95,
    value: (route) => route.p95Ms,
    render: milliseconds((route) => route.p95Ms),
    align: 'end',
    width: '96px',
  },
  {
    id: 'p99',
    label: texts.p99,
    value: (route) => route.p99Ms,
    render: milliseconds((route) => route.p99Ms),
    align: 'end',
    width: '96px',
  },
  {
    id: 'errors',
    label: texts.errors,
    value: (route) => route.errorRate,
    render: (route) => (
      <span className={route.errorRate > 0 ? styles.errors : undefined}>
        {formatNumber(route.errorRate, { maxDecimals: 2 })}
      </span>
    ),
    align: 'end',
    width: '96px',
  },
  {
    id: 'last',
    label: texts.last,
    value: (route) => route.lastAccessed,
    render: (route) => <RelativeTime at={route.lastAccessed} />,
    align: 'end',
    width: '140px',
  },
];

type Props = {
  readonly period: Period;
  readonly sort: string;
  readonly filter: string;
  readonly onView: (view: { sort: string; q: string }) => void;
};

/** Requests, latency and failures of each route of the API. */
export function RoutesPanel({ period, sort, filter, onView }: Props) {
  const routes = useEndpoint(routeMetrics, { query: { hours: periodHours[period] } }, { refetchSeconds: 60 });
  return (
    <Panel
      id="rotas"
      title={texts.title}
      description={texts.description(texts.periods[period])}
      source={routes}
      flush
      skeleton={<SkeletonLines lines={8} />}
      isEmpty={(data) => data.routes.length === 0}
      empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
    >
      {(data) => (
        <DataTable
          id={`kianda-rotas-${period}`}
          label={texts.label}
          columns={columns}
          rows={data.routes}
          rowId={(route) => route.endpoint}
          view={{ sort, filter }}
          onViewChange={(view) => onView({ sort: view.sort, q: view.filter })}
        />
      )}
    </Panel>
  );
}
