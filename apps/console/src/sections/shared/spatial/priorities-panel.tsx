import type { PriorityTable } from '@kianda/contract/space/spatial/analysis-results';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, PanelFrame } from '@kianda/ui';
import styles from './analysis.module.css';
import { priorityTexts as texts } from './texts.pt.ts';

type Row = PriorityTable['criteria'][number];
const percent = (share: number) => formatQuantity(100 * share, '%', { decimals: 1 });
const unknown = (reason: string) => <abbr title={reason}>{UNKNOWN}</abbr>;

/** Weights of a multi-criteria analysis, their consistency, and how much the result hangs on each. */
export function PrioritiesPanel({ priorities }: { readonly priorities: PriorityTable }) {
  const { consistencyRatio, acceptableRatio, worstPair } = priorities;
  const two = { decimals: 2 } as const;
  return (
    <PanelFrame id="pesos" title={texts.title}>
      <div className={styles.stack}>
        {consistencyRatio === null ? null : (
          <p className={styles.quiet}>
            {texts.ratio(formatNumber(consistencyRatio, two), formatNumber(acceptableRatio, two))}
            {worstPair === null
              ? null
              : ` ${texts.worst(worstPair.row, worstPair.column, formatNumber(worstPair.judgement, two), formatNumber(worstPair.consistent, two))}`}
          </p>
        )}
        <DataTable
          id="pesos-da-analise"
          label={texts.title}
          columns={columns}
          rows={priorities.criteria}
          rowId={({ input }) => input}
        />
      </div>
    </PanelFrame>
  );
}

const replaced = ({ sensitivity }: Row): number | null =>
  sensitivity === null ? null : Math.max(sensitivity.lowered.topReplaced, sensitivity.raised.topReplaced);

const columns: readonly Column<Row>[] = [
  { id: 'criterion', label: texts.criterion, value: ({ label }) => label },
  {
    id: 'weight',
    label: texts.weight,
    value: ({ weight }) => weight,
    render: ({ weight }) => percent(weight),
    align: 'end',
  },
  ...(['lowered', 'raised'] as const).map(
    (end): Column<Row> => ({
      id: end,
      label: texts[end],
      value: ({ sensitivity }) => sensitivity?.[end].meanScore ?? null,
      render: ({ sensitivity }) =>
        sensitivity === null ? unknown(texts.none) : formatNumber(sensitivity[end].meanScore, { decimals: 4 }),
      align: 'end',
    }),
  ),
  {
    id: 'replaced',
    label: texts.replaced,
    value: replaced,
    render: (row) => {
      const share = replaced(row);
      return share === null ? unknown(texts.none) : percent(share);
    },
    align: 'end',
  },
];
