import { Button, Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { uiTexts } from '../texts.pt.ts';
import styles from './data-table.module.css';

const texts = uiTexts.table;

/** Rows chosen for an action on several at once; their ids stay chosen over pages. */
export type Selection<Row> = {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  /** Words of a row's box: «Escolher PALANCA». */
  readonly labelOf: (row: Row) => string;
  /** Words of the number of chosen rows. */
  readonly countOf: (rows: number) => string;
  /** Bulk actions, drawn while something is chosen. */
  readonly actions: ReactNode;
};

/** The chosen ids with some added or taken away. */
export function withIds(selected: ReadonlySet<string>, ids: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Number of chosen rows, the bulk actions, and the way to choose none. */
export function SelectionBar<Row>({ selected, onChange, countOf, actions }: Selection<Row>) {
  if (selected.size === 0) return null;
  return (
    <section className={styles.selection} aria-label={texts.selection}>
      <p role="status">{countOf(selected.size)}</p>
      {actions}
      <Button variant="subtle" onClick={() => onChange(new Set())}>
        {texts.clearSelection}
      </Button>
    </section>
  );
}

type PageBoxProps = Pick<Selection<never>, 'selected' | 'onChange'> & { readonly ids: readonly string[] };

/** Box of the header, which chooses all rows of the page or none of them. */
export function PageBox({ ids, selected, onChange }: PageBoxProps) {
  const count = ids.filter((id) => selected.has(id)).length;
  return (
    <Checkbox
      aria-label={texts.selectPage}
      checked={count > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={({ currentTarget }) => onChange(withIds(selected, ids, currentTarget.checked))}
    />
  );
}
