import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { AnimalTrackRecord } from '../core/geo-records.ts';
import type { Page, PullInput } from '../core/port.ts';
import {
  collect,
  type FixtureAnswer,
  type FixtureRequest,
  type FixtureServer,
  serveFixtures,
} from '../testing/fixture-server.ts';
import { movebank } from './port.ts';

const NOW_MS = Date.UTC(2026, 8, 1, 6);
const csvType = { 'content-type': 'text/csv;charset=UTF-8' };
const htmlType = { 'content-type': 'text/html;charset=UTF-8' };

const studyHeader =
  'id,name,citation,license_type,license_terms,contact_person_name,main_location_lat,main_location_long,is_test,sensor_type_ids,number_of_deployed_locations,i_have_download_access';
const gabon =
  '7,Turtles,"Witt, M. <i>2011</i><br>""Tracking""",CUSTOM,"Cite, please",Someone,-0.5,9.3,false,"GPS,Acceleration",100,true';
const eventHeader =
  'study_id,sensor_type_id,individual_local_identifier,tag_local_identifier,timestamp,location_long,location_lat,individual_taxon_canonical_name,visible';
const fix = (
  timestamp: string,
  lon: string | number,
  lat: string | number,
  over: { who?: string; visible?: string } = {},
) => `7,653,${over.who ?? 'T1'},131,${timestamp},${lon},${lat},Dermochelys coriacea,${over.visible ?? 'true'}`;
const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

let server: FixtureServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

type Answers = {
  readonly studies?: string;
  readonly events?: (request: FixtureRequest) => FixtureAnswer;
};

async function run(
  {
    studies = lines(studyHeader, gabon),
    events = () => ({ headers: csvType, body: lines(eventHeader) }),
  }: Answers = {},
  input: Partial<PullInput<unknown>> = {},
  credentials: Record<string, string> = { username: 'conta', password: 'segredo' },
): Promise<Page<unknown>[]> {
  await server?.close();
  const answer = (request: FixtureRequest): FixtureAnswer =>
    request.url.searchParams.get('entity_type') === 'study' ? { headers: csvType, body: studies } : events(request);
  server = await serveFixtures(answer, { nowMs: () => NOW_MS, credentials });
  const [stream] = movebank.streams;
  if (stream === undefined) throw new Error('no stream');
  return collect(stream.pull({ mode: 'incremental', cursor: null, ...input }, server.settings, server.context));
}

const withEvents = (...rows: readonly string[]): Answers => ({
  events: () => ({ headers: csvType, body: lines(eventHeader, ...rows) }),
});
const tracksOf = (pages: readonly Page<unknown>[]): AnimalTrackRecord[] =>
  pages.flatMap(({ records }) => records.flatMap((record) => (record.kind === 'animal-track' ? [record] : [])));
const eventQueries = (): URLSearchParams[] =>
  (server?.requests ?? []).map(({ url }) => url.searchParams).filter((query) => query.get('entity_type') === 'event');

describe('account', () => {
  test('without one nothing is asked; with one it goes in the header, never in the address', async () => {
    await expect(run({}, {}, { username: 'conta' })).rejects.toMatchObject({ failure: 'auth', permanent: true });
    expect(server?.requests).toHaveLength(0);
    const pages = await run(withEvents(fix('2026-08-01 00:00:00.000', 9, -5)));
    expect(server?.requests[0]?.headers.authorization).toBe(`Basic ${btoa('conta:segredo')}`);
    expect(pages.flatMap(({ raw }) => raw.map(({ url }) => url)).join()).not.toContain('segredo');
  });
});

test('under the user name «api-token» the password is a token: in the address sent, not in the one kept', async () => {
  const answers = withEvents(fix('2026-08-01 00:00:00.000', 9, -5));
  const pages = await run(answers, {}, { username: 'api-token', password: 'f1c4a' });
  expect(
    server?.requests.map(({ url, headers }) => [url.searchParams.get('api-token'), headers.authorization]),
  ).toEqual([
    ['f1c4a', undefined],
    ['f1c4a', undefined],
  ]);
  expect(tracksOf(pages)).toHaveLength(1);
  expect(pages.flatMap(({ raw }) => raw.map(({ url }) => url)).join()).not.toContain('f1c4a');
});

