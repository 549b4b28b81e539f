import type { UsageReport } from '@kianda/contract/usage/usage.contract';
import { type Column, DataTable, formatNumber, formatQuantity, Panel, UNKNOWN } from '@kianda/ui';
import type { EndpointResult } from '../../../client/use-endpoint.ts';
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

const columns: readonly Column<Row>[] = [
  { id: 'segment', label: texts.segment, value: ({ id }) => texts.names[id] },
  {
    id: 'users',
    label: texts.users,
    value: ({ users }) => users,
    render: (row) => figure(row, row.users, count),
    align: 'end',
  },
  {
    id: 'growth',
    label: texts.growth,
    value: ({ growth }) => growth,
    render: (row) => figure(row, row.growth, change),
    align: 'end',
  },
  {
    id: 'engagement',
    label: texts.engagement,
    value: ({ engagement }) => engagement,
    render: (row) => figure(row, row.engagement, percent),
    align: 'end',
  },
  {
    id: 'analyses',
    label: texts.analyses,
    value: ({ analyses }) => analyses,
    render: (row) => figure(row, row.analyses, count),
    align: 'end',
  },
  {
    id: 'exports',
    label: texts.exports,
    value: ({ exports }) => exports,
    render: (row) => figure(row, row.exports, count),
    align: 'end',
  },
];

/** Who uses the platform, by the profile of the accounts. */
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
