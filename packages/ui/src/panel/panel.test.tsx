import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type PanelError, PanelFailure } from './panel.tsx';

const drawn = (error: PanelError) =>
  renderToStaticMarkup(
    <MantineProvider>
      <PanelFailure error={error} onRetry={() => undefined} />
    </MantineProvider>,
  );
const rest = 'O resto da página continua atualizado.';

test('a failure of one answer leaves the rest of the page as it is, and gives its number', () => {
  const said = drawn({ kind: 'http', message: 'Já volta.', requestId: '86f8' });
  expect(said).toContain(rest);
  expect(said).toContain('Pedido 86f8');
});

test('without a network nothing is said to be up to date, and a request that never left has no number', () => {
  const said = drawn({ kind: 'offline', message: 'Sem ligação à rede.', requestId: '86f8' });
  expect(said).not.toContain(rest);
  expect(said).not.toContain('86f8');
  expect(said).toContain('Não há uma cópia recente destes dados neste aparelho');
});

test.each(['network', 'timeout'])('a server that gives no answer (%s) says nothing of the rest', (kind) => {
  const said = drawn({ kind, message: 'Não respondeu.', requestId: '86f8' });
  expect(said).not.toContain(rest);
  expect(said).toContain('Pedido 86f8');
});
