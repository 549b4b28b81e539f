import { alertHistory } from '@kianda/contract/operations/alerts/desk.contract';
import { type AlertType, alertTypeNames, alertTypes } from '@kianda/contract/operations/alerts/rules.contract';
import { alertHandling, type PlatformAlert } from '@kianda/contract/operations/health/health.contract';
import { formatDuration, formatInstant, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Pagination, Panel, SkeletonLines, StatusPill } from '@kianda/ui';
import { NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { handlingTones } from '../../shared/alert-tones.ts';
import styles from './auto-alerts.module.css';
import { historyTexts as texts } from './rule-texts.pt.ts';
import { alertTones } from './tones.ts';

const pageSize = 50;
const secondsOpen = ({ timestamp, resolvedAt }: PlatformAlert): number | null =>
  resolvedAt === null ? null : (Date.parse(resolvedAt) - Date.parse(timestamp)) / 1000;

const columnsFor = (onOpen: (id: string) => void): readonly Column<PlatformAlert>[] => [
  {
    id: 'title',
    label: texts.columns.title,
    value: ({ title }) => title,
    render: ({ id, title }) => (
      <button type="button" className={styles.link} aria-label={texts.details(title)} onClick={() => onOpen(id)}>
        {title}
      </button>
    ),
  },
  {
    id: 'type',
    label: texts.columns.type,
    value: ({ type }) => alertTypes[type],
    render: ({ type }) => <StatusPill tone={alertTones[type]}>{alertTypes[type]}</StatusPill>,
  },
  {
    id: 'state',
    label: texts.columns.state,
    value: ({ state }) => alertHandling[state],
    render: ({ state }) => <StatusPill tone={handlingTones[state]}>{alertHandling[state]}</StatusPill>,
  },
  { id: 'source', label: texts.columns.source, value: ({ source }) => source },
  {
    id: 'raised',
    label: texts.columns.raised,
    value: ({ timestamp }) => timestamp,
    render: ({ timestamp }) => formatInstant(timestamp),
  },
  {
    id: 'resolved',
    label: texts.columns.resolved,
    value: ({ resolvedAt }) => resolvedAt,
    render: ({ resolvedAt }) => (resolvedAt === null ? UNKNOWN : formatInstant(resolvedAt)),
  },
  {
    id: 'duration',
    label: texts.columns.duration,
    value: secondsOpen,
    render: (alert) => (alert.resolvedAt === null ? UNKNOWN : formatDuration(secondsOpen(alert))),
    align: 'end',
  },
];

/** Every alert there was, open and closed, by page of the server. */
export default function HistoryPanel({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const [page, setPage] = useState(1);
  const [filters, setFilters] = useState<Filters>({ type: '', search: '' });
  const words = useDeferredValue(filters.search.trim());
  const history = useEndpoint(
    alertHistory,
    {
      query: {
        page,
        pageSize,
        ...(filters.type === '' ? {} : { type: filters.type }),
        ...(words === '' ? {} : { search: words }),
      },
    },
    { refetchSeconds: 60 },
  );
  return (
    <Panel title={texts.title} description={texts.description} source={history} skeleton={<SkeletonLines lines={8} />}>
      {({ data, total }) => (
        <div className={styles.stack}>
          <HistoryFilters
            filters={filters}
            onChange={(next) => {
              setFilters(next);
              setPage(1);
            }}
          />
          <DataTable
            id="historico-de-alertas"
            label={texts.title}
            columns={columnsFor(onOpen)}
            rows={data}
            rowId={({ id }) => id}
            server={{ total }}
            empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
            pages={
              total <= pageSize ? undefined : <Pagination page={page} size={pageSize} total={total} onPage={setPage} />
            }
          />
        </div>
      )}
    </Panel>
  );
}

type Filters = { readonly type: AlertType | ''; readonly search: string };
type FilterProps = { readonly filters: Filters; readonly onChange: (filters: Filters) => void };

function HistoryFilters({ filters, onChange }: FilterProps) {
  return (
    <div className={styles.filters}>
      <TextInput
        type="search"
        label={texts.search}
        value={filters.search}
        maxLength={100}
        onChange={({ currentTarget }) => onChange({ ...filters, search: currentTarget.value })}
      />
      <NativeSelect
        label={texts.type}
        value={filters.type}
        data={[
          { value: '', label: texts.allTypes },
          ...alertTypeNames.map((name) => ({ value: name, label: alertTypes[name] })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...filters, type: alertTypeNames.find((name) => name === currentTarget.value) ?? '' })
        }
      />
    </div>
  );
}
