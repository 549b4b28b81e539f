// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { CursorPages, Pagination } from './pagination.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
let root: Root;
let host: HTMLElement;
beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

type Port = { readonly name: string; readonly depth: number; readonly code: string };
const columns: readonly Column<Port>[] = [
  { id: 'name', label: 'Porto', value: ({ name }) => name },
  { id: 'depth', label: 'Fundo', value: ({ depth }) => depth },
  { id: 'code', label: 'Código', value: ({ code }) => code, hidden: true },
];
const rows: readonly Port[] = [
  { name: 'Lobito', depth: 14, code: 'AOLOB' },
  { name: 'Namibe', depth: 9, code: 'AOMSZ' },
];
const draw = (element: ReactNode) => act(() => root.render(<MantineProvider env="test">{element}</MantineProvider>));
const table = (props: Partial<DataTableProps<Port>> = {}) => (
  <DataTable id="portos" label="Portos" columns={columns} rows={rows} rowId={({ code }) => code} {...props} />
);
const buttonOf = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (button) => button.getAttribute('aria-label') === name || button.textContent?.trim() === name,
  );
const click = (name: string) => act(() => buttonOf(name)?.click());
const heads = () => [...host.querySelectorAll('th')].map(({ textContent }) => textContent?.replace(/[↑↓]/, '') ?? '');
const shown = () => [...host.querySelectorAll('tbody tr')].map((row) => row.querySelector('td')?.textContent);
const boxOf = (label: string) => host.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);

function Chosen() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['AOXXX']));
  return table({
    selection: {
      selected,
      onChange: setSelected,
      labelOf: ({ name }) => `Escolher ${name}`,
      countOf: (count) => `${count} portos`,
      actions: <button type="button">Juntar</button>,
    },
  });
}

test('a table of its own sorts and filters its rows; hidden columns come when chosen', () => {
  draw(table());
  expect(heads()).toEqual(['Porto', 'Fundo']);
  click('Fundo↑');
  expect(shown()).toEqual(['Namibe', 'Lobito']);
  expect(boxOf('Filtrar')).not.toBeNull();
  expect(buttonOf('CSV')).toBeDefined();
});

test('a column of buttons has no sort, and a row without one has an empty cell', () => {
  const buttons: Column<Port> = {
    id: 'actions',
    label: 'Ações',
    render: ({ code }) => (code === 'AOLOB' ? <button type="button">Apagar</button> : null),
  };
  draw(table({ columns: [...columns, buttons] }));
  const [port, , actions] = [...host.querySelectorAll('th')];
  expect(port?.querySelector('button')).not.toBeNull();
  expect(actions?.querySelector('button')).toBeNull();
  expect([...host.querySelectorAll('tbody td:last-child')].map(({ textContent }) => textContent)).toEqual([
    'Apagar',
    '',
  ]);
});

test('a page of the server is neither sorted nor filtered here, and its CSV is named as that of a page', () => {
  const sorts: string[] = [];
  draw(table({ server: { sortable: ['depth'], sort: '-depth', onSort: (sort) => sorts.push(sort), total: 250 } }));
  expect(shown()).toEqual(['Lobito', 'Namibe']);
  expect(boxOf('Filtrar')).toBeNull();
  expect(host.textContent?.replaceAll('\u00a0', ' ')).toContain('2 de 250 linhas');
  expect(buttonOf('CSV desta página')).toBeDefined();
  const [port, depth] = [...host.querySelectorAll('th')];
  expect(port?.querySelector('button')).toBeNull();
  expect(port?.hasAttribute('aria-sort')).toBe(false);
  expect(depth?.getAttribute('aria-sort')).toBe('descending');
  act(() => depth?.querySelector('button')?.click());
  expect(sorts).toEqual(['']);
  expect(shown()).toEqual(['Lobito', 'Namibe']);
});

test('columns shown by the address are those and no others', () => {
  draw(table({ shownColumns: ['name', 'code'] }));
  expect(heads()).toEqual(['Porto', 'Código']);
});

test('rows are chosen one by one or a page at once; the bar says how many and clears them', () => {
  draw(<Chosen />);
  // A row of another page stays chosen.
  expect(host.textContent).toContain('1 portos');
  act(() => boxOf('Escolher Lobito')?.click());
  expect(host.textContent).toContain('2 portos');
  act(() => boxOf('Escolher todas as linhas desta página')?.click());
  expect(host.textContent).toContain('3 portos');
  expect(boxOf('Escolher Namibe')?.checked).toBe(true);
  act(() => boxOf('Escolher todas as linhas desta página')?.click());
  expect(host.textContent).toContain('1 portos');
  click('Limpar seleção');
  expect(buttonOf('Juntar')).toBeUndefined();
});

test('numbered pages: position, at most five buttons, sizes, and no step beyond the ends', () => {
  const turned: number[] = [];
  const sizes: number[] = [];
  draw(
    <Pagination
      page={1}
      size={25}
      total={60}
      sizes={[25, 50]}
      onPage={(page) => turned.push(page)}
      onSize={(size) => sizes.push(size)}
    />,
  );
  expect(host.textContent).toContain('1–25 de 60');
  expect(buttonOf('Página anterior')?.disabled).toBe(true);
  expect(buttonOf('Página 1')?.getAttribute('aria-current')).toBe('page');
  click('Página seguinte');
  click('Página 3');
  expect(turned).toEqual([2, 3]);
  draw(<Pagination page={3} size={25} total={60} onPage={() => undefined} />);
  expect(host.textContent).toContain('51–60 de 60');
  expect(buttonOf('Página seguinte')?.disabled).toBe(true);
});

test('pages by a cursor: back to the first and on; nothing where one page holds all', () => {
  const done: string[] = [];
  const pages = (isFirst: boolean, hasNext: boolean) => (
    <CursorPages
      isFirst={isFirst}
      hasNext={hasNext}
      onFirst={() => done.push('first')}
      onNext={() => done.push('next')}
      next="Mais antigas"
    />
  );
  draw(pages(true, false));
  expect(host.querySelector('nav')).toBeNull();
  draw(pages(false, true));
  click('Primeira página');
  click('Mais antigas');
  expect(done).toEqual(['first', 'next']);
});
