import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { identityTexts } from '../texts.pt.ts';

export const pageSize = 100;

/** Where a list of the service is: words looked for and page, both in the address. */
export type Paged = {
  readonly q: string;
  readonly page: number;
  readonly onChange: (next: { q?: string; page?: number }) => void;
};

export const pageQuery = ({ q, page }: Pick<Paged, 'q' | 'page'>) => ({
  first: (page - 1) * pageSize,
  max: pageSize,
  ...(q === '' ? {} : { search: q }),
});

/** Words that the service itself looks for, in all of its rows and not in the shown ones alone. */
export function SearchBox({ q, label, onChange }: Pick<Paged, 'q' | 'onChange'> & { readonly label: string }) {
  const [text, setText] = useState(q);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ q: text.trim(), page: 1 });
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          size="xs"
          type="search"
          aria-label={label}
          placeholder={label}
          value={text}
          maxLength={120}
          leftSection={<IconSearch size={15} aria-hidden="true" />}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          {identityTexts.search}
        </Button>
      </Group>
    </form>
  );
}

/** The way to the next page, while this one is full, and back to the first. */
export function PageButtons({ page, rows, onChange }: Pick<Paged, 'page' | 'onChange'> & { readonly rows: number }) {
  const texts = identityTexts.sessions;
  return (
    <Group gap="xs">
      {page === 1 ? null : (
        <Button size="xs" variant="default" onClick={() => onChange({ page: 1 })}>
          {texts.first}
        </Button>
      )}
      {rows < pageSize ? null : (
        <Button size="xs" variant="default" onClick={() => onChange({ page: page + 1 })}>
          {texts.more}
        </Button>
      )}
    </Group>
  );
}
