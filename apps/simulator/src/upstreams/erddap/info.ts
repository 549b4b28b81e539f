import type { ErddapTable } from '@kianda/connectors/erddap/wire';
import { axesOf, type SimulatedDataset } from './datasets.ts';

/** `info/{id}/index.json`: dimensions and variables with their attributes. */
export function infoTable(dataset: SimulatedDataset, nowMs: number): ErddapTable {
  const rows: string[][] = [
    ['attribute', 'NC_GLOBAL', 'institution', 'String', dataset.institution],
    ['attribute', 'NC_GLOBAL', 'title', 'String', dataset.title],
  ];
  for (const axis of axesOf(dataset, nowMs)) {
    const type = 'double';
    const spacing = axis.size < 2 ? 0 : (axis.at(axis.size - 1) - axis.at(0)) / (axis.size - 1);
    const even = `nValues=${axis.size}, evenlySpaced=${axis.name !== 'time'}, averageSpacing=${Number(spacing.toFixed(6))}`;
    rows.push(['dimension', axis.name, '', type, axis.size < 2 ? `nValues=1, onlyValue=${axis.at(0)}` : even]);
    rows.push(['attribute', axis.name, 'actual_range', type, `${axis.at(0)}, ${axis.at(axis.size - 1)}`]);
    const units = axis.name === 'time' ? 'seconds since 1970-01-01T00:00:00Z' : axis.units;
    rows.push(['attribute', axis.name, 'units', 'String', units]);
  }
  const axisNames = axesOf(dataset, nowMs).map(({ name }) => name);
  for (const variable of dataset.variables) {
    const type = variable.type ?? 'float';
    rows.push(['variable', variable.name, '', type, axisNames.join(', ')]);
    rows.push(['attribute', variable.name, '_FillValue', type, String(variable.fill)]);
    rows.push(['attribute', variable.name, 'long_name', 'String', variable.longName]);
    rows.push(['attribute', variable.name, 'standard_name', 'String', variable.standardName]);
    rows.push(['attribute', variable.name, 'units', 'String', variable.units]);
  }
  return {
    table: {
      columnNames: ['Row Type', 'Variable Name', 'Attribute Name', 'Data Type', 'Value'],
      columnTypes: ['String', 'String', 'String', 'String', 'String'],
      columnUnits: [null, null, null, null, null],
      rows,
    },
  };
}
