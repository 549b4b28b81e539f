import { formatNumber } from '@kianda/format';
import { Button, Menu, TextInput } from '@mantine/core';
import { IconColumns3, IconDownload, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { named } from '../named.ts';
import { uiTexts } from '../texts.pt.ts';
import type { Column } from './columns.ts';
import styles from './data-table.module.css';
import type { ServerMode, TableView } from './data-table-props.ts';

const texts = uiTexts.table;
const wholeNumber = { maxDecimals: 0 } as const;

type Visible = {
  readonly columns: readonly Column<never>[];
  readonly isShown: (id: string) => boolean;
  readonly toggle: (id: string) => void;
};
type Props<Row> = {
  /** Name of the table. */
  readonly label: string;
  readonly view: TableView & { readonly change: (part: Partial<TableView>) => void };
  readonly counts: { readonly shown: number; readonly total: number | undefined };
  readonly server: ServerMode | undefined;
  readonly columns: readonly Column<Row>[];
  readonly visible: Visible;
  readonly onSave: () => void;
  readonly actions: ReactNode;
};

/** Filter, number of rows, choice of columns and CSV of a table; a server's page has no filter, and its CSV is named as that of a page. */
export function TableTools<Row>(props: Props<Row>) {
  const { label, view, counts, server, columns, visible, onSave, actions } = props;
  return (
    <div className={cx(styles.tools, 'k-no-print')}>
      {server === undefined ? (
        <TextInput
          size="xs"
          aria-label={texts.filter}
          placeholder={texts.filter}
          leftSection={<IconSearch size={15} aria-hidden="true" />}
          value={view.filter}
          onChange={(event) => view.change({ filter: event.currentTarget.value })}
          className={styles.filter ?? ''}
        />
      ) : null}
      <span className={styles.count} role="status">
        {texts.rows(formatNumber(counts.shown, wholeNumber), formatNumber(counts.total ?? counts.shown, wholeNumber))}
      </span>
      <ColumnMenu label={label} columns={columns} visible={visible} />
      {server?.files ?? (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={named(server === undefined ? texts.csv : texts.pageCsv, label)}
          title={texts.csvTitle}
          leftSection={<IconDownload size={15} />}
          onClick={onSave}
        >
          {server === undefined ? texts.csv : texts.pageCsv}
        </Button>
      )}
      {actions}
    </div>
  );
}

function ColumnMenu<Row>({ label, columns, visible }: Pick<Props<Row>, 'label' | 'columns' | 'visible'>) {
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          aria-label={named(texts.columns, label)}
          leftSection={<IconColumns3 size={15} />}
        >
          {texts.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ id, label: name }) => (
          <Menu.CheckboxItem
            key={id}
            checked={visible.isShown(id)}
            disabled={visible.isShown(id) && visible.columns.length === 1}
            onChange={() => visible.toggle(id)}
          >
            {name}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
