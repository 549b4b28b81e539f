import * as h5wasm from 'h5wasm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ProviderPending } from '../core/failures.ts';
import type { Page } from '../core/port.ts';
import type { GridSlice } from '../core/records.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { WAITING } from './client.ts';
import { windStream } from './port.ts';
import { executionWire } from './wire.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** 5.5 days before lies within 27 August: the last complete day. */
const NOW_MS = Date.UTC(2026, 8, 2, 6);
const JOB = '11111111-1111-4111-8111-111111111111';

type FileOptions = { units?: string; timeUnits?: string; missing?: number };

/** A file of two rows (north first) and three columns, one value an instant: its index, negative for the north part. */
async function netcdf(times: readonly number[], options: FileOptions = {}): Promise<Uint8Array> {
  const { FS } = await h5wasm.ready;
  const file = new h5wasm.File('/ensaio.nc', 'w');
  const seconds = BigInt64Array.from(times, (timeMs) => BigInt(timeMs / 1000));
  file
    .create_dataset({ name: 'valid_time', data: seconds, shape: [times.length], dtype: '<q' })
    .create_attribute('units', options.timeUnits ?? 'seconds since 1970-01-01');
  file.create_dataset({ name: 'latitude', data: new Float64Array([-10, -10.25]), shape: [2], dtype: '<d' });
  file.create_dataset({ name: 'longitude', data: new Float64Array([9, 9.25, 9.5]), shape: [3], dtype: '<d' });
  for (const [name, sign] of [
    ['u10', 1],
    ['v10', -1],
  ] as const) {
    const data = Float32Array.from(
      { length: times.length * 6 },
      (_, cell) => sign * (Math.floor(cell / 6) + cell / 100),
    );
    if (options.missing !== undefined) data[0] = options.missing;
    file
      .create_dataset({ name, data, shape: [times.length, 2, 3], dtype: '<f' })
      .create_attribute('units', options.units ?? 'm s**-1');
  }
  file.close();
  const bytes = FS.readFile('/ensaio.nc');
  FS.unlink('/ensaio.nc');
  return bytes;
}

let server: FixtureServer | undefined;
let statuses: string[] = [];
let told: string[] = [];
let execution: FixtureAnswer | null = null;
let results: FixtureAnswer | null = null;
let bytes: Uint8Array | string = '';
let declared: number | null = null;

function answer({ url, headers }: FixtureRequest): FixtureAnswer {
  if (url.pathname.endsWith('/execution'))
    return execution ?? { status: 201, body: { jobID: JOB, status: 'accepted' } };
  if (url.pathname === `/api/retrieve/v1/jobs/${JOB}`)
    return { body: { jobID: JOB, status: statuses.shift() ?? 'successful' } };
  if (url.pathname.endsWith('/results'))
    return (
      results ?? {
        body: {
          asset: {
            value: {
              type: 'application/netcdf',
              href: `http://${headers.host}/store/file.nc`,
              'file:size': declared ?? bytes.length,
            },
          },
        },
      }
    );
  return { headers: { 'content-type': 'application/x-netcdf' }, body: bytes };
}

async function run(
  cursor: unknown,
  mode: 'incremental' | 'backfill' = 'incremental',
  window?: { fromMs: number; toMs: number },
): Promise<Page<unknown>[]> {
  server ??= await serveFixtures(answer, { nowMs: () => NOW_MS, prefix: '/api', credentials: { token: 'segredo' } });
  const context = { ...server.context, status: (message: string) => told.push(message) };
  const input = { mode, cursor, ...(window === undefined ? {} : { window }) };
  return collect(windStream({ firstMs: 1, factor: 1, mostMs: 1 }).pull(input, server.settings, context));
}

const inputs = () =>
  (server?.requests ?? [])
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => executionWire.parse(JSON.parse(body)).inputs);

beforeAll(async () => {
  const first = Date.UTC(2026, 7, 25);
  bytes = await netcdf([first, first + HOUR_MS, first + 6 * HOUR_MS, first + 18 * HOUR_MS]);
});

