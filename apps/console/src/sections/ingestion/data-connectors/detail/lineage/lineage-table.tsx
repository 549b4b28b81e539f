import type { CsvValue } from '@kianda/contract/core/csv';
import { type Column, DataTable, usePreferences } from '@kianda/ui';
import { useMemo } from 'react';
import { detailTexts } from '../texts.pt.ts';
import { labelOf } from './graph.tsx';
import type { Lineage } from './layout.ts';

const texts = detailTexts.lineage;

type Row = {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly detail: string | null;
  readonly from: string;
  readonly feeds: string;
};

type Props = {
  readonly id: string;
  readonly lineage: Lineage;
  readonly csvNotes: () => readonly (readonly CsvValue[])[];
};

const columns: readonly Column<Row>[] = [
  { id: 'kind', label: texts.kind, value: (row) => row.kind },
  { id: 'label', label: texts.element, value: (row) => row.label },
  { id: 'from', label: texts.comesFrom, value: (row) => row.from },
  { id: 'feeds', label: texts.feeds, value: (row) => row.feeds },
  { id: 'detail', label: texts.detail, value: (row) => row.detail, hidden: true },
];

/** The same way as rows: the sources of each element, and its uses. */
export function LineageTable({ id, lineage, csvNotes }: Props) {
  const { timeZone } = usePreferences();
  const rows = useMemo(() => {
    const labels = new Map(lineage.nodes.map((node) => [node.id, labelOf(node, timeZone)]));
    const names = (ids: readonly string[]) =>
      ids.length === 0 ? texts.nothing : ids.flatMap((one) => labels.get(one) ?? []).join(', ');
    return lineage.nodes.map(
      (node): Row => ({
        id: node.id,
        kind: texts.kinds[node.kind],
        label: labelOf(node, timeZone),
        detail: node.detail,
        from: names(lineage.edges.flatMap(({ from, to }) => (to === node.id ? [from] : []))),
        feeds: names(lineage.edges.flatMap(({ from, to }) => (from === node.id ? [to] : []))),
      }),
    );
  }, [lineage, timeZone]);
  return (
    <DataTable id={id} label={texts.list} columns={columns} rows={rows} rowId={(row) => row.id} csvNotes={csvNotes} />
  );
}
