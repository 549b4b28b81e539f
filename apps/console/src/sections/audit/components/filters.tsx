import { type AuditEventName, auditEvents, auditSeverities } from '@kianda/contract/audit/audit';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { AuditSearch } from '../api/search.ts';
import styles from '../page.module.css';
import { auditTexts as texts } from '../texts.pt.ts';

type Filters = Omit<AuditSearch, 'page'>;
const none: Filters = { event: '', severity: '', actor: '', object: '', q: '', from: '', to: '' };
const names = Object.entries(auditEvents).map(([value, label]) => ({ value, label }));

/** What to look for; asked for when the form is sent. */
export function AuditFilters({
  search,
  onSearch,
}: {
  readonly search: AuditSearch;
  readonly onSearch: (filters: Filters) => void;
}) {
  const { page: _page, ...given } = search;
  const [filters, setFilters] = useState<Filters>(given);
  const set = (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(filters);
  };
  return (
    <form className={styles.filters} onSubmit={onSubmit}>
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
        onChange={(event) => set({ severity: auditSeverities.find((one) => one === event.currentTarget.value) ?? '' })}
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
          {texts.find}
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