const file = () => netcdf([Date.UTC(2026, 7, 25), Date.UTC(2026, 7, 25, 6)]);

afterEach(async () => {
  await server?.close();
  server = undefined;
  statuses = [];
  told = [];
  execution = null;
  results = null;
  declared = null;
  bytes = await file();
});

describe('a job', () => {
  test('that takes long gives the slot back, and the run that goes on asks for it by its id and for no day twice', async () => {
    server = await serveFixtures(answer, { nowMs: () => NOW_MS, prefix: '/api', credentials: { token: 'segredo' } });
    const patient = windStream({ firstMs: 1, factor: 1, mostMs: 1, holdMs: 3 });
    statuses = Array(3).fill('running');
    const first = await collect(
      patient.pull({ mode: 'incremental', cursor: null }, server.settings, server.context),
    ).catch((error: unknown) => error);
    expect(first).toBeInstanceOf(ProviderPending);
    const { pending } = first as ProviderPending;
    expect(pending).toMatchObject({ jobId: JOB });
    const before = inputs().length;
    const pages = await collect(
      patient.pull({ mode: 'incremental', cursor: null, pending }, server.settings, server.context),
    );
    expect(pages).toHaveLength(1);
    expect([before, inputs().length]).toEqual([1, 1]);
  });

  test('is asked for, waited for with a word to the operator, and its file fetched without the token', async () => {
    statuses = ['accepted', 'running', 'successful'];
    const pages = await run(null);
    expect(inputs()).toEqual([
      {
        product_type: ['reanalysis'],
        variable: ['10m_u_component_of_wind', '10m_v_component_of_wind'],
        year: ['2026'],
        month: ['08'],
        day: ['25', '26', '27'],
        time: Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
        area: [-4.4, 8, -18, 14],
        data_format: 'netcdf',
        download_format: 'unarchived',
      },
    ]);
    expect(told).toEqual([WAITING]);
    const requests = server?.requests ?? [];
    expect(requests[0]?.headers['private-token']).toBe('segredo');
    expect(requests.at(-1)?.headers['private-token']).toBeUndefined();
    expect(pages[0]?.raw[0]?.bytes.length).toBe(bytes.length);
  });

  test('that failed because the days are not out yet ends the run without error', async () => {
    statuses = ['failed'];
    results = {
      status: 400,
      body: {
        title: 'The job has failed',
        traceback: 'None of the data you have requested is available yet, please …',
      },
    };
    expect(await run({ lastTimeMs: NOW_MS - 10 * DAY_MS })).toEqual([]);
  });

  test('that failed otherwise may be tried again', async () => {
    statuses = ['failed'];
    results = { status: 400, body: { title: 'The job has failed', traceback: 'MARS is down' } };
    await expect(run(null)).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });

  test('that was rejected ends', async () => {
    statuses = ['rejected'];
    await expect(run(null)).rejects.toMatchObject({ failure: 'request', permanent: true });
  });

  test('a file shorter than said is a broken transfer', async () => {
    declared = 1_000_000;
    await expect(run(null)).rejects.toMatchObject({ failure: 'network', permanent: false });
  });
});

describe('refusals', () => {
  test('a licence not accepted is permanent and says what to do', async () => {
    execution = { status: 403, body: { title: 'required licences not accepted', detail: 'Not all the required …' } };
    await expect(run(null)).rejects.toMatchObject({
      failure: 'auth',
      permanent: true,
      message: expect.stringMatching(/licença do ERA5 ainda não foi aceite.*manage-licences/),
    });
    expect(server?.requests).toHaveLength(1);
  });

  test('a request too large is the request’s fault, another 403 the token’s', async () => {
    execution = { status: 403, body: { title: 'cost limits exceeded' } };
    await expect(run(null)).rejects.toMatchObject({ failure: 'request', permanent: true });
    execution = { status: 403, body: { title: 'operation not allowed' } };
    await expect(run(null)).rejects.toMatchObject({ failure: 'auth', permanent: true });
  });

  test('without a token nothing is asked', async () => {
    server = await serveFixtures(answer, { nowMs: () => NOW_MS });
    await expect(run(null)).rejects.toMatchObject({ failure: 'auth' });
    expect(server.requests).toHaveLength(0);
    await server.close();
    server = await serveFixtures(answer, { nowMs: () => NOW_MS, credentials: { token: '  ' } });
    await expect(run(null)).rejects.toMatchObject({ failure: 'auth' });
    expect(server.requests).toHaveLength(0);
  });
});

