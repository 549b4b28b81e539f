// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ClockProvider } from '../time/now.tsx';
import { Panel, type PanelError, PanelFailure } from './panel.tsx';

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterAll(() => vi.unstubAllGlobals());

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

test.each([
  { rows: [], example: undefined, isMarked: false },
  { rows: [1], example: undefined, isMarked: true },
  { rows: [], example: [1], isMarked: true },
])('where there is nothing, nothing stands in its place: no mark of a stand-in ($rows, $example)', async (one) => {
  const { rows, example, isMarked } = one;
  const provenance = { state: 'fallback' as const, reason: 'Ainda não foram desenhados.' };
  const sourced = { value: rows, provenance, ...(example === undefined ? {} : { example }) };
  const source = { sourced, isLoading: false, isRefreshing: false, error: null, refresh: () => undefined };
  const host = document.createElement('div');
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <ClockProvider clock={() => 0}>
          <Panel title="Limites" source={source} isEmpty={(value) => value.length === 0}>
            {(value) => value.join()}
          </Panel>
        </ClockProvider>
      </MantineProvider>,
    ),
  );
  onTestFinished(() => act(() => root.unmount()));
  expect(host.textContent.includes('Dados de fallback')).toBe(isMarked);
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
