import { logLevelNames } from '@kianda/contract/operations/diagnostics/logs.contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { FilterForm, PeriodFields } from '../../shared/filter-form.tsx';
import { logLineTexts } from '../../shared/logs/texts.pt.ts';
import type { LogSearch } from './search.ts';
import { logTexts as texts } from './texts.pt.ts';

type Filters = Pick<LogSearch, 'level' | 'module' | 'q' | 'request' | 'from' | 'to'>;
const none: Filters = { level: '', module: '', q: '', request: '', from: '', to: '' };

type Props = {
  readonly search: LogSearch;
  readonly modules: readonly string[];
  readonly onSearch: (filters: Filters) => void;
};

/** Filters of the log. */
export function LogFilters({ search, modules, onSearch }: Props) {
  const { level, module, q, request, from, to } = search;
  const names = [...new Set([...modules, ...(module === '' ? [] : [module])])];
  return (
    <FilterForm given={{ level, module, q, request, from, to }} none={none} onSearch={onSearch}>
      {(filters, set) => (
        <>
          <NativeSelect
            label={texts.level}
            value={filters.level}
            onChange={(event) => set({ level: logLevelNames.find((name) => name === event.currentTarget.value) ?? '' })}
            data={[
              { value: '', label: texts.anyLevel },
              ...logLevelNames.slice(0, 4).map((name) => ({
                value: name,
                label: name === 'fatal' ? logLineTexts.levels.fatal : texts.andGraver(logLineTexts.levels[name]),
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
            label={logLineTexts.request}
            placeholder={texts.requestHint}
            value={filters.request}
            maxLength={128}
            onChange={(event) => set({ request: event.currentTarget.value })}
          />
          <PeriodFields from={filters.from} to={filters.to} set={set} />
        </>
      )}
    </FilterForm>
  );
}
