import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ListedVessel, vesselResource } from '../fleet/vessels/vessels.resource.ts';
import { choiceFilter, periodFilter, rangeFilter, searchFilter, switchFilter, valuesFilter } from './filters.ts';
import {
  addressShapeOf,
  fileHeadersOf,
  fileRowsOf,
  filtersOf,
  ordersOf,
  queryOfAddress,
  queryShapeOf,
  resource,
  resourceCsv,
} from './resource.ts';

type Buoy = {
  readonly name: string;
  readonly depth: number | null;
  readonly state: 'on' | 'off';
  readonly lon: number;
};
const states = { on: 'Ligada', off: 'Desligada' } as const;
const buoys = resource<Buoy>()({
  id: 'boias',
  initial: { sort: 'name', order: 'asc' },
  pageSizes: [10, 50],
  orders: { age: 'Idade' },
  filters: { search: searchFilter('Procurar'), period: periodFilter('Período', 'Desde', 'Até') },
  columns: {
    name: { label: 'Nome', kind: 'text', value: ({ name }) => name, sort: 'name' },
    depth: {
      label: 'Fundo',
      unit: 'm',
      kind: 'number',
      value: ({ depth }) => depth,
      sort: 'depth',
      filter: rangeFilter('minDepth', 'maxDepth', { label: 'Fundo', low: 'Desde', high: 'Até' }, { min: 0, max: 6000 }),
    },
    state: {
      label: 'Estado',
      kind: 'choice',
      value: ({ state }) => state,
      choices: states,
      filter: choiceFilter('state', 'Estado', states),
      file: { header: 'Situação' },
    },
    lon: { label: 'Longitude', kind: 'longitude', value: ({ lon }) => lon, file: { only: ['raw'] } },
    owner: {
      label: 'Dono',
      kind: 'text',
      value: () => 'Kianda',
      file: false,
      filter: valuesFilter('owners', 'Donos', 'o dono'),
    },
    alarm: {
      label: 'Alarme',
      kind: 'yesNo',
      value: () => true,
      filter: switchFilter('alarmed', 'Com alarme', 'alarm'),
    },
  },
});
const query = z.object(queryShapeOf(buoys));

describe('query', () => {
  test('takes every filter and order of the columns, and refuses what none has', () => {
    const asked = query.parse({
      search: ' a ',
      minDepth: '5',
      state: 'on',
      owners: 'a, b',
      sort: 'age',
      order: 'desc',
    });
    expect(asked).toEqual({
      search: 'a',
      minDepth: 5,
      state: 'on',
      owners: ['a', 'b'],
      alarmed: 'false',
      sort: 'age',
      order: 'desc',
    });
    expect(query.parse({})).toEqual({ alarmed: 'false', sort: 'name', order: 'asc' });
    for (const wrong of [{ sort: 'state' }, { state: 'broken' }, { minDepth: '-1' }, { from: 'ontem' }])
      expect(query.safeParse(wrong).success).toBe(false);
    expect(ordersOf(buoys).map(({ sort }) => sort)).toEqual(['name', 'depth', 'age']);
    expect(filtersOf(buoys).map(({ kind }) => kind)).toEqual([
      'search',
      'period',
      'range',
      'choice',
      'values',
      'switch',
    ]);
  });
});

describe('address', () => {
  const address = z.object(addressShapeOf(buoys));
  test('becomes the query; what does not fit is left out, never an error', () => {
    const given = address.parse({
      q: ' Lobito ',
      from: '2026-08-01',
      to: 'amanhã',
      minDepth: '12',
      maxDepth: '9000',
      state: 'gone',
      owners: 'a,b',
      alarm: '1',
      sort: 'nothing',
      size: '7',
      page: '3',
    });
    expect(given).toMatchObject({ sort: undefined, size: undefined, page: 3 });
    expect(queryOfAddress(buoys, given)).toEqual({
      search: 'Lobito',
      from: '2026-08-01T00:00:00+01:00',
      minDepth: 12,
      owners: 'a,b',
      alarmed: 'true',
      sort: 'name',
      order: 'asc',
    });
    expect(query.safeParse(queryOfAddress(buoys, given)).success).toBe(true);
  });

  test('every type of vessel asked for is no filter, and a box begins with its first side', () => {
    expect(queryOfAddress(vesselResource, { types: 'all', south: '-18', sort: 'speed', order: 'asc' })).toEqual({
      minLat: -18,
      sort: 'speed',
      order: 'asc',
    });
    expect(queryOfAddress(vesselResource, { types: 'fishing', south: '-40' })).toEqual({
      types: 'fishing',
      sort: 'last',
      order: 'desc',
    });
  });
});

describe('files', () => {
  const rows: readonly Buoy[] = [{ name: '=A1', depth: null, state: 'off', lon: 12.123456789 }];
  test('headers with units, words of choices, degrees rounded, columns of one file alone', () => {
    expect(fileHeadersOf(buoys)).toEqual(['Nome', 'Fundo (m)', 'Situação', 'Alarme']);
    expect(fileHeadersOf(buoys, { file: 'raw' })).toEqual(['Nome', 'Fundo (m)', 'Situação', 'Longitude', 'Alarme']);
    expect(fileRowsOf(buoys, rows, { file: 'raw', decimals: 2 })).toEqual([['=A1', null, 'Desligada', 12.12, 'sim']]);
    expect(resourceCsv.head(buoys) + resourceCsv.rows(buoys, rows)).toBe(
      "\ufeffNome;Fundo (m);Situação;Alarme\r\n'=A1;;Desligada;sim\r\n",
    );
  });

  test('vessels: gear, licence, speed and course are in both files', () => {
    const added = ['Arte', 'Licença', 'Velocidade (nós)', 'Rumo (°)'];
    for (const file of ['filtered', 'raw'])
      expect(fileHeadersOf(vesselResource, { file })).toEqual(expect.arrayContaining(added));
    const vessel = {
      geom: { type: 'Point', coordinates: [12, -9] },
      lastTransmissionDate: '2026-08-30T23:30:00.000Z',
      receivedDate: '2026-08-30T23:30:00.000Z',
      firstTransmissionDate: null,
      licence: 'without',
      speedKnots: 7.3,
      courseDegrees: 184,
      gearType: 'trawlers',
    } as ListedVessel;
    expect(fileRowsOf(vesselResource, [vessel], { file: 'filtered' })[0]?.slice(-4)).toEqual([
      'trawlers',
      'Sem licença',
      7.3,
      184,
    ]);
  });
});
