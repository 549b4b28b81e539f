// @vitest-environment happy-dom
import type { Provenance } from '@kianda/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TimeNotice } from './time-notice.tsx';
import type { Dates } from './use-frames.ts';

const at = '2026-08-31T09:00:00Z';
const shown = (provenance: Provenance) => {
  const dates: Dates = {
    source: {
      ...{ sourced: { value: { fields: [] }, provenance }, error: null, errorStatus: null },
      ...{ isLoading: false, isRefreshing: false, refresh: () => undefined },
    },
    moments: [],
    coverage: new Map(),
  };
  return renderToStaticMarkup(<TimeNotice dates={dates} base="chlorophyll" />);
};

test('where a field has no dates the reason is the server’s, and another field can be chosen', () => {
  const reason = 'Sem campos de clorofila-a: o conector «NOAA CoastWatch – Cor do oceano» está desativado.';
  expect(shown({ state: 'fallback', reason })).toContain(`${reason} Escolha outro campo`);
  const other = shown({ state: 'live', source: 'NOAA', observedAt: at, retrievedAt: at });
  expect(other).toContain('Não há dados de Clorofila-a.');
});
