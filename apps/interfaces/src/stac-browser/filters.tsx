import type { StacCollection } from '@kianda/contract/open/catalogue/stac-schemas';
import { formatNumber } from '@kianda/format';
import { DayInput } from '@kianda/ui';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { FormEvent } from 'react';
import { type Filters, limits } from './filter-fields.ts';
import styles from './stac.module.css';
import { stacTexts as texts } from './texts.pt.ts';

type Props = {
  readonly filters: Filters;
  readonly collections: readonly StacCollection[];
  readonly onChange: (filters: Filters) => void;
  readonly onSearch: () => void;
  /** Back to everything. */
  readonly onClear: () => void;
};

/** The form of the search. */
export function FilterForm({ filters, collections, onChange, onSearch, onClear }: Props) {
  const set = (change: Partial<Filters>) => onChange({ ...filters, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <NativeSelect
        className={styles.wide}
        label={texts.collection}
        value={filters.collection}
        onChange={(event) => set({ collection: event.currentTarget.value })}
        data={[
          { value: '', label: texts.allCollections },
          ...collections.map(({ id, title, summaries }) => ({
            value: id,
            // A catalogue elsewhere may not count its items.
            label: texts.collectionCount(title, formatNumber(summaries['eo:count'][0])),
          })),
        ]}
      />
      <DayInput
        label={texts.from}
        value={filters.from}
        max={filters.to === '' ? undefined : filters.to}
        onChange={(from) => set({ from })}
      />
      <DayInput
        label={texts.to}
        value={filters.to}
        min={filters.from === '' ? undefined : filters.from}
        onChange={(to) => set({ to })}
      />
      <NativeSelect
        label={texts.limit}
        value={filters.limit}
        onChange={(event) => set({ limit: limits.find((one) => one === event.currentTarget.value) ?? '10' })}
        data={[...limits]}
      />
      <Checkbox
        className={styles.wide}
        label={texts.box}
        checked={filters.isBoxed}
        onChange={(event) => set({ isBoxed: event.currentTarget.checked })}
      />
      <Checkbox
        className={styles.wide}
        label={texts.simulated}
        checked={filters.isObserved}
        onChange={(event) => set({ isObserved: event.currentTarget.checked })}
      />
      <div className={styles.actions}>
        <Button type="submit">{texts.search}</Button>
        <Button variant="default" type="button" onClick={onClear}>
          {texts.clear}
        </Button>
      </div>
    </form>
  );
}
