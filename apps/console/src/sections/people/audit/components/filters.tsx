import { type AuditEventName, auditEvents, auditSeverities } from '@kianda/contract/people/audit/audit';
import { NativeSelect, TextInput } from '@mantine/core';
import { FilterForm, PeriodFields } from '../../../shared/filter-form.tsx';
import type { AuditSearch } from '../api/search.ts';
import { auditTexts as texts } from '../texts.pt.ts';

type Filters = Omit<AuditSearch, 'page'>;
const none: Filters = { event: '', severity: '', actor: '', object: '', q: '', from: '', to: '' };
const names = Object.entries(auditEvents).map(([value, label]) => ({ value, label }));

/** Filters of the events. */
export function AuditFilters({
  search,
  onSearch,
}: {
  readonly search: AuditSearch;
  readonly onSearch: (filters: Filters) => void;
}) {
  const { page: _page, ...given } = search;
  return (
    <FilterForm given={given} none={none} onSearch={onSearch}>
      {(filters, set) => (
        <>
          <TextInput
            label={texts.actor}
            placeholder={texts.actorHint}
            maxLength={120}
            value={filters.actor}
            onChange={(event) => set({ actor: event.currentTarget.value })}
          />
          <NativeSelect
            label={texts.action}
            value={filters.event}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              set({ event: chosen in auditEvents ? (chosen as AuditEventName) : '' });
            }}
            data={[{ value: '', label: texts.anyAction }, ...names]}
          />
          <TextInput
            label={texts.object}
            placeholder={texts.objectHint}
            maxLength={254}
            value={filters.object}
            onChange={(event) => set({ object: event.currentTarget.value })}
          />
          <NativeSelect
            label={texts.severity}
            value={filters.severity}
            onChange={(event) =>
              set({ severity: auditSeverities.find((name) => name === event.currentTarget.value) ?? '' })
            }
            data={[
              { value: '', label: texts.anySeverity },
              ...auditSeverities.map((value) => ({ value, label: texts.severities[value] })),
            ]}
          />
          <TextInput
            label={texts.text}
            placeholder={texts.textHint}
            maxLength={120}
            value={filters.q}
            onChange={(event) => set({ q: event.currentTarget.value })}
          />
          <PeriodFields from={filters.from} to={filters.to} set={set} />
        </>
      )}
    </FilterForm>
  );
}
