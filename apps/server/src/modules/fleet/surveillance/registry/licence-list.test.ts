import { createLicence, exportLicences, listLicences } from '@kianda/contract/fleet/surveillance/registry.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../../testing/ask.ts';
import { openSurveillance, type SurveillanceWorld } from '../testing/world.ts';

let world: SurveillanceWorld;

const licence = {
  number: 'SN-1',
  vesselName: 'PALANCA',
  mmsi: '603990001',
  imo: null,
  callsign: null,
  registration: null,
  flag: 'AGO',
  holder: 'Pescas do Sul',
  gears: ['cerco', 'palangre'],
  fleet: 'industrial',
  areaIds: null,
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  source: 'ensaio',
};

/** Three licences: one that holds, one that is suspended, one that has ended. */
beforeAll(async () => {
  world = await openSurveillance();
  const suspensions = [{ from: '2026-08-01', to: null, reason: 'Despacho 12' }];
  const ended = { fleet: null, validFrom: '2025-01-01', validTo: '2025-06-30', holder: null };
  for (const over of [
    {},
    { number: 'SN-2', vesselName: 'ABELHA', mmsi: '603990002', flag: 'ESP', suspensions },
    { number: 'SN-3_100%', vesselName: 'WELWITSCHIA', mmsi: '603990003', ...ended },
  ])
    await askModule(world.module, createLicence, { body: { ...licence, ...over } });
  world.audited.length = 0;
});
afterAll(() => world.close());

const found = async (query: object) =>
  (await askModule(world.module, listLicences, { query })).data.data.map(({ vesselName }) => vesselName);

test('licences are ordered and paged by the server, those that end last first', async () => {
  expect(await found({})).toEqual(['PALANCA', 'ABELHA', 'WELWITSCHIA']);
  expect(await found({ sort: 'vessel', order: 'asc' })).toEqual(['ABELHA', 'PALANCA', 'WELWITSCHIA']);
  expect(await found({ sort: 'flag', order: 'desc' })).toEqual(['ABELHA', 'PALANCA', 'WELWITSCHIA']);
  expect(await found({ sort: 'holder', order: 'asc' })).toEqual(['PALANCA', 'ABELHA', 'WELWITSCHIA']);
  const { data } = await askModule(world.module, listLicences, { query: { sort: 'number', pageSize: 2, page: 2 } });
  expect(data).toMatchObject({ data: [{ number: 'SN-1' }], total: 3, page: 2, hasNext: false, hasPrev: true });
});

test.each<[string, object, readonly string[]]>([
  ['those that hold today', { valid: 'true' }, ['PALANCA']],
  ['those that do not', { valid: 'false' }, ['ABELHA', 'WELWITSCHIA']],
  ['fleet', { fleet: 'industrial' }, ['PALANCA', 'ABELHA']],
  ['words, none of them a pattern', { search: '_100%' }, ['WELWITSCHIA']],
  ['mark', { search: '603990002' }, ['ABELHA']],
  ['holder', { search: 'do sul', valid: 'true' }, ['PALANCA']],
])('licences are found: %s', async (_name, query, names) => {
  expect(await found(query)).toEqual(names);
});

test('the whole list is a file, and the trail says who took it', async () => {
  const query = { fleet: 'industrial', sort: 'number', order: 'asc', format: 'json' };
  const { bytes } = (await askModule(world.module, exportLicences, { query })) as unknown as { bytes: Uint8Array };
  const { total, rows } = JSON.parse(new TextDecoder().decode(bytes));
  expect(total).toBe(2);
  expect(rows).toMatchObject([
    { number: 'SN-1', state: 'valid', gears: 'cerco, palangre', to: '2026-12-31' },
    { number: 'SN-2', state: 'suspended', flag: 'ESP' },
  ]);
  expect(world.audited).toMatchObject([
    { event: 'data.export', resource: 'list/licencas', metadata: { format: 'json', rows: 2 } },
  ]);
});