describe('licence', () => {
  const terms = '<html><p>License Terms: não comercial, com citação.</p></html>';
  const md5 = createHash('md5').update(terms).digest('hex');
  const gate = (given: string | null): FixtureAnswer => ({
    headers: {
      ...htmlType,
      'accept-license': 'true',
      'set-cookie': `JSESSIONID=abc${given ?? ''}; Expires=Tue, 01 Jan 2030 00:00:00 GMT; Path=/`,
    },
    body: terms,
  });

  test('is accepted with the MD5 of the terms in the session they were shown in, and the log says so', async () => {
    const pages = await run({
      events: ({ url, headers }) =>
        url.searchParams.get('license-md5') === md5 && headers.cookie === 'JSESSIONID=abc'
          ? { headers: csvType, body: lines(eventHeader, fix('2026-08-01 00:00:00.000', 9, -5)) }
          : gate(url.searchParams.get('license-md5')),
    });
    expect(tracksOf(pages)).toMatchObject([{ individual: 'T1' }]);
    expect(eventQueries().map((query) => query.get('license-md5'))).toEqual([null, md5]);
    expect(server?.logs).toMatchObject([{ level: 'info', fields: { study: '7', licenceMd5: md5 } }]);
  });

  test('that is never accepted ends the run: it is not asked for ever', async () => {
    await expect(run({ events: () => gate(null) })).rejects.toMatchObject({ failure: 'auth', permanent: true });
    expect(eventQueries()).toHaveLength(3);
  });
});

describe('refusals that come with status 200', () => {
  test('«No data available» leaves that study out, and the others go on', async () => {
    const other = gabon.replace('7,Turtles', '8,Whales');
    const pages = await run({
      studies: lines(studyHeader, gabon, other),
      events: ({ url }) =>
        url.searchParams.get('study_id') === '7'
          ? { headers: htmlType, body: '<p>No data available.</p><p>Please contact the data owner for permission.</p>' }
          : { headers: csvType, body: lines(eventHeader, fix('2026-08-01 00:00:00.000', 9, -5).replace('7,', '8,')) },
    });
    expect(tracksOf(pages).map(({ study }) => study.id)).toEqual(['8']);
    expect(pages.at(-1)?.cursor).toEqual({ updatedUntilMs: NOW_MS, sweep: null });
    expect(server?.logs).toMatchObject([{ level: 'warn', fields: { study: '7' } }]);
  });

  test('any other page is a passing fault', async () => {
    const events = () => ({ headers: htmlType, body: '<html>Maintenance</html>' });
    await expect(run({ events })).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });

  test('a page under the type of CSV is told by its first 200 characters', async () => {
    const events = () => ({ headers: csvType, body: `\n <html>${'x'.repeat(300)}` });
    await expect(run({ events })).rejects.toThrow(/em vez de CSV: <html>x{194}$/);
  });
});

describe('CSV', () => {
  const good = fix('2026-08-01 00:00:00.000', 9, -5);

  test.each([
    ['in the middle of the last word', `${eventHeader}\n${good.slice(0, -2)}`],
    ['between two columns', `${eventHeader}\n${good}\n7,653,T1`],
    ['to nothing', ''],
  ])('cut short %s is a broken transfer', async (_, body) => {
    const events = () => ({ headers: csvType, body });
    await expect(run({ events })).rejects.toMatchObject({ failure: 'network', permanent: false });
  });

  test('cut short inside a quoted text is a broken transfer', async () => {
    const studies = `${studyHeader}\n${gabon.slice(0, 30)}`;
    await expect(run({ studies })).rejects.toMatchObject({ failure: 'network', permanent: false });
  });

  test('without a last line break is whole when its last word is', async () => {
    const events = () => ({ headers: csvType, body: `${eventHeader}\r\n${good}` });
    expect(tracksOf(await run({ events }))[0]?.lons).toEqual([9]);
  });

  test('without a column asked for is another schema; with none of them it answers another question', async () => {
    const missing = () => ({ headers: csvType, body: lines(eventHeader.replace('visible', 'shown'), good) });
    await expect(run({ events: missing })).rejects.toMatchObject({ failure: 'schema' });
    const foreign = () => ({ headers: csvType, body: lines('id,name,comments', '1,a,b') });
    await expect(run({ events: foreign })).rejects.toMatchObject({ failure: 'provider', permanent: false });
  });

  test('of another study is not taken', async () => {
    await expect(run(withEvents(good.replace('7,', '9,')))).rejects.toMatchObject({
      failure: 'provider',
      permanent: false,
    });
  });
});

