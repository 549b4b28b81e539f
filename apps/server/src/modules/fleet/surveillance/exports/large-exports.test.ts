import { randomBytes } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import { listExports, noteBrowserExport, startExport } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { exportTrack, exportVesselEvents, exportVessels } from '@kianda/contract/fleet/vessels/exports.contract';
import { sharedObject } from '@kianda/contract/open/storage/storage.contract';
import { dayMs, hourMs } from '@kianda/geo';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../../../platform/documents/testing/pdf-text.ts';
import type { JobQueue } from '../../../../platform/jobs/jobs.ts';
import { createJobQueue, type RunnableJobQueue } from '../../../../platform/jobs/queue.ts';
import { askModule } from '../../../../testing/ask.ts';
import { createStorageModule, type StorageModule } from '../../../open/storage/index.ts';
import { openSurveillance, positionAt, type SurveillanceWorld } from '../testing/world.ts';

let world: SurveillanceWorld;
let storage: StorageModule;
let queue: RunnableJobQueue;
const told: { type: string; payload: Readonly<Record<string, unknown>> }[] = [];
const seed = 7;

beforeAll(async () => {
  world = await openSurveillance({
    queue: (): JobQueue => queue,
    signedLink: (object) => storage.signedLink(object),
  });
  const { platform } = world.base;
  const { audited } = world;
  storage = createStorageModule({
    platform,
    audit: { record: async (entry) => audited.push(entry) },
    masterKey: randomBytes(32),
    publicUrl: 'https://kianda.test',
    queue: () => queue,
  });
  queue = createJobQueue({ ...platform, jobs: world.module.jobs ?? [], roles: ['worker'] });
  await queue.start();
  platform.events.subscribe((event) => {
    if (event.channel === 'notifications') told.push(event);
  });
  const startMs = platform.clock.nowMs() - 12 * dayMs;
  // Over twelve days, read in stretches of five: no position is lost or doubled where they meet.
  const positions = Array.from({ length: 12 * 24 + 1 }, (_, index) =>
    positionAt(603_000_001, startMs + index * hourMs, [index * 0.001, 0]),
  );
  await world.storePositions(positions, seed);
});
afterAll(async () => {
  await queue.stop();
  await world.close();
});