describe('fields', () => {
  test('south first, metres a second, an hour apart, with the speed of both components; half hours are left out', async () => {
    const first = Date.UTC(2026, 7, 25);
    bytes = await netcdf([first, first + HOUR_MS / 2, first + HOUR_MS], { missing: 3.4028234663852886e38 });
    const [page] = await run(null);
    const slices = page?.records as GridSlice[];
    expect(slices.map(({ variable, timeMs }) => [variable, (timeMs - first) / HOUR_MS])).toEqual([
      ['windEast', 0],
      ['windEast', 1],
      ['windNorth', 0],
      ['windNorth', 1],
      ['windSpeed', 0],
      ['windSpeed', 1],
    ]);
    expect(slices[0]).toMatchObject({
      dataset: 'era5',
      unit: 'm/s',
      west: 9,
      south: -10.25,
      lonStepDegrees: 0.25,
      latStepDegrees: 0.25,
      columns: 3,
      rows: 2,
      timeStepHours: 1,
    });
    const rounded = Array.from(slices[0]?.values ?? [], (value) => Math.round(value * 100) / 100);
    expect(rounded).toEqual([0.03, 0.04, 0.05, Number.NaN, 0.01, 0.02]);
    expect(page?.cursor).toEqual({ lastTimeMs: first + HOUR_MS });
    // One component is unknown in a cell, and so is the speed there.
    const [, east, , north] = slices;
    const expected = Array.from(east?.values ?? [], (value, cell) =>
      Math.hypot(value, north?.values[cell] ?? Number.NaN),
    );
    expect(Array.from(slices[5]?.values ?? [])).toEqual(expected.map((value) => Math.fround(value)));
    expect(slices[4]?.values[3]).toBeNaN();
  });

  test('of another unit, another clock, other days, or no NetCDF-4 at all are refused', async () => {
    const times = [Date.UTC(2026, 7, 25)];
    for (const made of [
      await netcdf(times, { units: 'knots' }),
      await netcdf(times, { timeUnits: 'hours since 1900-01-01' }),
      await netcdf([Date.UTC(2020, 0, 1)]),
      'PK zip',
    ]) {
      bytes = made;
      await expect(run(null)).rejects.toMatchObject({ failure: 'schema' });
    }
  });
});

describe('days', () => {
  test('nothing is asked while no new day is out', async () => {
    expect(await run({ lastTimeMs: Date.UTC(2026, 7, 27, 18) })).toEqual([]);
    expect(server?.requests).toHaveLength(0);
  });

  test('a request names days of one month, ten at most', async () => {
    const window = { fromMs: Date.UTC(2026, 6, 20), toMs: Date.UTC(2026, 7, 3) };
    bytes = await netcdf([Date.UTC(2026, 6, 20), Date.UTC(2026, 6, 30), Date.UTC(2026, 7, 1)]);
    const pages = await run({ lastTimeMs: 5 }, 'backfill', window);
    expect(inputs().map(({ month, day }) => [month[0], day[0], day.length])).toEqual([
      ['07', '20', 10],
      ['07', '30', 2],
      ['08', '01', 3],
    ]);
    expect(pages.map(({ cursor }) => cursor)).toEqual([{ lastTimeMs: 5 }, { lastTimeMs: 5 }, { lastTimeMs: 5 }]);
  });
});
