import { type FlowerTask, flowerTasks, flowerTaskTypes } from '@kianda/contract/operations/tasks/monitor.contract';
import { formatDuration, formatInstant } from '@kianda/format';
import {
  type Column,
  CursorPages,
  DataTable,
  DayInput,
  EmptyState,
  named,
  Panel,
  PanelFrame,
  RelativeTime,
  StatusPill,
  type StatusTone,
  usePreferences,
} from '@kianda/ui';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from './monitor.module.css';
import { type MonitorSearch, pageSize, tasksQuery } from './search-query.ts';
import { monitorTexts } from './texts.pt.ts';

const texts = monitorTexts.search;
/** States that runs of the platform's own queue have. */
const ownStates = ['PENDING', 'STARTED', 'RETRY', 'SUCCESS', 'FAILURE', 'REVOKED'] as const;
const tones: Readonly<Record<FlowerTask['state'], StatusTone>> = {
  PENDING: 'unknown',
  RECEIVED: 'unknown',
  SENT: 'unknown',
  RETRY: 'caution',
  STARTED: 'info',
  SUCCESS: 'good',
  FAILURE: 'bad',
  REJECTED: 'bad',
  REVOKED: 'unknown',
};

type Props = {
  readonly search: MonitorSearch;
  readonly onChange: (part: Partial<MonitorSearch>) => void;
};

/** Every stored task, found by words, type, state and time, on the server. */
export function TaskSearch({ search, onChange }: Props) {
  const found = useEndpoint(flowerTasks, { query: tasksQuery(search) }, { refetchSeconds: 30, timeoutSeconds: 20 });
  const types = useEndpoint(flowerTaskTypes, {}, { refetchSeconds: 60 }).sourced?.value.totals;
  const labels = useMemo(() => new Map(types?.map(({ name, label }) => [name, label])), [types]);
  const columns = useMemo(() => columnsOf(labels), [labels]);
  const { timeZone } = usePreferences();
  const { q, type, state, from, to, page } = search;
  const rows = Object.values(found.sourced?.value ?? {});
  return (
    <>
      <PanelFrame title={texts.title} description={texts.note}>
        <SearchForm
          key={JSON.stringify([q, type, state, from, to])}
          search={search}
          labels={labels}
          onChange={onChange}
        />
      </PanelFrame>
      <Panel
        id="tarefas-encontradas"
        title={monitorTexts.views.search}
        source={found}
        isEmpty={(value) => Object.keys(value).length === 0}
        empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
        footer={
          page === 1 && rows.length < pageSize ? undefined : (
            <CursorPages
              isFirst={page === 1}
              hasNext={rows.length >= pageSize}
              onFirst={() => onChange({ page: 1 })}
              onNext={() => onChange({ page: page + 1 })}
            />
          )
        }
        flush
      >
        {(value) => (
          <DataTable
            id="tarefas-encontradas"
            label={texts.title}
            columns={columns}
            rows={Object.values(value)}
            rowId={({ uuid }) => uuid}
            server={{}}
            height="560px"
            onOpenRow={({ uuid }) => onChange({ task: uuid })}
            rowName={({ name, received }) =>
              named(labels.get(name ?? '') ?? name ?? '', formatInstant(instantOf(received), timeZone, true))
            }
          />
        )}
      </Panel>
    </>
  );
}

type FormProps = Props & { readonly labels: ReadonlyMap<string, string> };

function SearchForm({ search, labels, onChange }: FormProps) {
  const [q, setText] = useState(search.q);
  const [from, setFrom] = useState(search.from ?? '');
  const [to, setTo] = useState(search.to ?? '');
  const given = (text: string) => (text === '' ? undefined : text);
  const names = [...labels]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'pt'));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ q: q.trim(), from: given(from), to: given(to), page: 1 });
      }}
    >
      <TextInput
        type="search"
        label={texts.text}
        value={q}
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <NativeSelect
        label={texts.type}
        data={[{ value: '', label: texts.anyType }, ...names]}
        value={search.type ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ type: given(value), page: 1 })}
      />
      <NativeSelect
        label={texts.state}
        data={[
          { value: '', label: texts.anyState },
          ...ownStates.map((value) => ({ value, label: texts.states[value] })),
        ]}
        value={search.state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: ownStates.find((state) => state === value), page: 1 })
        }
      />
      <DayInput
        label={texts.from}
        description={texts.days}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={from}
        onChange={setFrom}
      />
      <DayInput label={texts.to} value={to} onChange={setTo} />
      <Group gap="xs" className={styles.wide ?? ''}>
        <Button type="submit">{texts.apply}</Button>
        <Button
          variant="default"
          onClick={() =>
            onChange({ q: '', type: undefined, state: undefined, from: undefined, to: undefined, page: 1 })
          }
        >
          {texts.clear}
        </Button>
      </Group>
    </form>
  );
}

const instantOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString());
const saidBy = ({ exception, result }: FlowerTask) => exception ?? result;

function columnsOf(labels: ReadonlyMap<string, string>): readonly Column<FlowerTask>[] {
  return [
    { id: 'name', label: texts.type, value: ({ name }) => labels.get(name ?? '') ?? name },
    {
      id: 'state',
      label: texts.state,
      value: ({ state }) => texts.states[state],
      render: ({ state }) => <StatusPill tone={tones[state]}>{texts.states[state]}</StatusPill>,
      width: '150px',
    },
    {
      id: 'received',
      label: texts.asked,
      value: ({ received }) => instantOf(received),
      render: ({ received }) => {
        const at = instantOf(received);
        return at === null ? null : <RelativeTime at={at} />;
      },
      width: '150px',
    },
    {
      id: 'runtime',
      label: texts.duration,
      value: ({ runtime }) => runtime,
      render: ({ runtime }) => formatDuration(runtime),
      align: 'end',
      width: '100px',
    },
    {
      id: 'said',
      label: texts.said,
      value: saidBy,
      render: (task) => <span className={styles.cell}>{saidBy(task)}</span>,
    },
    {
      id: 'input',
      label: texts.input,
      value: ({ kwargs }) => kwargs,
      render: ({ kwargs }) => <span className={styles.cell}>{kwargs}</span>,
      hidden: true,
    },
    { id: 'worker', label: texts.worker, value: ({ worker }) => worker, hidden: true },
  ];
}
