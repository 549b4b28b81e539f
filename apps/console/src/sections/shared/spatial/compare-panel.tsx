import { compareAnalyses, listAnalyses } from '@kianda/contract/space/spatial/analyses.contract';
import type { AnalysisComparison, SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, Panel } from '@kianda/ui';
import { NativeSelect } from '@mantine/core';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import styles from './analysis.module.css';
import { parameterText } from './analysis-facts.tsx';
import { parameterFields } from './parameter-fields.ts';
import { compareTexts as texts } from './texts.pt.ts';

const offered = 50;
type Props = {
  readonly analysis: SpatialAnalysis;
  readonly other: string | undefined;
  readonly onOther: (id: string | undefined) => void;
};

/** Another analysis of the same kind beside this one. */
export function ComparePanel({ analysis, other, onOther }: Props) {
  const list = useEndpoint(listAnalyses, {
    query: { types: analysis.type, states: 'completed', page: 1, pageSize: offered, sort: 'created', order: 'desc' },
  });
  const others = (list.sourced?.value.data ?? []).filter(({ id }) => id !== analysis.id);
  if (others.length === 0 && other === undefined) return null;
  const choose = (
    <NativeSelect
      size="xs"
      aria-label={texts.compare}
      value={other ?? ''}
      data={[
        { value: '', label: `${texts.compare}: ${texts.nothing}` },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => onOther(value === '' ? undefined : value)}
    />
  );
  if (other === undefined) return <div>{choose}</div>;
  const name = others.find(({ id }) => id === other)?.name ?? '';
  return <Comparison analysis={analysis} other={other} name={name} choose={choose} />;
}

type ComparisonProps = {
  readonly analysis: SpatialAnalysis;
  readonly other: string;
  readonly name: string;
  readonly choose: React.ReactNode;
};

function Comparison({ analysis, other, name, choose }: ComparisonProps) {
  const source = useEndpoint(compareAnalyses, { params: { id: analysis.id, other } }, { refetchSeconds: 0 });
  return (
    <Panel id="comparacao" title={texts.title(analysis.name, name)} source={source} actions={choose}>
      {(comparison) => (
        <div className={styles.stack}>
          <Differences comparison={comparison} analysis={analysis} />
          <DataTable
            id="numeros-comparados"
            label={texts.statistics}
            columns={statisticColumns}
            rows={comparison.statistics}
            rowId={({ id }) => id}
          />
          <Layers comparison={comparison} />
        </div>
      )}
    </Panel>
  );
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function Differences({
  comparison,
  analysis,
}: {
  readonly comparison: AnalysisComparison;
  readonly analysis: SpatialAnalysis;
}) {
  const labels = new Map(parameterFields(analysis.type).map(({ name, label }) => [name, label]));
  const rows = comparison.parameters.filter(({ first, second }) => !same(first, second));
  if (rows.length === 0) return <p className={styles.quiet}>{texts.sameParameters}</p>;
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { id: 'what', label: texts.columns.what, value: ({ name }) => labels.get(name) ?? name },
    { id: 'first', label: texts.columns.first, value: ({ name, first }) => parameterText(name, first) },
    { id: 'second', label: texts.columns.second, value: ({ name, second }) => parameterText(name, second) },
  ];
  return (
    <DataTable
      id="parametros-que-diferem"
      label={texts.parameters}
      columns={columns}
      rows={rows}
      rowId={({ name }) => name}
    />
  );
}

type Statistic = AnalysisComparison['statistics'][number];
const figure = (value: number | null, unit: string | null) => {
  if (value === null) return <abbr title={texts.missing}>{UNKNOWN}</abbr>;
  const decimals = { maxDecimals: 3 } as const;
  return unit === null ? formatNumber(value, decimals) : formatQuantity(value, unit, decimals);
};
const statisticColumns: readonly Column<Statistic>[] = [
  { id: 'what', label: texts.columns.what, value: ({ label }) => label },
  ...(['first', 'second', 'difference'] as const).map(
    (side): Column<Statistic> => ({
      id: side,
      label: texts.columns[side],
      value: (row) => row[side],
      render: (row) => figure(row[side], row.unit),
      align: 'end',
    }),
  ),
];

/** The common part of the layers of both, or why they can't be compared. */
function Layers({ comparison }: { readonly comparison: AnalysisComparison }) {
  const number = (value: number | null) => formatNumber(value, { maxDecimals: 3 });
  return (
    <ul className={styles.list} aria-label={texts.layers}>
      {comparison.layers.map(({ id, title, areas, cells, reason }) => (
        <li key={id}>
          {title}:{' '}
          {areas !== null
            ? texts.areas(
                formatQuantity(areas.common, 'km²', { maxDecimals: 1 }),
                areas.share === null ? UNKNOWN : formatQuantity(100 * areas.share, '%', { maxDecimals: 1 }),
              )
            : cells !== null
              ? texts.cells(formatNumber(cells.common), number(cells.meanDifference), number(cells.correlation))
              : (reason ?? texts.missing)}
        </li>
      ))}
    </ul>
  );
}
