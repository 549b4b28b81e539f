import { intakeTemplate } from '@kianda/contract/ingestion/connectors/intake.contract';
import { type Column, DataTable, PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useFileDownload } from '../../../../shared/intake/use-file-download.ts';
import detail from '../detail.module.css';
import styles from './intake.module.css';
import { intakeTexts } from './texts.pt.ts';
import type { Format } from './use-upload.ts';

const texts = intakeTexts.templates;
type Field = Format['fields'][number];

const columns: readonly Column<Field>[] = [
  { id: 'label', label: texts.field, value: (field) => field.label },
  { id: 'unit', label: texts.unit, value: (field) => field.unit },
  { id: 'required', label: texts.required, value: (field) => (field.required ? texts.yes : texts.no) },
  {
    id: 'description',
    label: texts.meaning,
    value: ({ description, choices }) => [description, choices.join(', ')].filter((part) => part !== '').join(' · '),
  },
];

type Props = { readonly connectorId: string; readonly formats: readonly Format[] };

/** Files to fill in, one per format, with the meaning of their fields. */
export function Templates({ connectorId, formats }: Props) {
  const download = useFileDownload();
  const get = (stream: string, format: 'csv' | 'xlsx') =>
    download(
      intakeTemplate,
      { params: { id: connectorId }, query: { format, stream } },
      `modelo-${connectorId}-${stream}.${format}`,
    );
  return (
    <PanelFrame title={texts.title} description={texts.description}>
      <ul className={styles.templates}>
        {formats.map(({ stream, label, layout, fields }) => (
          <li key={stream} className={styles.way}>
            <div className={detail.between}>
              <h3 className={detail.subtitle}>{label}</h3>
              <div className={detail.row}>
                <Template format="csv" label={texts.csv(label)} onGet={() => get(stream, 'csv')} />
                {layout === 'table' ? (
                  <Template format="xlsx" label={texts.xlsx(label)} onGet={() => get(stream, 'xlsx')} />
                ) : null}
              </div>
            </div>
            {fields.length === 0 ? null : (
              <details className={detail.details}>
                <summary>{texts.fields}</summary>
                <DataTable
                  id={`${connectorId}-${stream}-campos`}
                  label={`${texts.fields}: ${label}`}
                  columns={columns}
                  rows={fields}
                  rowId={(field) => field.name}
                />
              </details>
            )}
          </li>
        ))}
      </ul>
    </PanelFrame>
  );
}

type TemplateProps = { readonly format: 'csv' | 'xlsx'; readonly label: string; readonly onGet: () => void };

function Template({ format, label, onGet }: TemplateProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden="true" />}
      aria-label={label}
      onClick={onGet}
    >
      {format.toUpperCase()}
    </Button>
  );
}
