import { expect, test } from 'vitest';
import { readAddress, writeAddress } from '../page-frame/address.ts';
import { boxOf, catalogueFields, filtersOf } from './use-catalogue.ts';

test('a search comes back from its address with its filters, page, item and layer', () => {
  const state = {
    ...readAddress(catalogueFields, ''),
    ...({ colecao: 'noaa-sst', de: '2026-08-01', itens: '25', caixa: '8,-18,14,-4', observados: true } as const),
    ...{ paginas: 'abc def', item: 'sst-2026-08-31', camada: 'csv' },
  };
  const back = readAddress(catalogueFields, writeAddress(catalogueFields, state));
  expect(back).toEqual(state);
  expect(filtersOf(back)).toEqual({
    ...{ collection: 'noaa-sst', from: '2026-08-01', to: '', limit: '25', isBoxed: true, isObserved: true },
  });
});

test('a box has four numbers, or is none', () => {
  expect(boxOf('8,-18,14,-4')).toEqual([8, -18, 14, -4]);
  for (const text of ['', '8,-18,14', '8,-18,14,x', '8,-18,14,-4,1', '8,,14,-4']) expect(boxOf(text)).toBeNull();
});