describe('fixes', () => {
  test('one track an animal, ascending; zero is a coordinate; outliers are kept as such; terms lose their HTML', async () => {
    const pages = await run(
      withEvents(
        fix('2026-08-02 00:00:00.500', 0, 0),
        fix('2026-08-01 00:00:00.000', '9.10', '-5.25'),
        fix('2026-08-01 00:00:00.000', '9.20', '-5.25'),
        fix('2026-08-01 06:00:00', 40, 10, { visible: 'false' }),
        fix('2026-08-01 00:00:00.000', 8, -4, { who: 'T2' }),
      ),
    );
    expect(tracksOf(pages)).toMatchObject([
      {
        study: {
          id: '7',
          licence: 'CUSTOM – Cite, please',
          citation: 'Witt, M. 2011\n"Tracking"',
          url: expect.stringContaining('study7'),
        },
        individual: 'T1',
        taxon: 'Dermochelys coriacea',
        tag: '131',
        sensor: 'gps',
        timesMs: [Date.UTC(2026, 7, 1), Date.UTC(2026, 7, 1, 6), Date.UTC(2026, 7, 2) + 500],
        lons: [9.2, 40, 0],
        lats: [-5.25, 10, 0],
        outliers: [false, true, false],
      },
      { individual: 'T2', lons: [8] },
    ]);
  });

  test('a tag in no animal, no position, no date and a date to come are rejected with their reasons', async () => {
    const [page] = await run(
      withEvents(
        fix('2026-08-01 00:00:00.000', 9, -5, { who: '' }),
        fix('2026-08-01 00:00:00.000', '', ''),
        fix('01/08/2026', 9, -5),
        fix('2036-08-01 00:00:00.000', 9, -5),
        fix('2026-08-01 00:00:00.000', 190, -5),
      ),
    );
    expect(page?.records).toEqual([]);
    expect(page?.rejected.map(({ reason }) => reason)).toEqual([
      'Posição de uma marca que não está em nenhum animal',
      'Posição sem coordenadas',
      'Instante inválido',
      'Instante no futuro',
      'Posição sem coordenadas',
    ]);
  });

  test('are asked of studies in the region with a position sensor only, each sensor on its own', async () => {
    const far = gabon.replace('7,Turtles', '1,Albatrosses').replace('-0.5,9.3', '-1.39,-89.62');
    const test_ = gabon.replace('7,Turtles', '2,Test').replace(',false,', ',true,');
    const sensorless = gabon.replace('7,Turtles', '3,Bats').replace('GPS,Acceleration', 'Acceleration,Barometer');
    const nowhere = gabon.replace('7,Turtles', '4,Nowhere').replace('-0.5,9.3', ',');
    const both = gabon.replace('GPS,Acceleration', 'GPS,Argos Doppler Shift');
    await run({ studies: lines(studyHeader, far, test_, sensorless, nowhere, both) });
    expect(eventQueries().map((query) => `${query.get('study_id')} ${query.get('sensor_type_id')}`)).toEqual([
      '7 653',
      '7 82798',
    ]);
  });
});

describe('sweep', () => {
  const two = { studies: lines(studyHeader, gabon, gabon.replace('7,Turtles', '8,Whales')) };
  const range = (query: URLSearchParams | undefined) =>
    ['timestamp_start', 'timestamp_end', 'update_ts_start'].map((name) => query?.get(name) ?? null);

  test('the first reads a year, later ones what changed since, with a day of overlap', async () => {
    await run();
    expect(range(eventQueries()[0])).toEqual(['20250901060000000', null, null]);
    await run({}, { cursor: { updatedUntilMs: Date.UTC(2026, 7, 30), sweep: null } });
    expect(range(eventQueries()[0])).toEqual([null, null, '20260829000000000']);
    await run({}, { mode: 'full' });
    expect(range(eventQueries()[0])).toEqual([null, null, null]);
  });

  test('goes on with the studies not read yet, over the same range', async () => {
    const [first] = await run(two);
    expect(first?.cursor).toEqual({ updatedUntilMs: null, sweep: { startedMs: NOW_MS, studies: ['7'] } });
    const rest = await run(two, { cursor: first?.cursor });
    expect(eventQueries().map((query) => query.get('study_id'))).toEqual(['8']);
    expect(rest.at(-1)?.cursor).toEqual({ updatedUntilMs: NOW_MS, sweep: null });
  });

  test('a window is asked for by the time of the fix, and leaves the cursor alone', async () => {
    const cursor = { updatedUntilMs: 5, sweep: null };
    const window = { fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2026, 0, 31) };
    const pages = await run({}, { mode: 'backfill', cursor, window });
    expect(range(eventQueries()[0])).toEqual(['20260101000000000', '20260131000000000', null]);
    expect(pages.at(-1)?.cursor).toEqual(cursor);
    await expect(run({}, { mode: 'backfill' })).rejects.toMatchObject({ failure: 'request' });
  });
});
