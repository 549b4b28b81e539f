import { MomentInput } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import styles from './filter-form.module.css';
import { PhoneMore } from './phone-more.tsx';
import { sharedTexts } from './texts.pt.ts';

const texts = sharedTexts.filters;

type Props<Filters> = {
  readonly given: Filters;
  /** Values of the filters when none is set. */
  readonly none: Filters;
  readonly onSearch: (filters: Filters) => void;
  readonly children: (filters: Filters, set: (part: Partial<Filters>) => void) => ReactNode;
};

/** Filters of a list, applied when the form is sent; folded on a phone, where the list would stand below them. */
export function FilterForm<Filters extends object>({ given, none, onSearch, children }: Props<Filters>) {
  const [filters, setFilters] = useState(given);
  const form = (
    <form
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(filters);
      }}
    >
      {children(filters, (part) => setFilters((before) => ({ ...before, ...part })))}
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
  return <PhoneMore of={texts.all}>{form}</PhoneMore>;
}

type Period = { readonly from: string; readonly to: string };

/** Beginning and end of a period, in the time of this device. */
export function PeriodFields({ from, to, set }: Period & { readonly set: (part: Partial<Period>) => void }) {
  return (
    <>
      <MomentInput label={texts.from} value={from} onChange={(value) => set({ from: value })} />
      <MomentInput label={texts.to} value={to} onChange={(value) => set({ to: value })} />
    </>
  );
}
