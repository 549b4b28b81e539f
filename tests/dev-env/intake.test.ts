import type { DataOf } from '@kianda/contract';
import { deadLetters } from '@kianda/contract/ingestion/connectors/dead-letters.contract';
import { replayDeadLetter } from '@kianda/contract/ingestion/connectors/engine.contract';
import { intakeConfirm, intakeFiles, type intakeUpload } from '@kianda/contract/ingestion/connectors/intake.contract';
import { fisheriesLandings } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { listCoastalStations } from '@kianda/contract/sea/ocean/coastal.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { spawnSimulator, type TestSimulator } from '../../apps/server/src/testing/simulator.ts';

let simulator: TestSimulator;
let app: TestApplication;
let token: string;
beforeAll(async () => {
  simulator = await spawnSimulator();
  app = await createTestApplication({ simulatorUrl: simulator.url });
  token = (await app.signIn('cientista')).token;
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

const params = { id: 'angola-inipm' };
const landings = async (query: Record<string, string> = {}) =>
  app.call<DataOf<typeof fisheriesLandings>>(fisheriesLandings, { token, query });

/** 10,000 catches of half a tonne and more, one a day, port and segment; 137 of them are bad. */
function catchFile(): string {
  const ports = ['Namibe', 'Luanda', 'Lobito', 'Soyo', 'Cabinda'];
  const segments = ['industrial', 'semi-industrial', 'artesanal', 'continental'];
  const rows = Array.from({ length: 10_000 }, (_, index) => {
    const day = new Date(Date.UTC(2023, 0, 1) + Math.floor(index / 20) * 86_400_000).toISOString().slice(0, 10);
    const date = index % 73 === 0 ? '31/02/2023' : day.split('-').toReversed().join('/');
    return [date, ports[index % 5], segments[Math.floor(index / 5) % 4], 'cerco', 'HMZ', '1.000,5'].join(';');
  });
  return ['data;porto;segmento;arte;codigo_fao;quantidade_t', ...rows].join('\r\n');
}

describe('a file of 10,000 rows of which 137 are bad', () => {
  test('is previewed, stored once confirmed, and shown where catches are shown', async () => {
    const before = await landings({ from: '2023-01-01', to: '2024-12-31' });
    expect(before.data).toMatchObject({ total_tonnes: null, rows: 0 });
    const uploaded = await app.inject<DataOf<typeof intakeUpload>>({
      method: 'POST',
      url: '/admin-api/data/connectors/angola-inipm/uploads?fileName=capturas.csv',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      payload: catchFile(),
    });
    expect(uploaded.status).toBe(201);
    expect(uploaded.data.preview).toMatchObject({ total: 10_000, valid: 9_863, rejected: 137 });
    const confirmed = await app.call<DataOf<typeof intakeConfirm>>(intakeConfirm, {
      token,
      params: { fileId: uploaded.data.file.id },
      body: {},
    });
    expect(confirmed.status).toBe(202);
    await app.ended(confirmed.data.runId ?? '');
    const after = await landings({ from: '2023-01-01', to: '2024-12-31' });
    expect(after.data.rows).toBe(9_863);
    expect(after.data.total_tonnes).toBeCloseTo(9_863 * 1000.5, 3);
    // A file that a person uploads is real, even where the providers are simulated.
    expect(after.metadata.provenance.state).not.toBe('simulated');
  });

  test('its bad rows are dead letters with reasons, one of which is corrected and stored', async () => {
    const letters = async (state = 'open') =>
      (await app.call<DataOf<typeof deadLetters>>(deadLetters, { token, params, query: { pageSize: '200', state } }))
        .data;
    const open = await letters();
    expect(open.total).toBe(137);
    expect(open.rows.filter(({ reason }) => !reason.includes('data que não existe: «31/02/2023»'))).toEqual([]);
    const [letter] = open.rows;
    const replay = async (raw: unknown) =>
      app.call<DataOf<typeof replayDeadLetter>>(replayDeadLetter, {
        token,
        params: { letterId: String(letter?.id) },
        body: { raw },
      });
    const held = letter?.raw as { row?: { valores: Record<string, string> }; valores?: Record<string, string> };
    const row = held.row ?? held;
    const edited = (data: string) => ({ ...row, valores: { ...row.valores, data } });
    expect((await replay(edited('30/02/2023'))).data).toMatchObject({ state: 'open', written: 0 });
    expect((await replay(edited('28/02/2022'))).data).toMatchObject({ state: 'replayed', written: 1 });
    expect((await letters()).total).toBe(136);
    expect((await letters('replayed')).total).toBe(1);
    expect((await landings({ from: '2022-02-28', to: '2022-02-28' })).data).toMatchObject({
      rows: 1,
      total_tonnes: 1000.5,
    });
  });
});

describe('the simulated institutes', () => {
  test('INIPM: files are fetched by SFTP once, stored, and marked as simulated', async () => {
    const runs = await app.ingest('angola-inipm');
    expect(runs.filter(({ state }) => state !== 'succeeded')).toEqual([]);
    const files = async () =>
      (await app.call<DataOf<typeof intakeFiles>>(intakeFiles, { token, params, query: { state: 'stored' } })).data;
    const first = await files();
    const fetched = first.data.filter(({ way }) => way === 'sftp');
    expect(fetched.length).toBeGreaterThanOrEqual(8);
    expect(fetched.filter(({ rowsRejected }) => rowsRejected !== 0)).toEqual([]);
    const recent = await landings({ from: new Date(app.clock.nowMs() - 40 * 86_400_000).toISOString().slice(0, 10) });
    expect(recent.data.rows).toBeGreaterThan(50);
    expect(recent.metadata.provenance.state).toBe('simulated');
    await app.ingest('angola-inipm');
    expect((await files()).total).toBe(first.total);
  });

  test('INAMET: coastal stations with their last values', async () => {
    const runs = await app.ingest('angola-inamet');
    expect(runs.filter(({ state }) => state !== 'succeeded')).toEqual([]);
    const { data, metadata } = await app.call<DataOf<typeof listCoastalStations>>(listCoastalStations, { token });
    expect(data.stations.length).toBeGreaterThanOrEqual(5);
    expect(data.stations.map(({ name }) => name)).not.toContain('Huambo');
    expect(data.stations.filter(({ latest }) => latest.length < 5)).toEqual([]);
    expect(metadata.provenance.state).toBe('simulated');
  });
});
