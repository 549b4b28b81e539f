import type { UsageReport } from '@kianda/contract/people/usage/usage.contract';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, Panel } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import styles from '../page.module.css';
import { analysisTexts } from '../texts.pt.ts';

const texts = analysisTexts.segments;
type Row = UsageReport['segments'][number];

function figure(row: Row, value: number | null, format: (value: number) => string) {
  if (value !== null) return format(value);
  return <abbr title={row.users === null ? texts.noStudents : texts.unknown}>{UNKNOWN}</abbr>;
}
const count = (value: number) => formatNumber(value, { maxDecimals: 0 });
const percent = (value: number) => formatQuantity(value, '%', { maxDecimals: 1 });
const change = (value: number) => formatQuantity(value, '%', { maxDecimals: 1, sign: 'always' });

type Figure = 'users' | 'growth' | 'engagement' | 'analyses' | 'exports';
const figureColumn = (id: Figure, format: (value: number) => string): Column<Row> => ({
  id,
  label: texts[id],
  value: (row) => row[id],
  render: (row) => figure(row, row[id], format),
  align: 'end',
});

const columns: readonly Column<Row>[] = [
  { id: 'segment', label: texts.segment, value: ({ id }) => texts.names[id] },
  figureColumn('users', count),
  figureColumn('growth', change),
  figureColumn('engagement', percent),
  figureColumn('analyses', count),
  figureColumn('exports', count),
];

/** Users of the platform by the profile of their accounts. */
export default function SegmentsTab({ result }: { readonly result: EndpointResult<UsageReport> }) {
  return (
    <Panel
      id="segmentos"
      title={texts.title}
      description={texts.text}
      source={result}
      footer={<span className={styles.note}>{texts.engagementNote}</span>}
      flush
    >
      {({ segments }) => (
        <DataTable
          id="analytics-segmentos"
          label={texts.title}
          columns={columns}
          rows={segments}
          rowId={({ id }) => id}
        />
      )}
    </Panel>
  );
}