const exports = async () => (await askModule(world.module, listExports)).data.exports;
async function ready(id: string): Promise<DataOf<typeof startExport>> {
  const find = async () => (await exports()).find((one) => one.id === id);
  await expect.poll(async () => (await find())?.state).toBe('ready');
  const found = await find();
  if (found === undefined) throw new Error('gone');
  return found;
}
async function opened(url: string | null): Promise<string> {
  return (await bytesOf(url)).toString('utf8');
}
async function bytesOf(url: string | null): Promise<Buffer> {
  const query = Object.fromEntries(new URL(url ?? '').searchParams);
  const binding = storage.bindings?.find(({ endpoint }) => endpoint.id === sharedObject.id);
  const context = { query: sharedObject.query.parse(query), headers: {} };
  if (binding === undefined) throw new Error('the storage opens no shared object');
  const { body } = (await binding.handler(context as never)) as { body: AsyncIterable<Uint8Array> };
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const trackFrom = () => new Date(world.base.platform.clock.nowMs() - 20 * dayMs).toISOString();

test('a track of weeks is written behind whoever asked, who is told and opens it by a signed link', async () => {
  const body = { what: 'track', vesselId: 1, format: 'geojson', from: trackFrom() };
  const asked = (await askModule(world.module, startExport, { body })).data;
  expect(asked.url).toBeNull();
  const done = await ready(asked.id);
  expect(done).toMatchObject({ rows: 289, title: 'Posições de 603000001', progress: null });
  const file = JSON.parse(await opened(done.url)) as {
    features: { geometry: { type: string; coordinates: number[] }; properties: { instante: string } }[];
    provenance: { state: string };
  };
  const points = file.features.filter(({ geometry }) => geometry.type === 'Point');
  expect(new Set(points.map(({ properties }) => properties.instante)).size).toBe(289);
  // Hourly reports are no silence: one line from end to end, cut only where a stretch is read.
  const lines = file.features.filter(({ geometry }) => geometry.type === 'LineString');
  const legs = lines.reduce((sum, { geometry }) => sum + geometry.coordinates.length - 1, 0);
  expect(legs).toBe(288);
  expect(file.provenance.state).toBe('simulated');
  expect(told.at(-1)).toMatchObject({ type: 'export.ready', payload: { title: 'Exportação pronta' } });
  expect(told.at(-1)?.payload.message).toContain(done.fileName);
  const written = world.audited.filter(({ event }) => event === 'data.export').map(({ metadata }) => metadata);
  expect(written).toEqual([
    expect.objectContaining({ act: 'request' }),
    expect.objectContaining({ madeBy: 'job', rows: 289, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }),
  ]);
});

test('the same as at once; a forged link opens nothing; after a week the file is gone', async () => {
  const asked = (
    await askModule(world.module, startExport, { body: { what: 'vessels', format: 'kml', types: 'unknown,fishing' } })
  ).data;
  const done = await ready(asked.id);
  const later = await opened(done.url);
  const now = (await askModule(world.module, exportVessels, {
    query: { format: 'kml', types: 'unknown,fishing' },
  })) as unknown as {
    bytes: Uint8Array;
  };
  expect(later).toBe(Buffer.from(now.bytes).toString('utf8'));
  await expect(opened((done.url ?? '').replace('.kml', '.kmx'))).rejects.toMatchObject({ code: 'link_invalid' });
  world.base.advance(8 * dayMs);
  expect((await exports()).map(({ url }) => url)).toEqual([null, null]);
  const id = await queue.enqueue('surveillance.export', { id: null });
  await expect.poll(async () => (await queue.get(id))?.state).toBe('succeeded');
  expect(await exports()).toEqual([]);
  const left: string[] = [];
  for await (const { key } of world.base.platform.storage.list('exports/')) left.push(key);
  expect(left).toEqual([]);
});

test('paper that is too long to wait for comes in volumes, every row once', async () => {
  const startMs = world.base.platform.clock.nowMs() - 9 * dayMs;
  const count = 2_010;
  await world.storePositions(
    Array.from({ length: count }, (_, index) =>
      positionAt(603_000_002, startMs + index * 360_000, [0, index * 0.0001]),
    ),
    seed,
  );
  const from = new Date(startMs).toISOString();
  const { data: ships } = await askModule(world.module, startExport, { body: { what: 'vessels', format: 'json' } });
  const listed = JSON.parse(await opened((await ready(ships.id)).url)) as {
    vessels: { mmsi: string; shipId: number }[];
  };
  const vesselId = listed.vessels.find(({ mmsi }) => mmsi === '603000002')?.shipId ?? 0;
  const now = askModule(world.module, exportTrack, { params: { id: vesselId }, query: { format: 'pdf', from } });
  await expect(now).rejects.toMatchObject({ code: 'export_too_large' });
  const asked = (await askModule(world.module, startExport, { body: { what: 'track', vesselId, format: 'pdf', from } }))
    .data;
  const done = await ready(asked.id);
  expect(done).toMatchObject({ rows: count, fileName: expect.stringMatching(/^vessel-track-603000002-.*\.zip$/) });
  const volumes = unzipSync(await bytesOf(done.url));
  expect(Object.keys(volumes)).toEqual([
    'vessel-track-603000002-volume-01.pdf',
    'vessel-track-603000002-volume-02.pdf',
  ]);
  const [first = '', second = ''] = Object.values(volumes).map((bytes) => readPdf(bytes).pages.join(' '));
  expect(first.replaceAll(/\s+/g, ' ')).toMatch(/Registos 1 a 2.000/);
  expect(second.replaceAll(/\s+/g, ' ')).toMatch(/Registos 2.001 a 2.010; último volume/);
  // Each of both ends with where it comes from.
  for (const text of [first, second]) expect(text).toContain('SIMULADO');
  // One volume is no archive.
  const short = { what: 'events', format: 'pdf' };
  const few = await ready((await askModule(world.module, startExport, { body: short })).data.id);
  expect(few.fileName).toMatch(/\.pdf$/);
  expect(readPdf(await bytesOf(few.url)).pages.join(' ')).toContain('Acontecimentos de embarcações');
});

test('the list as CSV and JSON has the names, columns, decimals and dates of the short one', async () => {
  const written = async (body: object) => {
    const done = await ready(
      (await askModule(world.module, startExport, { body: { what: 'vessels', ...body } })).data.id,
    );
    return { name: done.fileName, text: await opened(done.url) };
  };
  const day = new Date(world.base.platform.clock.nowMs()).toISOString().slice(0, 10);
  const filtered = await written({ format: 'csv', search: '603000002' });
  expect(filtered.name).toBe(`vessels-filtered-${day}.csv`);
  const [header, row, ...rest] = filtered.text.replace('\ufeff', '').split('\r\n');
  expect(header).toBe(
    'ID;Nome;Tipo;Bandeira;IMO;Callsign;Primeira Transmissão;Última Transmissão;Latitude;Longitude;Arte;Licença;Velocidade (nós);Rumo (°)',
  );
  expect(row).toMatch(/^603000002;;[^;]+;AGO;;;\d{2}\/\d{2}\/2026;\d{2}\/\d{2}\/2026;0,2009;0;;;0,4;0$/);
  expect(rest).toEqual([
    '',
    expect.stringContaining('Powered by Global Fishing Watch'),
    expect.stringContaining('sim'),
    expect.stringContaining('Exportado;'),
    '',
  ]);
  const raw = await written({ format: 'csv', file: 'raw' });
  expect(raw.name).toBe(`gfw-vessels-${day}.csv`);
  expect(raw.text).toContain(';Longitude;MMSI;Matrícula;Arte;Simulado;Licença;Velocidade (nós);Rumo (°)\r\n');
  const json = await written({ format: 'json', file: 'raw' });
  expect(json.name).toBe(`gfw-vessels-${day}.json`);
  expect(JSON.parse(json.text)).toMatchObject({ simulated: true, total: 2, vessels: [{}, {}] });
});

test('a vessel that is not there is refused at once, and so is NAF of events', async () => {
  const body = { what: 'track', vesselId: 99, format: 'kml' };
  await expect(askModule(world.module, startExport, { body })).rejects.toMatchObject({ code: 'not_found' });
  expect(startExport.body.safeParse({ what: 'events', format: 'naf' }).success).toBe(false);
  expect(exportVesselEvents.query.safeParse({ format: 'naf' }).success).toBe(false);
});

test('what a browser makes a file of is noted with its sum', async () => {
  world.audited.length = 0;
  const file = { fileName: 'vessels-filtered-2026-08-31.csv', rows: 3, bytes: 410, sha256: 'ab'.repeat(32) };
  await askModule(world.module, noteBrowserExport, { body: { of: 'vessels', ...file } });
  expect(world.audited).toEqual([
    expect.objectContaining({ event: 'data.export', resource: 'vessels', metadata: { madeBy: 'browser', ...file } }),
  ]);
});
