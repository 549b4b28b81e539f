import { CursorPages } from '@kianda/ui';
import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { identityTexts } from '../texts.pt.ts';

export const pageSize = 100;

/** Position in a list of the service: searched words and page, both in the address. */
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

/** Search by the service, in all of its rows and not only the shown ones. */
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

/** Pages of a list whose length the service does not say: a full page may have another after it. */
export function ServicePages({ page, rows, onChange }: Pick<Paged, 'page' | 'onChange'> & { readonly rows: number }) {
  return (
    <CursorPages
      isFirst={page === 1}
      hasNext={rows >= pageSize}
      onFirst={() => onChange({ page: 1 })}
      onNext={() => onChange({ page: page + 1 })}
    />
  );
}
