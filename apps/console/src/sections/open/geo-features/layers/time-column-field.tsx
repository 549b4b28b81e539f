import { isTimeColumn, type LayerColumn } from '@kianda/contract/open/layers/layers.contract';
import { NativeSelect } from '@mantine/core';
import { layerTexts as texts } from './layer-texts.pt.ts';

type Props = {
  /** Columns of the table or the layer, those of dates among them. */
  readonly columns: readonly LayerColumn[];
  readonly value: string | null;
  readonly error?: string | null | undefined;
  readonly onChange: (column: string | null) => void;
};

/** Which column of dates tells when a feature was. */
export function TimeColumnField({ columns, value, error, onChange }: Props) {
  const fit = columns.filter(isTimeColumn).map(({ name }) => name);
  return (
    <NativeSelect
      label={texts.time}
      description={fit.length === 0 ? texts.noTimes : texts.timeHelp}
      disabled={fit.length === 0}
      value={value !== null && fit.includes(value) ? value : ''}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      data={[{ value: '', label: texts.noTime }, ...fit.map((name) => ({ value: name, label: name }))]}
    />
  );
}

/** The column of time that is asked for of a table: the wanted one where the table has it. */
export const timeIn = (columns: readonly LayerColumn[], wanted: string | null): string | null =>
  columns.some((column) => column.name === wanted && isTimeColumn(column)) ? wanted : null;
