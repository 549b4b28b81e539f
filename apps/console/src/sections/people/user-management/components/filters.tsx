import { roles } from '@kianda/contract';
import { userFocuses } from '@kianda/contract/people/identity/users.contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { FilterForm } from '../../../shared/filter-form.tsx';
import { type UserSearch, userStates } from '../api/search.ts';
import { userTexts as texts } from '../texts.pt.ts';

type Filters = Pick<UserSearch, 'q' | 'role' | 'status' | 'focus'>;
const none: Filters = { q: '', role: '', status: '', focus: '' };

/** Filters of the list of users. */
export function UserFilters({
  search,
  onSearch,
}: {
  readonly search: UserSearch;
  readonly onSearch: (filters: Filters) => void;
}) {
  const { q, role, status, focus } = search;
  return (
    <FilterForm given={{ q, role, status, focus }} none={none} onSearch={onSearch}>
      {(filters, set) => (
        <>
          <TextInput
            label={texts.search}
            value={filters.q}
            maxLength={120}
            onChange={(event) => set({ q: event.currentTarget.value })}
          />
          <NativeSelect
            label={texts.role}
            value={filters.role}
            onChange={(event) => set({ role: roles.find((name) => name === event.currentTarget.value) ?? '' })}
            data={[
              { value: '', label: texts.anyRole },
              ...roles.map((value) => ({ value, label: texts.roles[value] })),
            ]}
          />
          <NativeSelect
            label={texts.status}
            value={filters.status}
            onChange={(event) => set({ status: userStates.find((state) => state === event.currentTarget.value) ?? '' })}
            data={[
              { value: '', label: texts.anyStatus },
              ...userStates.map((value) => ({ value, label: texts.states[value] })),
            ]}
          />
          <NativeSelect
            label={texts.focus}
            value={filters.focus}
            onChange={(event) => set({ focus: userFocuses.find((name) => name === event.currentTarget.value) ?? '' })}
            data={[
              { value: '', label: texts.anyFocus },
              ...userFocuses.map((value) => ({ value, label: texts.focuses[value] })),
            ]}
          />
        </>
      )}
    </FilterForm>
  );
}
