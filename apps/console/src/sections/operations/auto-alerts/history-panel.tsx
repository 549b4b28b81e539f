import { alertHistory } from '@kianda/contract/operations/alerts/desk.contract';
import { type AlertType, alertTypeNames, alertTypes } from '@kianda/contract/operations/alerts/rules.contract';
import { alertHandling, type PlatformAlert } from '@kianda/contract/operations/health/health.contract';
import { formatDuration, formatInstant, formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, SkeletonLines, StatusPill } from '@kianda/ui';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { handlingTones } from '../../shared/alert-tones.ts';
import styles from './auto-alerts.module.css';
import { historyTexts as texts } from './rule-texts.pt.ts';
import { alertTones } from './tones.ts';

const pageSize = 50;
const whole = (value: number) => formatNumber(value, { maxDecimals: 0 });
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

/** Every alert there was. */
export default function HistoryPanel({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const [page, setPage] = useState(1);
  const [type, setType] = useState<AlertType | ''>('');
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search.trim());
  const history = useEndpoint(
    alertHistory,
    { query: { page, pageSize, ...(type === '' ? {} : { type }), ...(words === '' ? {} : { search: words }) } },
    { refetchSeconds: 60 },
  );
  const pages = Math.max(1, Math.ceil((history.sourced?.value.total ?? 0) / pageSize));
  return (
    <Panel title={texts.title} description={texts.description} source={history} skeleton={<SkeletonLines lines={8} />}>
      {(value) => (
        <div className={styles.stack}>
          <div className={styles.filters}>
            <TextInput
              type="search"
              label={texts.search}
              value={search}
              maxLength={100}
              onChange={({ currentTarget }) => {
                setSearch(currentTarget.value);
                setPage(1);
              }}
            />
            <NativeSelect
              label={texts.type}
              value={type}
              data={[
                { value: '', label: texts.allTypes },
                ...alertTypeNames.map((name) => ({ value: name, label: alertTypes[name] })),
              ]}
              onChange={({ currentTarget }) => {
                setType(alertTypeNames.find((name) => name === currentTarget.value) ?? '');
                setPage(1);
              }}
            />
          </div>
          {value.data.length === 0 ? (
            <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
          ) : (
            <DataTable
              id="historico-de-alertas"
              label={texts.title}
              columns={columnsFor(onOpen)}
              rows={value.data}
              rowId={({ id }) => id}
            />
          )}
          {pages === 1 ? null : (
            <nav className={styles.buttons} aria-label={texts.pages}>
              <Button size="xs" variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                {texts.previous}
              </Button>
              <span className={styles.note} role="status">
                {texts.page(whole(page), whole(pages))}
              </span>
              <Button size="xs" variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
                {texts.next}
              </Button>
            </nav>
          )}
        </div>
      )}
    </Panel>
  );
}
