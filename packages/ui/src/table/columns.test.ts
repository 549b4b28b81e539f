import { expect, test } from 'vitest';
import { type Column, compareCells, filterRows, sortRows, tableCsv } from './columns.ts';

type Port = { readonly name: string; readonly depth: number | null };
const columns: readonly Column<Port>[] = [
  { id: 'name', label: 'Porto', value: (row) => row.name },
  { id: 'depth', label: 'Fundo (m)', value: (row) => row.depth },
];
const rows: readonly Port[] = [
  { name: 'Lobito', depth: 14 },
  { name: 'Água Boa', depth: null },
  { name: 'Namibe', depth: 9 },
];
const names = (list: readonly Port[]) => list.map(({ name }) => name);

test('sorting knows numbers, Portuguese, and puts the unknown last both ways', () => {
  expect(names(sortRows(rows, columns, 'depth'))).toEqual(['Namibe', 'Lobito', 'Água Boa']);
  expect(names(sortRows(rows, columns, '-depth'))).toEqual(['Lobito', 'Namibe', 'Água Boa']);
  expect(names(sortRows(rows, columns, 'name'))).toEqual(['Água Boa', 'Lobito', 'Namibe']);
  expect(sortRows(rows, columns, 'nada')).toBe(rows);
  expect(compareCells('a10', 'a9', false)).toBeGreaterThan(0);
});

test('a filter finds every word, without accents', () => {
  expect(names(filterRows(rows, columns, 'agua'))).toEqual(['Água Boa']);
  expect(names(filterRows(rows, columns, 'lobito 14'))).toEqual(['Lobito']);
  expect(filterRows(rows, columns, ' ')).toBe(rows);
});

test('the CSV holds what is shown, in its order', () => {
  expect(tableCsv(sortRows(rows, columns, 'depth').slice(0, 1), columns)).toBe('\ufeffPorto;Fundo (m)\r\nNamibe;9\r\n');
});

test('a column of buttons is neither searched nor sorted by, and is not in the CSV', () => {
  const withButtons: readonly Column<Port>[] = [...columns, { id: 'actions', label: 'Ações', render: () => 'Apagar' }];
  expect(tableCsv(rows.slice(0, 1), withButtons)).toBe('\ufeffPorto;Fundo (m)\r\nLobito;14\r\n');
  expect(sortRows(rows, withButtons, '-actions')).toBe(rows);
  expect(filterRows(rows, withButtons, 'apagar')).toEqual([]);
});
