import { formatMilliseconds, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, RelativeTime, StatusPill, type StatusTone, type TableView } from '@kianda/ui';
import type { ReactNode } from 'react';
import { accessText, type EndpointRow } from './endpoint-row.ts';
import { gatewayTexts as texts } from './texts.pt.ts';

const tones: Readonly<Record<EndpointRow['status'], StatusTone>> = {
  active: 'good',
  deprecated: 'caution',
  maintenance: 'bad',
};

const unknown = <abbr title={texts.noRequests}>{UNKNOWN}</abbr>;
/** A long path breaks where it must: in one line it would push the figures out of sight. */
const broken = { overflowWrap: 'anywhere' } as const;
const mono = (text: string) => (
  <span className="k-mono" style={broken}>
    {text}
  </span>
);

const columns: readonly Column<EndpointRow>[] = [
  {
    id: 'method',
    label: texts.method,
    value: ({ method }) => method,
    render: ({ method }) => mono(method),
    width: '84px',
  },
  { id: 'path', label: texts.path, value: ({ path }) => path, render: ({ path }) => mono(path), width: '280px' },
  { id: 'what', label: texts.what, value: ({ description }) => description, width: '240px' },
  {
    id: 'requests',
    label: texts.requests,
    value: ({ requestCount }) => requestCount,
    align: 'end',
    width: '90px',
  },
  {
    id: 'p50',
    label: texts.p50,
    value: ({ responseTime }) => responseTime,
    render: ({ responseTime }) => (responseTime === null ? unknown : formatMilliseconds(responseTime)),
    align: 'end',
    width: '84px',
  },
  {
    id: 'p95',
    label: texts.p95,
    value: ({ responseTimeP95 }) => responseTimeP95,
    render: ({ responseTimeP95 }) => (responseTimeP95 === null ? unknown : formatMilliseconds(responseTimeP95)),
    align: 'end',
    width: '84px',
  },
  {
    id: 'errors',
    label: texts.errors,
    value: ({ errorRate }) => errorRate,
    render: ({ errorRate }) => (errorRate === null ? unknown : formatQuantity(errorRate, '%')),
    align: 'end',
    width: '92px',
  },
  { id: 'access', label: texts.access, value: accessText, width: '200px' },
  {
    id: 'state',
    label: texts.state,
    value: ({ status }) => texts.states[status],
    render: ({ status }) => <StatusPill tone={tones[status]}>{texts.states[status]}</StatusPill>,
    width: '130px',
    hidden: true,
  },
  {
    id: 'last',
    label: texts.last,
    value: ({ lastAccessed }) => lastAccessed,
    render: ({ lastAccessed }) => (lastAccessed === null ? unknown : <RelativeTime at={lastAccessed} />),
    width: '140px',
    hidden: true,
  },
  { id: 'service', label: texts.service, value: ({ service }) => service, width: '110px', hidden: true },
  { id: 'id', label: texts.id, value: ({ id }) => id, hidden: true },
];

type Props = {
  readonly rows: readonly EndpointRow[];
  readonly view: TableView;
  readonly onViewChange: (view: TableView) => void;
  readonly onOpen: (row: EndpointRow) => void;
  readonly empty: ReactNode;
  readonly actions: ReactNode;
};

/** The endpoints, with their use of the last hours. */
export function EndpointTable({ rows, onOpen, ...table }: Props) {
  return (
    <DataTable
      id="enderecos"
      label={texts.list}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      onOpenRow={onOpen}
      rowName={({ method, path }) => `${method} ${path}`}
      height="min(70dvh, 720px)"
      {...table}
    />
  );
}
