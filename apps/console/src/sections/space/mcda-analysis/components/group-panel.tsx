import type { CriteriaPlan } from '@kianda/contract/space/spatial/criteria-plan';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, PanelFrame } from '@kianda/ui';
import { labelOf } from '../criterion.rules.ts';
import styles from '../page.module.css';
import { consensusBand, type GroupPriorities } from '../plan.rules.ts';
import { judgementTexts as texts } from '../texts.pt.ts';

type Props = { readonly plan: CriteriaPlan; readonly priorities: GroupPriorities };
type Row = {
  readonly label: string;
  readonly judges: readonly number[];
  readonly group: number | null;
};

const percent = (share: number) => formatQuantity(100 * share, '%', { decimals: 1 });

/** Weights of every judge beside those of the group, and how far the judges agree. */
export function GroupPanel({ plan, priorities }: Props) {
  const { judges, group, consensus } = priorities;
  const rows: readonly Row[] = plan.criteria.map((criterion, place) => ({
    label: labelOf(criterion),
    judges: judges.map(({ weights }) => weights[place] ?? 0),
    group: group === null ? null : (group.weights[place] ?? 0),
  }));
  return (
    <PanelFrame id="grupo" title={texts.group} description={texts.groupText}>
      <div className={styles.stack}>
        {consensus === null ? (
          <p className={styles.quiet}>{group === null ? texts.silent : texts.alone}</p>
        ) : (
          <p className={styles.verdict} data-tone={consensus > 0.65 ? 'good' : 'warning'} role="status">
            {texts.consensusLine(
              formatQuantity(100 * consensus, '%', { maxDecimals: 0 }),
              texts.bands[consensusBand(consensus)],
            )}
          </p>
        )}
        <DataTable
          id="pesos-por-avaliador"
          label={texts.table}
          columns={columnsOf(plan, priorities)}
          rows={rows}
          rowId={({ label }) => label}
        />
      </div>
    </PanelFrame>
  );
}

function columnsOf(plan: CriteriaPlan, { judges, group }: GroupPriorities): readonly Column<Row>[] {
  const ratio = (value: number | null) => (value === null ? UNKNOWN : formatNumber(value, { decimals: 2 }));
  return [
    { id: 'criterion', label: texts.criterion, value: ({ label }) => label },
    ...plan.judges.map(
      ({ name }, place): Column<Row> => ({
        id: `judge-${place}`,
        label: `${name} (CR ${ratio(judges[place]?.consistencyRatio ?? null)})`,
        value: (row) => row.judges[place] ?? null,
        render: (row) => percent(row.judges[place] ?? 0),
        align: 'end',
      }),
    ),
    {
      id: 'group',
      label: `${texts.group} (CR ${ratio(group?.consistencyRatio ?? null)})`,
      value: (row) => row.group,
      render: (row) => (row.group === null ? <abbr title={texts.silent}>{UNKNOWN}</abbr> : percent(row.group)),
      align: 'end',
    },
  ];
}
