// @vitest-environment happy-dom
import { type ListedVessel, vesselResource } from '@kianda/contract/fleet/vessels/vessels.resource';
import { specimenResource } from '@kianda/contract/sea/biodiversity/specimens.resource';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { orderOfSort, resourceColumns, sortableColumns, sortTextOf } from './resource-columns.tsx';

const vessel: ListedVessel = {
  id: '603990001',
  shipId: 1,
  vesselId: null,
  name: 'PALANCA',
  vesselType: 'fishing',
  gearType: null,
  flag: 'AGO',
  mmsi: '603990001',
  imo: null,
  callsign: null,
  registration: null,
  lengthMeters: null,
  licence: null,
  speedKnots: 7.25,
  courseDegrees: 184,
  firstTransmissionDate: null,
  lastTransmissionDate: '2026-08-31T08:00:00.000Z',
  receivedDate: '2026-08-31T08:00:00.000Z',
  geom: { type: 'Point', coordinates: [12, -9] },
  positionKind: 'report',
  activity: 'active',
  simulated: false,
};
const columns = resourceColumns(vesselResource);
const columnOf = (id: string) => columns.find((column) => column.id === id);

test('every column of the resource but those of files alone, in its order and with its unit', () => {
  expect(columns.map(({ id }) => id)).not.toContain('simulated');
  expect(columns.slice(0, 3).map(({ label }) => label)).toEqual(['Nome', 'Tipo', 'Bandeira']);
  expect(columnOf('speed')).toMatchObject({ label: 'Velocidade (nós)', align: 'end', hidden: false });
  expect(columnOf('latitude')).toMatchObject({ hidden: true });
});

test('a choice is its words, in the page as in the CSV', () => {
  expect(columnOf('type')?.value?.(vessel)).toBe('Pesca');
  expect(columnOf('type')?.render?.(vessel)).toBe('Pesca');
});

test('a number has the decimals of its column', () => {
  expect(columnOf('speed')?.render?.(vessel)).toBe('7,3');
  expect(columnOf('course')?.render?.(vessel)).toBe('184');
});

test('half of a position is written as positions are', () => {
  expect(columnOf('latitude')?.align).toBe('end');
  const drawn = ['latitude', 'longitude'].map((id) => renderToStaticMarkup(columnOf(id)?.render?.(vessel)));
  expect(drawn).toEqual(['9°0,0′\u00a0S', '12°0,0′\u00a0E']);
  // The page's CSV keeps the number.
  expect(columnOf('latitude')?.value?.(vessel)).toBe(-9);
});

test('a calendar day is written like every other date', () => {
  const day = resourceColumns(specimenResource).find(({ id }) => id === 'date');
  expect(day?.render?.({ date: '2026-11-29' } as never)).toBe('29/11/2026');
});

test('the order of the address is the sort of the table, and back', () => {
  expect(sortTextOf(vesselResource, { sort: 'last', order: 'desc' })).toBe('-last');
  expect(sortTextOf(vesselResource, { sort: 'location', order: 'asc' })).toBe('');
  expect(orderOfSort(vesselResource, '-gear')).toEqual({ sort: 'gear', order: 'desc' });
  expect(orderOfSort(vesselResource, 'mmsi')).toEqual({ sort: undefined, order: undefined });
  expect(sortableColumns(vesselResource)).toContain('licence');
  expect(sortableColumns(vesselResource)).not.toContain('mmsi');
});
