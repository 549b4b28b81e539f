import { formatNumber } from '@kianda/format';
import { type Column, cx, DataTable } from '@kianda/ui';
import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import pills from '../pill-list.module.css';
import styles from './intake.module.css';
import type { Preview, PreviewRow } from './preview.ts';
import { filePreviewTexts } from './texts.pt.ts';

const texts = filePreviewTexts.rows;

type Props = {
  /** Of the file. */
  readonly name: string;
  readonly preview: Preview;
  /** Saves all bad rows as a file; absent where there is none to have. */
  readonly onReport?: () => void;
};

/** Rows of a file as they were read, each with what is wrong in it. */
export function PreviewRows({ name, preview, onReport }: Props) {
  const [which, setWhich] = useState<'all' | 'bad'>(preview.rejected > 0 ? 'bad' : 'all');
  const rows = which === 'bad' ? preview.rejectedRows : preview.rows;
  const columns = useMemo(() => columnsOf(preview), [preview]);
  return (
    <section aria-label={texts.title} className={styles.stack}>
      <div className={styles.between}>
        <h3 className={styles.subtitle}>{texts.title}</h3>
        <div className={styles.row}>
          <SegmentedControl<'all' | 'bad'>
            size="xs"
            aria-label={texts.which}
            data={[
              { value: 'all', label: texts.all },
              { value: 'bad', label: `${texts.bad} (${formatNumber(preview.rejected, { maxDecimals: 0 })})` },
            ]}
            value={which}
            onChange={setWhich}
          />
          {preview.rejected === 0 || onReport === undefined ? null : (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden="true" />}
              onClick={onReport}
            >
              {texts.report}
            </Button>
          )}
        </div>
      </div>
      {preview.reasons.length === 0 ? null : (
        <ul className={pills.list} aria-label={texts.reasons}>
          {preview.reasons.map(({ reason, count, firstLine }) => (
            <li key={reason}>
              {reason} <strong>{formatNumber(count, { maxDecimals: 0 })}</strong>{' '}
              <span className={styles.note}>{texts.first(formatNumber(firstLine, { maxDecimals: 0 }))}</span>
            </li>
          ))}
        </ul>
      )}
      {rows.length === 0 ? (
        <p className={styles.note}>{texts.none}</p>
      ) : (
        <div className={styles.wide}>
          <DataTable
            id={`${name}-linhas`}
            label={texts.title}
            columns={columns}
            rows={rows}
            rowId={(row) => String(row.line)}
            height="420px"
          />
        </div>
      )}
    </section>
  );
}

/** Line, what is wrong, and the cells under the file's own headers; a file of messages has one cell a line. */
function columnsOf(preview: Preview): readonly Column<PreviewRow>[] {
  const labels = new Map(preview.fields.map(({ name, label }) => [name, label]));
  const problemOf = ({ field, message }: PreviewRow['errors'][number]) => {
    if (field === null) return message;
    // The message names the field as the file does; its own name is what a person reads.
    const rest = message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
    return `${labels.get(field) ?? field}: ${rest}`;
  };
  const cells = preview.columns.length === 0 ? [{ index: 0, header: texts.message, field: null }] : preview.columns;
  return [
    { id: 'line', label: texts.line, value: (row) => row.line, width: '80px', align: 'end' },
    {
      id: 'problem',
      label: texts.problem,
      value: (row) => row.errors.map(problemOf).join('; '),
      render: (row) => <span className={styles.problems}>{row.errors.map(problemOf).join('; ')}</span>,
    },
    ...cells.map(
      ({ index, header, field }): Column<PreviewRow> => ({
        id: `c${index}`,
        label: header,
        value: (row) => row.cells[index],
        render: (row) => {
          const isBad = field !== null && row.errors.some((error) => error.field === field);
          return <span className={cx('k-mono', isBad && styles.badCell)}>{row.cells[index] ?? ''}</span>;
        },
      }),
    ),
  ];
}
