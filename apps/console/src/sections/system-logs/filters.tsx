import { logLevelNames } from '@kianda/contract/diagnostics/logs.contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import styles from './page.module.css';
import type { LogSearch } from './search.ts';
import { logTexts as texts } from './texts.pt.ts';

type Filters = Pick<LogSearch, 'level' | 'module' | 'q' | 'request' | 'from' | 'to'>;
const none: Filters = { level: '', module: '', q: '', request: '', from: '', to: '' };

type Props = {
  readonly search: LogSearch;
  readonly modules: readonly string[];
  readonly onSearch: (filters: Filters) => void;
};

/** What to look for; asked for when the form is sent. */
export function LogFilters({ search, modules, onSearch }: Props) {
  const { level, module, q, request, from, to } = search;
  const [filters, setFilters] = useState<Filters>({ level, module, q, request, from, to });
  const set = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(filters);
  };
  const names = [...new Set([...modules, ...(filters.module === '' ? [] : [filters.module])])];
  return (
    <form className={styles.filters} onSubmit={onSubmit}>
      <NativeSelect
        label={texts.level}
        value={filters.level}
        onChange={(event) => set({ level: logLevelNames.find((name) => name === event.currentTarget.value) ?? '' })}
        data={[
          { value: '', label: texts.anyLevel },
          ...logLevelNames.slice(0, 4).map((name) => ({
            value: name,
            label: name === 'fatal' ? texts.levels.fatal : texts.andGraver(texts.levels[name]),
          })),
        ]}
      />
      <NativeSelect
        label={texts.module}
        value={filters.module}
        onChange={(event) => set({ module: event.currentTarget.value })}
        data={[{ value: '', label: texts.anyModule }, ...names.map((name) => ({ value: name, label: name }))]}
      />
      <TextInput
        label={texts.text}
        placeholder={texts.textHint}
        value={filters.q}
        maxLength={200}
        onChange={(event) => set({ q: event.currentTarget.value })}
      />
      <TextInput
        label={texts.request}
        placeholder={texts.requestHint}
        value={filters.request}
        maxLength={128}
        onChange={(event) => set({ request: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={texts.from}
        value={filters.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={texts.to}
        value={filters.to}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <div className={styles.buttons}>
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden="true" />}>
          {texts.search}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setFilters(none);
            onSearch(none);
          }}
        >
          {texts.reset}
        </Button>
      </div>
    </form>
  );
}
