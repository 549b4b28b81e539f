// @vitest-environment happy-dom

import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { EndpointResult } from '../../../client/use-endpoint.ts';
import { usePreviousWhileLoading } from './use-previous-while-loading.ts';

type Result = EndpointResult<string>;
const result = (over: Partial<Result>) =>
  ({ sourced: undefined, isLoading: false, isRefreshing: false, error: null, ...over }) as Result;
const answer = (text: string) => result({ sourced: { value: text } as unknown as Result['sourced'] });
const loading = result({ isLoading: true });

function Shown({ of }: { of: Result }) {
  const shown = usePreviousWhileLoading(of);
  const value = (shown.sourced as { value?: string } | undefined)?.value ?? 'nada';
  return `${value} ${shown.isLoading ? 'a carregar' : ''} ${shown.isRefreshing ? 'a atualizar' : ''}`.trim();
}

test('an answer stays while the next one is on its way, and gives way to it and to an error', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  const host = document.createElement('div');
  const root = createRoot(host);
  const show = async (of: Result) => {
    await act(async () => root.render(<Shown of={of} />));
    return host.textContent?.replace(/ +/g, ' ');
  };
  expect(await show(loading)).toBe('nada a carregar');
  expect(await show(answer('um'))).toBe('um');
  expect(await show(loading)).toBe('um a atualizar');
  expect(await show(answer('dois'))).toBe('dois');
  expect(await show(loading)).toBe('dois a atualizar');
  expect(await show(result({ error: new Error('x') as unknown as NonNullable<Result['error']> }))).toBe('nada');
  await act(async () => root.unmount());
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
  expect(renderToStaticMarkup(<Shown of={loading} />)).toBe('nada a carregar');
});
