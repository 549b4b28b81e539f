// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Preview } from './preview.ts';
import { PreviewRows } from './preview-rows.tsx';

const preview: Preview = {
  ...{ stream: 'capturas', missing: [], warnings: [], remembered: false, total: 2, valid: 1, rejected: 1, reasons: [] },
  dialect: { format: 'csv', encoding: 'utf-8', delimiter: ';', decimal: 'comma', headerLine: 1 },
  columns: [{ index: 0, header: 'peso', field: 'quantidade_t', samples: ['1,5'] }],
  fields: [
    {
      ...{ name: 'quantidade_t', label: 'Quantidade', unit: 't', description: 'Peso vivo.', required: true },
      ...{ kind: 'number', choices: [] },
    },
  ],
  rows: [{ line: 2, cells: ['1,5'], errors: [] }],
  rejectedRows: [
    {
      ...{ line: 3, cells: ['muito'] },
      errors: [
        { field: 'quantidade_t', message: 'quantidade_t: não é um número' },
        { field: 'quantidade_t', message: 'Fora dos limites' },
        { field: 'zona', message: 'zona: não existe' },
        { field: null, message: 'Linha a mais' },
      ],
    },
  ],
};

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
});

test('a bad row says what is wrong under the name that a person reads, once', async () => {
  root.render(
    <MantineProvider>
      <PreviewRows name="capturas.csv" preview={preview} />
    </MantineProvider>,
  );
  const problems = 'Quantidade: não é um número; Quantidade: Fora dos limites; zona: não existe; Linha a mais';
  await expect.poll(() => host.textContent).toContain(problems);
});

test('a file without bad rows shows those that it has', async () => {
  root.render(
    <MantineProvider>
      <PreviewRows name="capturas.csv" preview={{ ...preview, rejected: 0, rejectedRows: [] }} />
    </MantineProvider>,
  );
  await expect.poll(() => host.textContent).toContain('1,5');
  expect(host.textContent).not.toContain('muito');
});
