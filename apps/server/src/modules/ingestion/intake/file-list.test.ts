import { exportIntakeFiles, intakeFile, intakeFiles } from '@kianda/contract/ingestion/connectors/intake.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchCsv, createIntakeWorld, type IntakeWorld } from './testing/world.ts';

const params = { id: 'angola-inipm' };
const minuteMs = 60_000;
let world: IntakeWorld;

/** Three files a minute apart: one refused, one of two rows of which one is bad, one of three rows. */
beforeAll(async () => {
  world = await createIntakeWorld();
  await world.upload('', 'vazio_100%.csv');
  world.advance(minuteMs);
  await world.upload(
    catchCsv(2, (row, index) => (index === 0 ? row.with(8, 'muito') : row)),
    'maio.csv',
  );
  world.advance(minuteMs);
  await world.upload(catchCsv(3), 'abril.csv');
});
afterAll(() => world.close());

const found = async (query: Record<string, string>) => {
  const { data } = await world.ask(intakeFiles, { params, query });
  return data.data.map(({ name }) => name);
};

test('received files are ordered and paged by the server, the newest first', async () => {
  expect(await found({})).toEqual(['abril.csv', 'maio.csv', 'vazio_100%.csv']);
  expect(await found({ sort: 'name', order: 'asc' })).toEqual(['abril.csv', 'maio.csv', 'vazio_100%.csv']);
  expect(await found({ sort: 'rows', order: 'asc' })).toEqual(['maio.csv', 'abril.csv', 'vazio_100%.csv']);
  expect(await found({ sort: 'rejected' })).toEqual(['maio.csv', 'abril.csv', 'vazio_100%.csv']);
  const { data } = await world.ask(intakeFiles, { params, query: { sort: 'size', pageSize: '2', page: '2' } });
  expect(data).toMatchObject({ data: [{ name: 'vazio_100%.csv' }], total: 3, page: 2, hasNext: false, hasPrev: true });
});

test.each<[string, Record<string, string>, readonly string[]]>([
  ['state', { state: 'rejected' }, ['vazio_100%.csv']],
  ['way', { way: 'sftp' }, []],
  ['words, none of them a pattern', { search: '_100%' }, ['vazio_100%.csv']],
  ['who handed them over', { search: 'OPERADOR', state: 'awaiting_confirmation' }, ['abril.csv', 'maio.csv']],
  ['time', { from: '2026-08-31T09:00:30.000Z', to: '2026-08-31T09:01:30.000Z' }, ['maio.csv']],
])('files are found by their %s', async (_name, query, names) => {
  expect(await found(query)).toEqual(names);
});

test('the whole list is a file, and the trail says who took it', async () => {
  const query = { state: 'awaiting_confirmation', sort: 'name', order: 'asc', format: 'json' };
  const { bytes } = await world.ask(exportIntakeFiles, { params, query });
  const { total, rows } = JSON.parse(bytes.toString());
  expect(total).toBe(2);
  expect(rows).toMatchObject([
    { name: 'abril.csv', state: 'awaiting_confirmation', rows: 3, rejected: 0, from: 'operador@mar.ao' },
    { name: 'maio.csv', rows: 2, rejected: 1 },
  ]);
  const csv = await world.ask(exportIntakeFiles, { params, query: { ...query, format: 'csv' } });
  expect(csv.bytes.toString()).toContain('Por confirmar');
  expect(world.exported).toMatchObject([
    { event: 'data.export', resource: 'list/ficheiros-recebidos', metadata: { format: 'json', rows: 2 } },
    { metadata: { format: 'csv' } },
  ]);
});

test('a connector without files has no list, and no file of it', async () => {
  const other = { id: 'obis' };
  expect((await world.ask(intakeFiles, { params: other })).code).toBe('not_found');
  expect((await world.ask(exportIntakeFiles, { params: other, query: { format: 'csv' } })).code).toBe('not_found');
});

test('one file is had by itself, however many came after it', async () => {
  const { data } = await world.ask(intakeFiles, { params, query: { sort: 'received', order: 'asc', pageSize: '1' } });
  const fileId = data.data[0]?.id ?? '';
  expect((await world.ask(intakeFile, { params: { fileId } })).data.file).toMatchObject({ name: 'vazio_100%.csv' });
  const unknown = { fileId: '00000000-0000-4000-8000-000000000000' };
  expect((await world.ask(intakeFile, { params: unknown })).code).toBe('not_found');
});
