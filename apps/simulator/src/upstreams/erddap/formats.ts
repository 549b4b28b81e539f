import type { ErddapTable } from '@kianda/connectors/erddap/wire';
import type { GridQuery } from './grid-query.ts';
import { type NcVariable, writeNetcdf3 } from './netcdf3.ts';

/** Values of one variable in the order of its selections, missing as NaN. */
export type Column = {
  readonly name: string;
  readonly units: string;
  readonly fill: number;
  readonly longName: string;
  readonly standardName: string;
  readonly type: 'float' | 'short';
  readonly values: Float32Array;
};

export type Answer = { readonly contentType: string; readonly body: string | Buffer };

type Selections = GridQuery['selections'];

/** Writes an answer in one of ERDDAP's file types; null for a type that is not simulated. */
export function format(
  extension: string,
  title: string,
  selections: Selections,
  columns: readonly Column[],
): Answer | null {
  if (extension === 'json') {
    const table = tableOf(selections, columns);
    return { contentType: 'application/json;charset=UTF-8', body: JSON.stringify({ table }) };
  }
  if (extension === 'csv' || extension === 'csvp' || extension === 'csv0')
    return { contentType: 'text/csv;charset=ISO-8859-1', body: csv(extension, tableOf(selections, columns)) };
  if (extension === 'nc') return { contentType: 'application/x-netcdf', body: netcdf(title, selections, columns) };
  return null;
}

/** Time, level, latitude, longitude, then the variables; without variables, the axes side by side. */
function tableOf(selections: Selections, columns: readonly Column[]): ErddapTable['table'] {
  const axes = selections.map(({ axis }) => axis);
  return {
    columnNames: [...axes.map(({ name }) => name), ...columns.map(({ name }) => name)],
    columnTypes: [
      ...axes.map(({ name }) => (name === 'time' ? 'String' : 'double')),
      ...columns.map(({ type }) => type),
    ],
    columnUnits: [...axes.map(({ units }) => units), ...columns.map(({ units }) => units)],
    rows: columns.length === 0 ? axisRows(selections) : dataRows(selections, columns),
  };
}

function axisRows(selections: Selections): (string | number | null)[][] {
  const length = Math.max(...selections.map(({ indexes }) => indexes.length));
  return Array.from({ length }, (_, row) =>
    selections.map((selection) => (row < selection.indexes.length ? cell(selection, row) : null)),
  );
}

function dataRows(selections: Selections, columns: readonly Column[]): (string | number | null)[][] {
  const sizes = selections.map(({ indexes }) => indexes.length);
  const length = sizes.reduce((product, size) => product * size, 1);
  return Array.from({ length }, (_, row) => {
    const coordinates: (string | number | null)[] = [];
    let rest = row;
    for (let axis = selections.length - 1; axis >= 0; axis -= 1) {
      const selection = selections[axis];
      const size = sizes[axis] ?? 1;
      if (selection !== undefined) coordinates.unshift(cell(selection, rest % size));
      rest = Math.floor(rest / size);
    }
    const values = columns.map(({ values }) => {
      const value = values[row] ?? Number.NaN;
      return Number.isNaN(value) ? null : Number(value.toPrecision(8));
    });
    return [...coordinates, ...values];
  });
}

function cell({ axis, indexes }: Selections[number], position: number): string | number {
  const value = axis.at(indexes[position] ?? 0);
  return axis.name === 'time' ? new Date(value * 1000).toISOString().replace('.000Z', 'Z') : value;
}

/** `.csv` has a row of names and a row of units, `.csvp` both in one row, `.csv0` neither. */
function csv(extension: 'csv' | 'csvp' | 'csv0', table: ErddapTable['table']): string {
  const head =
    extension === 'csv0'
      ? []
      : extension === 'csvp'
        ? [table.columnNames.map((name, index) => `${name} (${table.columnUnits[index] ?? ''})`)]
        : [table.columnNames, table.columnUnits.map((unit) => unit ?? '')];
  const rows = table.rows.map((row) => row.map((value) => (value === null ? 'NaN' : String(value))));
  return `${[...head, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

function netcdf(title: string, selections: Selections, columns: readonly Column[]): Buffer {
  const names = selections.map(({ axis }) => axis.name);
  const axes = selections.map(({ axis, indexes }): NcVariable => {
    const isTime = axis.name === 'time';
    return {
      name: axis.name,
      type: 'double',
      dimensions: [axis.name],
      attributes: {
        standard_name: axis.name === 'zlev' ? 'depth' : axis.name,
        units: isTime ? 'seconds since 1970-01-01T00:00:00Z' : axis.units,
      },
      values: indexes.map((index) => axis.at(index)),
    };
  });
  const data = columns.map(
    (column): NcVariable => ({
      name: column.name,
      type: column.type,
      dimensions: names,
      attributes: {
        _FillValue: column.fill,
        long_name: column.longName,
        missing_value: column.fill,
        standard_name: column.standardName,
        units: column.units,
      },
      values: column.values.map((value) => (Number.isNaN(value) ? column.fill : value)),
    }),
  );
  return writeNetcdf3({
    dimensions: Object.fromEntries(selections.map(({ axis, indexes }) => [axis.name, indexes.length])),
    attributes: { cdm_data_type: 'Grid', Conventions: 'CF-1.6, COARDS, ACDD-1.3', title },
    variables: [...axes, ...data],
  });
}
